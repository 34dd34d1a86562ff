import type { Placement } from '../families/codec.ts';
import { networkNamed, type Family } from '../networks.ts';
import type { Occurrence } from '../occurrence.ts';
import { spellingOf } from '../spelling.ts';
import { usesDefaultChain } from './defaultChain.ts';
import { EvidenceReader } from './evidence.ts';
import type { Clue } from './line.ts';
import { otherCoinNear, placementOf } from './placement.ts';
import { outside, readingOf, undecided, type ChainReading } from './reasons.ts';

export interface ChainContext {
  /** The file's path, relative to its folder or repository. */
  readonly path?: string;
  /** The network that the user selected for this address. */
  readonly selected?: string;
  /** The setting `defaultChain`. */
  readonly defaultChain?: string;
}

/**
 * The network of an address in a text, and the reason. In this order: its own spelling, the nearest
 * evidence in the code, its file's path, the user's selection, the settings, the main network of
 * its family. Equal evidence for several networks decides nothing: then only the user's selection
 * does.
 */
export function chainOf(text: string, address: Located, context: ChainContext = {}): ChainReading {
  return createChainReader(text, context.path)(address, context);
}

type Located = Pick<Occurrence, 'offset' | 'length' | 'family' | 'network'>;

/** The same for many addresses of one text, which is read once. */
export function createChainReader(
  text: string,
  path = '',
): (address: Located, context?: ChainContext) => ChainReading {
  const evidence = new EvidenceReader(text, path);
  return (address, context = {}) => {
    const { family, network } = address;
    if (network !== null) return readingOf('address', network);
    const spelling = spellingOf(text, address);
    if (spelling !== null && spelling.network !== null) {
      return readingOf(spelling.how, spelling.network, spelling.evidence);
    }
    // The text names a network that is not in the table. Evidence nearby cannot name it better.
    if (spelling?.how === 'caip10' && usesDefaultChain(family)) return outside(spelling.evidence);
    const placement = placementOf(text, address);
    if (placement.certain !== undefined) return readingOf('address', placement.certain);
    if (placement.isElsewhere === true) return chosen(family, context, undecided([]));
    const found = readingOfClue(evidence.clueFor(address));
    if (found !== undefined && found.chain !== null) return found;
    const coin = otherCoinNear(text, address, placement, path);
    return chosen(family, { ...context, ...placement }, coin === undefined ? found : outside(coin));
  };
}

function readingOfClue(clue: Clue | undefined): ChainReading | undefined {
  if (clue === undefined) return undefined;
  const { verdict, reason } = clue;
  switch (verdict.kind) {
    case 'named':
      return readingOf(reason, verdict.network);
    case 'several':
      return undecided(verdict.networks);
    case 'outside':
      return outside(verdict.evidence);
    case 'partly':
      return undefined;
  }
}

/** The network if the code names none, or several. */
function chosen(
  family: Family,
  { selected, defaultChain, usual }: ChainContext & Placement,
  found: ChainReading | undefined,
): ChainReading {
  if (selected !== undefined && networkNamed(selected)?.family === family) {
    return readingOf('selected', selected);
  }
  if (found !== undefined) return found;
  if (!usesDefaultChain(family)) {
    return usual === undefined ? undecided([]) : readingOf('family', usual);
  }
  return defaultChain === undefined ? undecided([]) : readingOf('setting', defaultChain);
}
