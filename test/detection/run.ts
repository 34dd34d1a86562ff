/**
 * `npm run test:detection`: precision and recall of the scanner over sources of published
 * packages, every published vector and every hard negative. Each miss and each false alarm is
 * listed. Fails below 0.999 and 0.995. `-- --write` puts the table into the README.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codecs } from '../../src/addresses/families/table.ts';
import { scanText } from '../../src/addresses/scan.ts';
import { readCorpus, type CorpusFile } from './corpus.ts';
import { labelsOf } from './labels.ts';
import { readNegatives } from './negatives.ts';
import { checkChance } from './chance.ts';
import { vectorLists } from './vectors.ts';

interface Count {
  labels: number;
  found: number;
  falseAlarms: number;
}

const least = { precision: 0.999, recall: 0.995, examples: 50 } as const;

const counts = new Map<string, Count>(
  codecs.map(({ family }) => [family, { labels: 0, found: 0, falseAlarms: 0 }]),
);
const countOf = (family: string): Count => counts.get(family)!;
const ofPackages = new Map<string, number>();
const lines: string[] = [];
let failures = 0;

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

for (const file of readCorpus()) {
  const labels = labelsOf(file.path, file.text);
  const found = scanText(file.text, { path: file.path });
  const key = (one: { offset: number; family: string; text: string }): string =>
    `${one.offset} ${one.family} ${one.text}`;
  const labelled = new Set(labels.map(key));
  const seen = new Set(found.map(key));
  ofPackages.set(file.package, (ofPackages.get(file.package) ?? 0) + labels.length);
  for (const label of labels) {
    countOf(label.family).labels += 1;
    if (seen.has(key(label))) countOf(label.family).found += 1;
    else lines.push(lineOf('missed', file, label));
  }
  for (const one of found) {
    if (labelled.has(key(one))) continue;
    countOf(one.family).falseAlarms += 1;
    lines.push(lineOf('false alarm', file, one));
  }
}

for (const [name, labels] of ofPackages)
  console.log(`${String(labels).padStart(6)} labels  ${name}`);
for (const line of lines) console.log(line);

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
console.log(`${vectors} published vectors, ${negatives.length} hard negatives, ${failures} wrong`);

const rows = [...counts].map(([family, count]) => rowOf(family, count));
const pooled: Count = { labels: 0, found: 0, falseAlarms: 0 };
for (const count of counts.values()) {
  pooled.labels += count.labels;
  pooled.found += count.found;
  pooled.falseAlarms += count.falseAlarms;
}
const table = [
  '| family | labels | found | false alarms | precision | recall |',
  '|:--|--:|--:|--:|--:|--:|',
  rowOf('**all**', pooled),
  ...rows,
].join('\n');
console.log(`\n${table}\n`);
if (precisionOf(pooled) < least.precision || recallOf(pooled) < least.recall) failures += 1;

failures += checkChance();

const readme = join(import.meta.dirname, '../../README.md');
const marks = /(<!-- detection -->\n)[^]*?(\n<!-- \/detection -->)/;
const old = readFileSync(readme, 'utf8');
const updated = old.replace(marks, (_, open: string, close: string) => open + table + close);
if (process.argv.includes('--write')) writeFileSync(readme, updated);
else if (updated !== old) {
  console.log('The table in the README is another: npm run test:detection -- --write');
  failures += 1;
}
process.exitCode = failures > 0 ? 1 : 0;

function lineOf(
  what: string,
  file: CorpusFile,
  { family, text }: { readonly family: string; readonly text: string },
): string {
  const reason = reasons.get(text) ?? 'not explained yet';
  return `${what.padEnd(12)} ${file.package}/${file.path} ${family} ${text}: ${reason}`;
}

function rowOf(name: string, count: Count): string {
  const { labels, found, falseAlarms } = count;
  const few = labels < least.examples ? ` (fewer than ${least.examples})` : '';
  return `| ${name} | ${labels}${few} | ${found} | ${falseAlarms} | ${precisionOf(count).toFixed(4)} | ${recallOf(count).toFixed(4)} |`;
}

function precisionOf({ found, falseAlarms }: Count): number {
  return found + falseAlarms === 0 ? 1 : found / (found + falseAlarms);
}

function recallOf({ found, labels }: Count): number {
  return labels === 0 ? 1 : found / labels;
}
