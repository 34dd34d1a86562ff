/** What names the network of an address. */
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
 * `certain`: names this address's network. `strong`: names one right next to it. `weak`: names one
 * for the text around it.
 */
type Strength = 'certain' | 'strong' | 'weak' | 'none';

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

const strengths: Readonly<Record<ReasonKind, Strength>> = {
  address: 'certain',
  caip10: 'certain',
  shortName: 'certain',
  uri: 'certain',
  explorer: 'certain',
  asset: 'certain',
  key: 'strong',
  comment: 'strong',
  name: 'strong',
  section: 'strong',
  rpcUrl: 'strong',
  chainId: 'strong',
  fork: 'weak',
  path: 'weak',
  book: 'weak',
  selected: 'certain',
  alwaysAssumed: 'weak',
  setting: 'weak',
  assumed: 'weak',
  family: 'weak',
  ambiguous: 'none',
  unknown: 'none',
};

/** Whether a name is that of a reason that decides for a network. */
export function isDecidingReason(name: unknown): name is ReasonKind {
  if (typeof name !== 'string' || !Object.hasOwn(strengths, name)) return false;
  return strengths[name as ReasonKind] !== 'none';
}

export function readingOf(reason: ReasonKind, chain: string, evidence = chain): ChainReading {
  return { chain, reason, evidence, strength: strengths[reason], candidates: [chain] };
}

/** The text names a network that is not in the table, or one of another family. */
export function outside(evidence: string): ChainReading {
  return { chain: null, reason: 'unknown', evidence, strength: 'none', candidates: [] };
}

export function undecided(candidates: readonly string[]): ChainReading {
  const reason = candidates.length > 1 ? 'ambiguous' : 'unknown';
  return { chain: null, reason, evidence: '', strength: 'none', candidates };
}

const notOfCode: readonly ReasonKind[] = [
  'selected',
  'alwaysAssumed',
  'setting',
  'assumed',
  'family',
];

/** Whether the address or the text around it names its network; else a choice or a default does. */
export function isNamedByCode({ chain, reason }: ChainReading): boolean {
  return chain !== null && !notOfCode.includes(reason);
}

/** The reason as the command line prints it. */
export function reasonText({ reason, evidence, candidates }: ChainReading): string {
  switch (reason) {
    case 'address':
      return 'the spelling of the address tells';
    case 'caip10':
      return `CAIP-10 says ${evidence}`;
    case 'shortName':
      return `the prefix ${evidence}: says so (EIP-3770)`;
    case 'uri':
      return `the URI begins with ${evidence}:`;
    case 'explorer':
      return `the URL is of the explorer ${evidence}`;
    case 'asset':
      return `the asset begins with ${evidence}. (THORChain)`;
    case 'key':
      return `its key names ${evidence}`;
    case 'comment':
      return `a comment names ${evidence}`;
    case 'name':
      return `a name beside it names ${evidence}`;
    case 'section':
      return `the section around it names ${evidence}`;
    case 'rpcUrl':
      return `a URL beside it names ${evidence}`;
    case 'chainId':
      return `a chain id beside it is that of ${evidence}`;
    case 'fork':
      return `the file forks ${evidence}`;
    case 'path':
      return `the path of the file names ${evidence}`;
    case 'book':
      return `the address book names ${evidence} for the file`;
    case 'selected':
      return 'it was selected';
    case 'alwaysAssumed':
      return 'always assumed here';
    case 'setting':
      return 'the setting for the default network';
    case 'assumed':
      return 'the default of that setting';
    case 'family':
      return 'the main network of its family';
    case 'ambiguous':
      return `ambiguous: equal evidence for ${candidates.join(' and ')}`;
    case 'unknown':
      return evidence === ''
        ? 'unknown: nothing tells the network'
        : `unknown: the text names ${JSON.stringify(evidence)}, which is not in the table`;
  }
}
