import { FactReader } from '../../../src/evidence/facts.ts';
import { createChainReader } from '../../../src/evidence/chainOf.ts';
import { networkOfChainId } from '../../../src/networks/mentions.ts';
import type { ChainReading } from '../../../src/evidence/reasons.ts';
import { networkNamed } from '../../../src/networks/networks.ts';
import type { Occurrence } from '../../../src/addresses/occurrence.ts';
import { scanText } from '../../../src/scan/scan.ts';
import { filesOf, type CorpusFile } from '../packages.ts';
import { familyOf, isBase58Of32 } from '../reference.ts';
import type { NetworkCorpus, NetworkId, Truth, TruthOf } from './corpora/corpus.ts';
import { sources } from '../known/sources.ts';
import { readFile } from './read.ts';

export type Verdict = 'right' | 'wrong' | 'ambiguous' | 'unknown' | 'outside' | 'named';

/** One address with a known network, and the detected one. */
export interface Measured {
  readonly verdict: Verdict;
  readonly file: CorpusFile;
  readonly occurrence: Occurrence;
  readonly truth: Truth;
  readonly reading: ChainReading;
  /**
   * The network by facts only, without the text; undefined if there is none, or if the package is
   * one of their sources.
   */
  readonly facts: ChainReading | undefined;
}

export interface CorpusResult {
  readonly corpus: NetworkCorpus;
  readonly measured: readonly Measured[];
  /** Labels that the scanner did not find. */
  readonly missed: number;
}

export function measureCorpus(corpus: NetworkCorpus): CorpusResult {
  const files = filesOf(corpus.package, corpus.files).filter(
    (file) => corpus.isLeftOut?.(file) !== true,
  );
  const truthOf = corpus.truth(files);
  const isSource = sources.some((source) => source.package === corpus.package);
  const measured: Measured[] = [];
  let missed = 0;
  for (const file of files) {
    const found = new Map(
      scanText(file.text, { path: file.path }).map((occurrence) => [occurrence.offset, occurrence]),
    );
    const chainOf = createChainReader(file.text, file.path);
    const known = new FactReader(file.text);
    for (const [offset, truth] of labelsIn(file, truthOf)) {
      const occurrence = found.get(offset);
      if (occurrence === undefined) missed += 1;
      // Its characters determine the network, so nothing around it is evidence.
      else if (occurrence.network === null) {
        const reading = chainOf(occurrence);
        const facts = isSource ? undefined : known.over(silent, occurrence);
        const verdict = verdictOf(reading, truth);
        measured.push({ verdict, file, occurrence, truth, reading, facts });
      }
    }
  }
  return { corpus, measured, missed };
}

const silent = { reading: undefined, own: [] };

export function verdictOf({ chain, reason }: ChainReading, truth: Truth): Verdict {
  if (typeof truth === 'object') {
    return chain === null || chain === nameOf(truth.unnamed) ? 'outside' : 'named';
  }
  const expected = nameOf(truth);
  if (expected === undefined) return chain === null ? 'outside' : 'named';
  // The ID of Kovan is LUKSO's now: where the code names Kovan, it is.
  const isKovan = truth === 42 && chain === 'kovan';
  if (chain !== null) return chain === expected || isKovan ? 'right' : 'wrong';
  return reason === 'ambiguous' ? 'ambiguous' : 'unknown';
}

/** Our name of a network, or undefined if it is not in our table. */
function nameOf(truth: NetworkId): string | undefined {
  return typeof truth === 'string' ? networkNamed(truth)?.name : networkOfChainId(`${truth}`);
}

function labelsIn(file: CorpusFile, truthOf: TruthOf): Map<number, Truth> {
  const read = readFile(file);
  const labels = new Map<number, Truth>();
  for (const place of read.places) {
    for (const { 0: word, index } of place.text.matchAll(/[A-Za-z0-9]+/g)) {
      if (!isCandidate(word)) continue;
      const truth = truthOf(place, read);
      if (truth !== undefined && isOf(word, truth)) labels.set(place.offset + index, truth);
    }
  }
  return labels;
}

const isCandidate = (word: string): boolean => familyOf(word) !== undefined || isBase58Of32(word);

/** Whether an address can be on a network: one with a chain ID has only EVM addresses. */
function isOf(word: string, truth: Truth): boolean {
  if (typeof truth === 'object') return isOf(word, truth.unnamed);
  const family = familyOf(word);
  if (typeof truth === 'number') return family === 'evm';
  if (truth === 'many networks') return family !== undefined;
  if (networkNamed(truth)?.family === 'evm') return family === 'evm';
  return family === undefined ? isBase58Of32(word) : family !== 'evm';
}

/** The line around an address, cut. */
export function lineOf(place: Measured, length = 160): string {
  const { text } = place.file;
  const { offset } = place.occurrence;
  const start = Math.max(text.lastIndexOf('\n', offset) + 1, offset - length / 2);
  const end = text.indexOf('\n', offset);
  return text.slice(start, Math.min(end === -1 ? text.length : end, start + length)).trim();
}
