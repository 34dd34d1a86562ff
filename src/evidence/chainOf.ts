import type { Placement } from '../families/codec.ts';
import {
  isOfFamily,
  moveNetworks,
  networkNamed,
  type Family,
  networks,
} from '../networks/networks.ts';
import type { Occurrence } from '../addresses/occurrence.ts';
import { spellingOf } from '../addresses/spelling.ts';
import { isDefaultChainInTable, usesDefaultChain } from './defaultChain.ts';
import { EvidenceReader } from './evidence.ts';
import { FactReader } from './facts.ts';
import { FileClues } from './path.ts';
import { isOfFacts, outside, readingOf, undecided, unnamed, type ChainReading } from './reasons.ts';
import { isMain, strengthOf } from './resolve.ts';
import type { Clue } from './clue.ts';
import { codecOf } from '../families/table.ts';
import { joinedName } from '../networks/names.ts';
import { quotable } from '../networks/verdict.ts';
import { wordsBetween } from '../text/words.ts';

/**
 * The networks that the characters of an address allow, if they don't determine one during the
 * scan.
 */
export function placementOf(
  text: string,
  { offset, length, family }: Omit<PlacedAddress, 'network'>,
): Placement {
  const known = codecOf(family)?.placementOf?.(text.slice(offset, offset + length));
  if (known !== undefined) return known;
  const usual = mainNetworks.get(family);
  return usual === undefined ? {} : { usual };
}

const mainNetworks = new Map<Family, string>();
for (const { family, name } of networks) {
  if (!mainNetworks.has(family)) mainNetworks.set(family, name);
}

/** How far from an address a word can name another coin, in UTF-16 units. */
const reach = { before: 400, after: 100 } as const;

/**
 * A word that names another coin with the same version byte: the nearest word before the address,
 * or else on the rest of its line, or else in its path. Undefined if the nearest names its own coin.
 */
export function otherCoinNear(
  text: string,
  address: PlacedAddress,
  { sharedWith = [], usual = '' }: Placement,
  path: string,
): string | undefined {
  if (sharedWith.length === 0) return undefined;
  const { offset, length } = address;
  const end = offset + length;
  const before = text.slice(Math.max(0, offset - reach.before), offset);
  const [after = ''] = text.slice(end, end + reach.after).split('\n', 1);
  const own = ownWords(usual);
  const coins = new Set([...own, ...sharedWith.map(joinedName)]);
  const named = (part: string): readonly string[] => {
    const words = wordsBetween(part, 0, part.length).map(({ lower }) => lower);
    return words.flatMap((word, at) => {
      const [before = '', after = ''] = [words[at - 1], words[at + 1]];
      return [word + after, before + word, word].find((name) => coins.has(name)) ?? [];
    });
  };
  const nearest = named(before).at(-1) ?? named(after)[0] ?? named(path).at(-1);
  return nearest === undefined || own.includes(nearest) ? undefined : nearest;
}

function ownWords(usual: string): string[] {
  const network = networkNamed(usual);
  if (network === undefined) return [];
  return [network.family, network.native.toLowerCase()];
}

export interface ChainContext {
  /** The file's path, relative to its folder or repository. */
  readonly path?: string;
  /** The networks that the address book names for the file. */
  readonly bookNetworks?: readonly string[];
  /** Whether facts on addresses count, and not only the text. */
  readonly hasFacts?: boolean;
  /** The network of all entries of the address book for this address. */
  readonly listed?: string | undefined;
  /** The one network that other places of this address name. */
  readonly elsewhere?: NamedElsewhere | undefined;
  /** The network that the user selected for this address. */
  readonly selected?: string | undefined;
  /** The network that the user chose to always assume in this workspace. */
  readonly alwaysAssumed?: string | undefined;
  /** The setting `defaultChain`, if it was set. */
  readonly defaultChain?: string | undefined;
  /** The default of that setting, which no one chose. */
  readonly assumed?: string | undefined;
}

/** Evidence for an address's network from its other occurrences. */
export interface NamedElsewhere {
  readonly network: string;
  /** Of one file that names it. */
  readonly path: string;
}

/**
 * The network of an address in a text, and the reason. In order of precedence: the characters of
 * the address, the user's selection, exact evidence in the code, the address book, structure,
 * words, other places of the address, the network that is always assumed here, the setting, its
 * default, the main network of its family. Contradictory evidence, or a network outside the table,
 * decides nothing; then only the user's selection counts. Reads the whole text, so use the reader
 * for several addresses.
 */
export function chainOf(
  text: string,
  address: PlacedAddress,
  context: ChainContext = {},
): ChainReading {
  const { path, bookNetworks, hasFacts } = context;
  return createChainReader(text, path, bookNetworks, hasFacts)(address, context);
}

type PlacedAddress = Pick<Occurrence, 'offset' | 'length' | 'family' | 'network'>;

/** The same for many addresses of one text, which is read once. */
export function createChainReader(
  text: string,
  path = '',
  bookNetworks: readonly string[] = [],
  hasFacts = false,
): ChainReader {
  const read = createCodeReader(text, new FileClues(path, bookNetworks, hasFacts));
  return (address, context = {}) => withChoice(read(address), context);
}

type ChainReader = (address: PlacedAddress, context?: ChainContext) => ChainReading;

/** The network that a text implies for an address, before any choice. */
export type CodeReading =
  | { readonly kind: 'named'; readonly reading: ChainReading }
  | ({ readonly kind: 'open' } & OpenNetwork);

/** An undecided network, which a choice or a setting can determine. */
export interface OpenNetwork {
  readonly family: Family;
  /**
   * Set if the text names several networks, or one that is not in the table. Then only what the user
   * selected for the address decides.
   */
  readonly found: ChainReading | undefined;
  /** The main network of the family, if its addresses can be on others. */
  readonly usual: string | undefined;
}

/**
 * Reads the networks that one text implies for its addresses. `withChoice` adds the choices.
 * @param bracketsIn the offsets of all brackets of the text, if they are known
 */
export function createCodeReader(
  text: string,
  file: FileClues,
  bracketsIn?: () => readonly number[],
): (address: PlacedAddress) => CodeReading {
  const evidence = new EvidenceReader(text, file, bracketsIn);
  const facts = file.hasFacts ? new FactReader(text) : undefined;
  return (address) => {
    const { family, network } = address;
    const open = (found: ChainReading | undefined, { usual }: Placement = {}): CodeReading => {
      return { kind: 'open', family, found, usual };
    };
    if (network !== null) return named(readingOf('address', network));
    const spelling = spellingOf(text, address);
    if (spelling !== null && spelling.network !== null) {
      return named(readingOf(spelling.how, spelling.network, spelling.evidence));
    }
    // The text names a network that is not in the table. Evidence nearby cannot name it better.
    if (spelling?.how === 'caip10') {
      return open(outside(spelling.evidence));
    }
    const placement = placementOf(text, address);
    if (placement.certain !== undefined) return named(readingOf('address', placement.certain));
    if (placement.isElsewhere === true) return open(undecided([]));
    const { clue, ofLine } = evidence.cluesFor(address);
    const found = readingOfClue(clue);
    const fact = facts?.over(
      { reading: found, own: networksOf(ofLine) },
      { family, text: text.slice(address.offset, address.offset + address.length) },
    );
    if (fact !== undefined) return named(fact);
    if (found !== undefined && found.chain !== null) return named(found);
    const coin = otherCoinNear(text, address, placement, file.path);
    return open(coin === undefined ? found : outside(coin), placement);
  };
}

/** Networks that clues name, and not only as a part of another name. */
const networksOf = (clues: readonly Clue[]): readonly string[] =>
  clues.flatMap(({ verdict }) =>
    verdict.kind === 'named' ? verdict.network : verdict.kind === 'several' ? verdict.networks : [],
  );

const named = (reading: ChainReading): CodeReading => ({ kind: 'named', reading });

/** The network of an address with choices and settings, whose path and book the text reading has. */
export function withChoice(read: CodeReading, context: ChainContext): ChainReading {
  const { selected } = context;
  const family = read.kind === 'open' ? read.family : familyOf(read.reading);
  if (selected !== undefined && isOn(selected, family)) {
    return readingOf('selected', selected);
  }
  const { listed, elsewhere } = context;
  // The address book's entry for an address outranks published lists.
  const isOpen = read.kind === 'open' ? isSilent(read) : isOfFacts(read.reading.reason);
  if (isOpen && listed !== undefined && isOn(listed, family)) {
    return readingOf('entry', listed);
  }
  if (isSilent(read) && elsewhere !== undefined && isOn(elsewhere.network, family)) {
    return readingOf('elsewhere', elsewhere.network, elsewhere.path);
  }
  return read.kind === 'named' ? read.reading : chosen(read, context);
}

const isOn = (network: string, family: Family | undefined): boolean =>
  family !== undefined && isOfFamily(networkNamed(network), family);

/** Whether a text names no network at all for an address, also none that is not in the table. */
export const isSilent = (read: CodeReading): boolean =>
  read.kind === 'open' && read.found === undefined;

/**
 * The family whose networks the user can select; none if the characters of the address determine
 * the network.
 */
const familyOf = ({ chain, reason }: ChainReading): Family | undefined =>
  reason === 'address' ? undefined : networkNamed(chain ?? '')?.family;

function readingOfClue(clue: Clue | undefined): ChainReading | undefined {
  if (clue === undefined) return undefined;
  const { verdict, reason } = clue;
  switch (verdict.kind) {
    case 'named': {
      // A folder called `mainnet` can be the main network of any chain, so a hover does not pay.
      const isWord = reason === 'path' && isMain(verdict);
      const strength = isWord ? 'words' : strengthOf(clue);
      return readingOf(reason, verdict.network, verdict.network, strength);
    }
    case 'several':
      return undecided(verdict.networks);
    case 'outside':
      return outside(quotable(verdict.evidence));
    case 'partly':
      return undefined;
  }
}

/** The network if the code names none, or several. */
function chosen(
  { family, found, usual }: OpenNetwork,
  { alwaysAssumed, defaultChain, assumed }: ChainContext,
): ChainReading {
  if (found !== undefined) return found;
  if (family === 'move') return unnamed(moveNetworks);
  if (!usesDefaultChain(family)) {
    return usual === undefined ? undecided([]) : readingOf('family', usual);
  }
  if (alwaysAssumed !== undefined && isDefaultChainInTable(alwaysAssumed)) {
    return readingOf('alwaysAssumed', alwaysAssumed);
  }
  if (defaultChain !== undefined) return readingOf('setting', defaultChain);
  return assumed === undefined ? undecided([]) : readingOf('assumed', assumed);
}
