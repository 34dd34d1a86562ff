import { codecOf } from '../families/table.ts';
import { networkNamed, type Family } from '../networks.ts';
import { mayBeNetwork } from './entryVerdicts.ts';
import { calledAs, mentionsIn, networkCalled, networkOfChainId, verdictOf } from './mentions.ts';
import { testWords } from './names.ts';
import type { Clue, Verdict } from './verdict.ts';

/** Folders whose files and folders are named after networks, even with everyday words. */
const listsNetworks = /deploy|network|chain|address|config|broadcast|artifacts/i;

/** In UTF-16 units: the folders that are nearest. */
const longestPath = 512;

/** Files of data. In others, `base.service.ts` is a base class and not the network. */
const isDataFile = /\.(?:jsonc?|ya?ml|toml|csv)$/i;

/**
 * What a path says: `deployments/polygon/Token.json`, `addresses.arbitrum.ts`. The nearest part that
 * names a network decides, together with a test network that another part names.
 */
export function pathClue(path: string, family: Family): Clue | undefined {
  const parts = path.slice(-longestPath).split(/[\\/]/);
  const firstListing = parts.findIndex((part) => listsNetworks.test(part));
  const found = parts.flatMap((part, at) => {
    const isBelow = firstListing !== -1 && firstListing < at;
    const [before = '', beforeThat = ''] = [parts[at - 1], parts[at - 2]];
    return verdictOfPart(part, { family, isBelow, before, beforeThat }) ?? [];
  });
  // An everyday word says less than a name, or than a word right below a folder of networks.
  const sure = found.filter(({ isSure }) => isSure);
  const [nearest, ...others] = (sure.length > 0 ? sure : found).reverse();
  if (nearest === undefined) return undefined;
  const verdicts = others.map(({ verdict }) => verdict);
  return { verdict: combined(nearest.verdict, verdicts, family), reason: 'path' };
}

/** What is known of a file besides its text. Each part of a long text needs it again. */
export class FileClues {
  readonly path: string;
  readonly #bookNetworks: readonly string[];
  readonly #known = new Map<Family, { readonly clue: Clue | undefined }>();

  /** @param bookNetworks those that the address book names for the file */
  constructor(path: string, bookNetworks: readonly string[]) {
    this.path = path;
    this.#bookNetworks = bookNetworks;
  }

  of(family: Family): Clue | undefined {
    let known = this.#known.get(family);
    if (known === undefined) {
      known = { clue: bookClue(this.#bookNetworks, family) ?? pathClue(this.path, family) };
      this.#known.set(family, known);
    }
    return known.clue;
  }
}

/** What the address book says of a file, in the place of its path: someone wrote it for that. */
function bookClue(networks: readonly string[], family: Family): Clue | undefined {
  const network = networks.find((name) => networkNamed(name)?.family === family);
  return network === undefined ? undefined : { verdict: named(network), reason: 'book' };
}

interface Part {
  readonly family: Family;
  /** Whether it is below a folder that lists networks. */
  readonly isBelow: boolean;
  readonly before: string;
  readonly beforeThat: string;
}

interface PartVerdict {
  readonly verdict: Verdict;
  readonly isSure: boolean;
}

function verdictOfPart(
  part: string,
  { family, isBelow, before, beforeThat }: Part,
): PartVerdict | undefined {
  const name = part.replace(/\.[a-z]{1,5}$/i, '');
  const isFile = name !== part;
  const isListed = isBelow || listsNetworks.test(name);
  if (codecOf(family)?.hasChainIds === true && /^\d{1,15}$/.test(name) && isListed) {
    const network = networkOfChainId(name);
    if (network !== undefined) return sure(named(network));
    // Foundry: `broadcast/<script>/<chain id>/`.
    return beforeThat === 'broadcast' ? sure({ kind: 'outside', evidence: name }) : undefined;
  }
  const whole = isListed ? calledAs(name, family) : undefined;
  if (whole !== undefined) {
    const isSure = isFile || listsNetworks.test(before) || whole.weight === 'own';
    return { verdict: named(whole.network, name), isSure };
  }
  const suffixed = isDataFile.test(part) ? suffixOf(name, family) : undefined;
  if (suffixed !== undefined) return sure(named(suffixed));
  if (isTestOf(name, family)) return sure({ kind: 'outside', evidence: name });
  const phrase = isListed ? name : name.replace(/^[a-z]+$/i, (word) => `${word} file`);
  const verdict = verdictOf(phrase, mentionsIn(phrase, 0, phrase.length), family);
  if (verdict?.kind === 'partly') return sure(named(verdict.network));
  if (verdict !== undefined) return sure(verdict);
  return family === 'evm' && before === 'deployments' && isOutside(part)
    ? sure({ kind: 'outside', evidence: name })
    : undefined;
}

const named = (network: string, evidence = network): Verdict => ({
  kind: 'named',
  network,
  evidence,
});

const sure = (verdict: Verdict): PartVerdict => ({ verdict, isSure: true });

/** `solanatestnet`: a test network of a known one, which the table does not have. */
function isTestOf(name: string, family: Family): boolean {
  const [, main] = /^([a-z]{3,20})[-_]?(?:testnet|devnet)$/i.exec(name) ?? [];
  return main !== undefined && networkCalled(main, family) !== undefined;
}

/** `base.diamond.json`, `diamond.base.json`. */
function suffixOf(name: string, family: Family): string | undefined {
  const networks = name.split('.').flatMap((part) => networkCalled(part, family) ?? []);
  return networks.length === 1 ? networks[0] : undefined;
}

/** `deployments/<network>/`, unless the name is that of a contract or says what it is for. */
const isOutside = (name: string): boolean =>
  /^[a-z]/.test(name) && !name.includes('.') && mayBeNetwork(name);

/** `configs/sepolia/op.toml`, `polygon/mainnet.json`: one part names the network, one says which. */
function combined(nearest: Verdict, others: readonly Verdict[], family: Family): Verdict {
  for (const other of others) {
    const both = combine(nearest, other, family) ?? combine(other, nearest, family);
    if (both !== undefined) return both;
  }
  return nearest;
}

/** A network, and `mainnet` or a test network's name that is that of Ethereum if nothing else is named. */
export function combine(which: Verdict, of: Verdict, family: Family): Verdict | undefined {
  if (which.kind !== 'named' || of.kind !== 'named' || which.network === of.network) {
    return undefined;
  }
  if (/^main(?:net)?$/i.test(which.evidence)) {
    return /^main(?:net)?$/i.test(of.evidence) || testWords.has(of.network) ? undefined : of;
  }
  if (!testWords.has(which.network)) return undefined;
  // `"network": "sepolia"` below `optimism-sepolia/`.
  if (of.network.endsWith(`-${which.network}`)) return of;
  const network = networkCalled(`${of.network} ${which.network}`, family);
  return network === undefined ? undefined : named(network);
}
