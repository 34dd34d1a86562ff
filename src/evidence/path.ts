import { codecOf } from '../families/table.ts';
import { isOfFamily, networkNamed, type Family } from '../networks/networks.ts';
import { combine } from './resolve.ts';
import { verdictOfId } from './entryVerdicts.ts';
import { calledAs, mentionsIn, networkCalled, verdictOf } from '../networks/mentions.ts';
import { isTelling } from './kindOfKeys.ts';
import { isCommon, isSymbol, networksCalled } from '../networks/names.ts';
import { wordsBetween } from '../text/words.ts';
import { isTestOf } from './networkWords.ts';
import { treeVerdict } from './pathTree.ts';
import { named, type Verdict } from '../networks/verdict.ts';
import type { Clue } from './clue.ts';

/** Folders whose files and folders can be named after networks, even with everyday words. */
const mayListNetworks = /deploy|network|chain|address|config|broadcast|artifacts/i;

/** In UTF-16 units: the folders that are nearest. */
const maxPathLength = 512;

export const isDocument = /\.(?:mdx?|markdown|rst|adoc|txt|html?)$/i;

/** Files of data. In others, `base.service.ts` is a base class and not the network. */
const isDataFile = /\.(?:jsonc?|ya?ml|toml|csv)$/i;

/**
 * Evidence in a path. A tree by network, such as `deployments/polygon/Token.json`, is structural.
 * Elsewhere folder names are words, and the file name is weaker still: `bscmainnet/ETH.json`.
 */
export function pathClue(path: string, family: Family): Clue | undefined {
  const parts = path.slice(-maxPathLength).split(/[\\/]/);
  const ofTree = treeVerdict(parts, family);
  if (ofTree !== undefined) {
    const isClosed = ofTree.kind === 'outside';
    // The folder has a different name; a file in it has the ID (`FolderIds`).
    const reason = parts.some((part) => part.startsWith('eip155:')) ? 'chainId' : 'path';
    // A page about a network can have a part about its test network.
    const strength = isDocument.test(path) ? 'words' : 'structural';
    return { verdict: ofTree, reason, strength, isClosed };
  }
  const firstListing = parts.findIndex((part) => mayListNetworks.test(part));
  const found = parts.flatMap((part, at) => {
    const isBelow = firstListing !== -1 && firstListing < at;
    const own = verdictOfPart(part, { family, isBelow, before: parts[at - 1] ?? '' });
    return own === undefined ? [] : { ...own, at };
  });
  // An everyday word is weaker than a name, or than a word directly below a folder of networks.
  const sure = found.filter(({ isSure }) => isSure);
  const [nearest, ...others] = (sure.length > 0 ? sure : found).reverse();
  if (nearest === undefined) return undefined;
  const verdict = combined(nearest, others, family);
  return { verdict, reason: 'path', strength: 'words' };
}

/** Evidence about a file besides its text. Each part of a long text needs it again. */
export class FileClues {
  readonly path: string;
  /** Whether facts on its addresses count, and not only its text. */
  readonly hasFacts: boolean;
  readonly #bookNetworks: readonly string[];
  readonly #known = new Map<Family, { readonly clue: Clue | undefined }>();

  /** @param bookNetworks those that the address book names for the file */
  constructor(path: string, bookNetworks: readonly string[], hasFacts: boolean) {
    this.path = path;
    this.hasFacts = hasFacts;
    this.#bookNetworks = bookNetworks;
  }

  /** Evidence in its path. */
  of(family: Family): Clue | undefined {
    let known = this.#known.get(family);
    if (known === undefined) {
      known = { clue: pathClue(this.path, family) };
      this.#known.set(family, known);
    }
    return known.clue;
  }

  /** The address book's rule for the file, which was written for this purpose. */
  bookClue(family: Family): Clue | undefined {
    const network = this.#bookNetworks.find((name) => isOfFamily(networkNamed(name), family));
    return network === undefined ? undefined : { verdict: named(network), reason: 'book' };
  }
}

interface Part {
  readonly family: Family;
  /** Whether it is below a folder that can list networks. */
  readonly isBelow: boolean;
  readonly before: string;
}

interface PartVerdict {
  readonly verdict: Verdict;
  readonly isSure: boolean;
}

interface PlacedVerdict extends PartVerdict {
  /** Which part of the path it is. */
  readonly at: number;
}

/** Parts farther apart don't form one name: `base-bridge/src/prices/config/mainnet.ts`. */
const maxBetween = 1;

function verdictOfPart(part: string, { family, isBelow, before }: Part): PartVerdict | undefined {
  const name = part.replace(/\.[a-z]{1,5}$/i, '');
  const isFile = name !== part;
  const isListed = isBelow || mayListNetworks.test(name);
  // `ETH.json` is the asset.
  if (isFile && isSymbol(name)) return undefined;
  const isBelowList = mayListNetworks.test(before);
  if (codecOf(family)?.hasChainIds === true && /^\d{1,15}$/.test(name)) {
    // `config/v2/01/`: a number of its own, unless it is too large for one.
    const isId = isBelowList ? !name.startsWith('0') : isListed && isTelling(name);
    const verdict = isId ? verdictOfId(name) : undefined;
    return verdict === undefined || verdict.kind === 'outside' ? undefined : sure(verdict);
  }
  const whole = isListed ? calledAs(name, family) : undefined;
  // `packages/chain/src/core/`: a word of most programs.
  if (isCommon(name)) return undefined;
  if (whole !== undefined) {
    const isSure = isFile || isBelowList || whole.weight === 'own';
    return { verdict: named(whole.network, name), isSure };
  }
  const suffixed = isDataFile.test(part) ? suffixOf(name, family) : undefined;
  if (suffixed !== undefined) return sure(named(suffixed));
  if (isTestOf(name, family)) return sure({ kind: 'outside', evidence: name });
  const phrase = isListed ? name : name.replace(/^[a-z]+$/i, (word) => `${word} file`);
  const verdict = verdictOf(phrase, mentionsIn(phrase, 0, phrase.length), family);
  if (verdict === undefined || isOfPlatform(part, verdict, family)) return undefined;
  if (verdict.kind !== 'partly') return sure(verdict);
  // A contract's name describes its purpose: `ArbitrumSpokeConnector.json`.
  return verdict.part === 'hard' ? undefined : sure(named(verdict.network));
}

/** `packages/ethereum-contracts/`, `starknet-sig/`: for all networks of the family. */
function isOfPlatform(part: string, verdict: Verdict, family: Family): boolean {
  if (verdict.kind !== 'partly' && verdict.kind !== 'named') return false;
  // `ChainlinkEthereum.sol` is one of several.
  if (verdict.kind === 'partly' && part.includes('.')) return false;
  const isOfFamily =
    family === 'evm'
      ? verdict.network === 'ethereum' && !/main/i.test(part)
      : verdict.network === family;
  return (
    isOfFamily &&
    !isDataFile.test(part) &&
    !isDocument.test(part) &&
    !/^eth(?:ereum)?(?:\.\w{1,4})?$/i.test(part)
  );
}

const sure = (verdict: Verdict): PartVerdict => ({ verdict, isSure: true });

/** `base.diamond.json`, `diamond.base.json`, but not `asset.eth.json`. */
function suffixOf(name: string, family: Family): string | undefined {
  if (/^(?:assets?|tokens?|coins?)\./i.test(name)) return undefined;
  const networks = name.split('.').flatMap((part) => networkCalled(part, family) ?? []);
  return networks.length === 1 ? networks[0] : undefined;
}

/**
 * `configs/sepolia/op.toml`, `polygon/mainnet.json`: one part names the network, the other the
 * environment. Any other difference asks.
 */
function combined(
  { verdict: nearest, at }: PlacedVerdict,
  others: readonly PlacedVerdict[],
  family: Family,
): Verdict {
  for (const { verdict, at: place } of others) {
    if (at - place > maxBetween + 1) break;
    const both = combine(nearest, verdict, family) ?? combine(verdict, nearest, family);
    if (both !== undefined) return both;
  }
  const other = others[0]?.verdict;
  if (nearest.kind !== 'named' || other?.kind !== 'named' || nearest.network === other.network) {
    return nearest;
  }
  return { kind: 'several', networks: [nearest.network, other.network] };
}

/**
 * Whether a word of a path can mean another EVM network, also where that decides nothing:
 * `Lisk_Bridge.sol`.
 */
export const namesOtherNetwork = (path: string, network: string | undefined): boolean =>
  wordsBetween(path, 0, path.length).some(
    ({ lower }) =>
      !isCommon(lower) &&
      networksCalled(lower).some((one) => one.family === 'evm' && one.network !== network),
  );
