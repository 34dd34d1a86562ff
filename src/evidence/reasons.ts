import { networks } from '../networks/networks.ts';

/** Sources of evidence for an address's network. */
export type ReasonKind =
  /** The characters of the address: a version byte, a prefix. */
  | 'address'
  | 'caip10'
  | 'shortName'
  | 'uri'
  | 'explorer'
  | 'asset'
  | 'key'
  | 'comment'
  | 'name'
  | 'section'
  | 'rpcUrl'
  | 'chainId'
  /** A test or a command selects the network for what follows. */
  | 'fork'
  | 'path'
  /** The address book names it for the file. */
  | 'book'
  /** The entry of the address book for this very address. */
  | 'entry'
  /** Published lists have the address, on this network and no other. */
  | 'known'
  /** The file has two or more known addresses, all on this network. */
  | 'neighbors'
  /** Other files contain the address, and their evidence agrees on one network. */
  | 'elsewhere'
  | 'selected'
  /** The user chose to always assume it in this workspace. */
  | 'alwaysAssumed'
  /** The setting `defaultChain`, which was set. */
  | 'setting'
  /** Only the default of that setting: a guess. */
  | 'assumed'
  /** The family has one main network, and no text names another. */
  | 'family'
  /** Evidence is equal for several networks. */
  | 'ambiguous'
  | 'unknown';

/**
 * Strengths of evidence, the strongest first. A weaker kind never overrides a stronger one, however
 * near it is.
 *
 *  - `chosen`: the user selected the network for the address.
 * - `exact`: the characters of the address, CAIP-10, a URL that contains it, a chain ID in its
 *   entry.
 * - `book`: a rule of the address book.
 * - `structural`: the key or folder that holds it in a map or a tree by network.
 * - `facts`: known facts about the address, or about others in its file.
 * - `words`: names, comments, prose, file names.
 * - `default`: a setting, or the main network of the family.
 */
export type Strength =
  | 'chosen'
  | 'exact'
  | 'book'
  | 'structural'
  | 'facts'
  | 'words'
  | 'default'
  | 'none';

export interface ChainReading {
  /** A name in the table of networks. Null if no text names one, or several are named. */
  readonly chain: string | null;
  readonly reason: ReasonKind;
  /** The text that names a network. */
  readonly evidence: string;
  readonly strength: Strength;
  /** More than one if evidence is equal for them. */
  readonly candidates: readonly string[];
}

/** The default strength of each reason. */
export const strengths: Readonly<Record<ReasonKind, Strength>> = {
  address: 'exact',
  caip10: 'exact',
  shortName: 'exact',
  uri: 'exact',
  explorer: 'exact',
  asset: 'exact',
  key: 'structural',
  comment: 'words',
  name: 'words',
  section: 'structural',
  rpcUrl: 'words',
  chainId: 'exact',
  fork: 'words',
  path: 'structural',
  book: 'book',
  entry: 'facts',
  known: 'facts',
  neighbors: 'facts',
  elsewhere: 'words',
  selected: 'chosen',
  alwaysAssumed: 'default',
  setting: 'default',
  assumed: 'default',
  family: 'default',
  ambiguous: 'none',
  unknown: 'none',
};

/** Whether a name is a reason that determines a network. */
export function isDecidingReason(name: unknown): name is ReasonKind {
  if (typeof name !== 'string' || !Object.hasOwn(strengths, name)) return false;
  return strengths[name as ReasonKind] !== 'none';
}

export function readingOf(
  reason: ReasonKind,
  chain: string,
  evidence = chain,
  strength = strengths[reason],
): ChainReading {
  return { chain, reason, evidence, strength, candidates: [chain] };
}

/** The text names a network outside the table, or in another family. */
export function outside(evidence: string): ChainReading {
  return { chain: null, reason: 'unknown', evidence, strength: 'none', candidates: [] };
}

export function undecided(candidates: readonly string[]): ChainReading {
  const reason = candidates.length > 1 ? 'ambiguous' : 'unknown';
  return { chain: null, reason, evidence: '', strength: 'none', candidates };
}

/** No network is named, and all of these have addresses of this form. */
export const unnamed = (candidates: readonly string[]): ChainReading => ({
  ...undecided([]),
  candidates,
});

let curated: ReadonlySet<string> | undefined;

function isCurated(chain: string | null): boolean {
  curated ??= new Set(networks.map(({ name }) => name));
  return chain !== null && curated.has(chain);
}

/** Structural evidence that was measured: wrong in at most 0.2 % of cases (docs/detection.md). */
const measured: ReadonlySet<ReasonKind> = new Set(['key', 'section', 'path', 'chainId']);

/**
 * Whether a hover may pay automatically for a summary on the network of a reading: after a choice of the
 * user, and for evidence that is measured to be wrong in at most 0.2 % of cases. For all others the
 * user decides, because a paid answer about the wrong network is worse than none.
 */
export function isPayable({ chain, reason, strength }: ChainReading): boolean {
  switch (strength) {
    case 'chosen':
    case 'book':
    case 'facts':
      return true;
    case 'exact':
      // Networks found only in registries may have an invented or reused ID.
      return reason !== 'chainId' || isCurated(chain);
    case 'structural':
      // Networks of the registries share names with later ones.
      return measured.has(reason) && isCurated(chain);
    case 'default':
      return reason !== 'assumed';
    case 'words':
    case 'none':
      return false;
  }
}

/** Whether the text settles the network, so that neither facts nor words count. */
export const isFirm = ({ strength }: ChainReading): boolean =>
  strength === 'exact' || strength === 'structural' || strength === 'book';

/** Whether a reading counts at other places of the address, whose text names no network. */
export const countsElsewhere = (reading: ChainReading): boolean =>
  isFirm(reading) || (reading.reason === 'known' && reading.strength === 'facts');

/** Whether a network rests on what the user chose or on a default, and on nothing in the code. */
export const isByChoice = ({ strength }: ChainReading): boolean =>
  strength === 'chosen' || strength === 'default';

/**
 * Whether the text at an address, or the user, names its network: not another file, a default, or a
 * published list.
 */
export const isNamedThere = ({ chain, reason, strength }: ChainReading): boolean =>
  chain !== null && reason !== 'elsewhere' && strength !== 'default' && !isOfFacts(reason);

/** Whether published lists name the network, of the address or of others beside it. */
export const isOfFacts = (reason: ReasonKind): boolean =>
  reason === 'known' || reason === 'neighbors';

const notOfCode: readonly ReasonKind[] = [
  'entry',
  'known',
  'selected',
  'alwaysAssumed',
  'setting',
  'assumed',
  'family',
];

/** Whether the address or code that has it names its network; else a choice or a default does. */
export function isNamedByCode({ chain, reason }: ChainReading): boolean {
  return chain !== null && !notOfCode.includes(reason);
}
