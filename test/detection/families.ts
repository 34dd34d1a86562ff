/**
 * Precision and recall of the scanner over sources of published packages, every published vector
 * and every hard negative. Misses and false alarms are listed.
 */
import { codecs } from '../../src/families/table.ts';
import { scanText } from '../../src/scan/scan.ts';
import { readLabelledCorpus } from './corpus.ts';
import { labelsOf } from './labels.ts';
import { readNegatives } from './negatives.ts';
import type { CorpusFile } from './packages.ts';
import { vectorLists } from './vectors.ts';

interface Count {
  labels: number;
  found: number;
  falseAlarms: number;
}

const least = { precision: 0.999, recall: 0.995, examples: 50 } as const;

const examplesOfKind = 5;

/** Why each that is wrong is wrong, as far as it is known. */
const reasons = new Map([
  [
    '69UwBV4LPg7hHUS5JXiXyfgVnESmDKe8KJppsLj8pRU',
    'a token by its name alone, nothing near says Solana',
  ],
  [
    'G4qGCGF4vWGPzYi2pxc2Djvgv3j8NiWaHQMgTVebCX6W',
    'a token by its name alone, nothing near says Solana',
  ],
  [
    '5ndLnEYqSFiA5yUFHo6LVZ1eWc6Rhh11K5CfJNkoHEPs',
    '32 bytes that a test calls invalid for another chain, beside tests of Solana',
  ],
]);

/**
 * @param listsAll every miss and false alarm, and not only the first few of a kind
 * @returns the table of all families, and how many are worse than they may be
 */
export function measureFamilies(listsAll = false): {
  readonly table: string;
  readonly failures: number;
} {
  const counts = new Map<string, Count>(
    codecs.map(({ family }) => [family, { labels: 0, found: 0, falseAlarms: 0 }]),
  );
  const ofPackages = new Map<string, number>();
  const lines = new Map<string, string[]>();
  for (const file of readLabelledCorpus()) {
    const labels = countFile(file, counts, lines);
    ofPackages.set(file.package, (ofPackages.get(file.package) ?? 0) + labels);
  }
  for (const [name, labels] of ofPackages)
    console.log(`${String(labels).padStart(6)} labels  ${name}`);
  for (const [kind, ofKind] of lines) {
    console.log(`${kind}: ${ofKind.length}`);
    for (const line of listsAll ? ofKind : ofKind.slice(0, examplesOfKind)) console.log(line);
  }
  const pooled: Count = { labels: 0, found: 0, falseAlarms: 0 };
  for (const count of counts.values()) {
    pooled.labels += count.labels;
    pooled.found += count.found;
    pooled.falseAlarms += count.falseAlarms;
  }
  const table = [
    '| family | labels | found | false alarms | precision | at least | recall | at least |',
    '|:--|--:|--:|--:|--:|--:|--:|--:|',
    rowOf('**all**', pooled),
    ...[...counts].map(([family, count]) => rowOf(family, count)),
  ].join('\n');
  console.log(`\n${table}\n`);
  const below = [...counts].filter(([, count]) => isBelow(count));
  for (const [family] of below)
    console.log(`${family}: below ${least.precision} or ${least.recall}`);
  return { table, failures: below.length };
}

/** @returns the number of labels of the file */
function countFile(
  file: CorpusFile,
  counts: ReadonlyMap<string, Count>,
  lines: Map<string, string[]>,
): number {
  const labels = labelsOf(file);
  const found = scanText(file.text, { path: file.path });
  const key = (one: { offset: number; family: string; text: string }): string =>
    `${one.offset} ${one.family} ${one.text}`;
  const labelled = new Set(labels.map(key));
  const seen = new Set(found.map(key));
  for (const label of labels) {
    const count = counts.get(label.family)!;
    count.labels += 1;
    if (seen.has(key(label))) count.found += 1;
    else add(lines, 'missed', file, label);
  }
  for (const one of found) {
    if (labelled.has(key(one))) continue;
    counts.get(one.family)!.falseAlarms += 1;
    add(lines, 'false alarm', file, one);
  }
  return labels.length;
}

/** @returns the number of vectors that are not found and of negatives that are */
export function checkVectors(): number {
  let failures = 0;
  let vectors = 0;
  for (const { family, vectors: ofFamily } of vectorLists) {
    for (const { text } of ofFamily) {
      const source = family === 'solana' || family === 'ton' ? { path: family } : undefined;
      const [found, ...more] = scanText(text, source);
      vectors += 1;
      if (found?.text === text && found.family === family && more.length === 0) continue;
      failures += 1;
      console.log(`published vector not found: ${family} ${text}`);
    }
  }
  const negatives = readNegatives();
  for (const { family, reason, text } of negatives) {
    if (scanText(text).length === 0) continue;
    failures += 1;
    console.log(`taken for an address: ${family}, ${reason}: ${text}`);
  }
  console.log(
    `${vectors} published vectors, ${negatives.length} hard negatives, ${failures} wrong`,
  );
  return failures;
}

function isBelow(count: Count): boolean {
  if (count.labels < least.examples) return false;
  return precisionOf(count) < least.precision || recallOf(count) < least.recall;
}

function add(
  lines: Map<string, string[]>,
  what: string,
  file: CorpusFile,
  one: { readonly family: string; readonly text: string },
): void {
  const kind = `${what}, ${one.family}, ${file.package}`;
  const reason = reasons.get(one.text);
  const line = `  ${file.path} ${one.text}${reason === undefined ? '' : `: ${reason}`}`;
  lines.set(kind, [...(lines.get(kind) ?? []), line]);
}

function rowOf(name: string, count: Count): string {
  const { labels, found, falseAlarms } = count;
  const shares = [...sharesOf(found, found + falseAlarms), ...sharesOf(found, labels)];
  return `| ${[name, labels, found, falseAlarms, ...shares].join(' | ')} |`;
}

/** The share of correct results with its bound; empty if nothing was measured. */
function sharesOf(right: number, all: number): readonly string[] {
  if (all === 0) return ['', ''];
  return [(right / all).toFixed(4), boundOf(right, all).toFixed(4)];
}

/**
 * The lower end of the 95 % interval of Clopper and Pearson: with a smaller share, so few would be wrong
 * in 2.5 % of measures.
 */
function boundOf(right: number, all: number): number {
  const wrong = all - right;
  const chanceOfSoFew = (share: number): number => {
    let term = all * Math.log1p(-share);
    let sum = Math.exp(term);
    for (let count = 1; count <= wrong; count++) {
      term += Math.log(((all - count + 1) / count) * (share / (1 - share)));
      sum += Math.exp(term);
    }
    return sum;
  };
  let [low, high] = [0, 1];
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (chanceOfSoFew(middle) > 0.025) low = middle;
    else high = middle;
  }
  return 1 - high;
}

function precisionOf({ found, falseAlarms }: Count): number {
  return found + falseAlarms === 0 ? 1 : found / (found + falseAlarms);
}

function recallOf({ found, labels }: Count): number {
  return labels === 0 ? 1 : found / labels;
}
