/**
 * What scanning for all families with their checksums costs: beside plain regular expressions over
 * the same texts in the same run, on hostile and on dense texts, and as texts grow.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { toEip55 } from '../../src/addresses/evm.ts';
import { occurrenceAt, scanSlices, scanText } from '../../src/addresses/scan.ts';
import { evmPackages, readCorpus } from '../detection/corpus.ts';
import { installCorpora } from '../detection/install.ts';
import type { CorpusFile } from '../detection/packages.ts';
import { vectorLists } from '../detection/vectors.ts';
import { countMatches, evmAlone, fourShapes } from './baseline.ts';

const mebibyte = 1_048_576;
const warmUpMs = 400;

/** How long something is repeated, and how often at least. */
const measuredMs = 1_500;
const fewestRounds = 5;

/**
 * The medians of several rounds in milliseconds, once the compiler is done with the code. The works
 * take turns, so that what else the machine does falls on all of them alike.
 */
function mediansMs(...works: readonly (() => void)[]): number[] {
  for (const work of works) {
    for (const began = performance.now(); performance.now() - began < warmUpMs;) work();
  }
  const times = works.map((): number[] => []);
  const until = performance.now() + measuredMs * works.length;
  for (let round = 0; round < fewestRounds || performance.now() < until; round++) {
    for (const [index, work] of works.entries()) {
      const began = performance.now();
      work();
      times[index]!.push(performance.now() - began);
    }
  }
  return times.map((each) => each.sort((a, b) => a - b)[each.length >> 1]!);
}

const medianMs = (work: () => void): number => mediansMs(work)[0]!;

const rate = (characters: number, ms: number): string =>
  `${((characters / mebibyte / ms) * 1000).toFixed(0)} MiB/s`;

function compare(name: string, files: readonly CorpusFile[]): void {
  const size = files.reduce((sum, { text }) => sum + text.length, 0);
  const over = (work: (file: CorpusFile) => void) => () => files.forEach(work);
  const [shapes = 0, evm = 0, ours = 0] = mediansMs(
    over(({ text }) => countMatches(fourShapes, text)),
    over(({ text }) => countMatches(evmAlone, text)),
    over(({ path, text }) => scanText(text, { path })),
  );
  console.log(
    `${name}: ${files.length} files, ${(size / mebibyte).toFixed(1)} MiB\n` +
      `  four shapes ${shapes.toFixed(1)} ms ${rate(size, shapes)}, EVM alone ${evm.toFixed(1)} ms, ` +
      `all families ${ours.toFixed(1)} ms ${rate(size, ours)}: ${(ours / shapes).toFixed(2)} times`,
  );
}

installCorpora();
const corpus = readCorpus();
const isEvm = (file: CorpusFile): boolean => evmPackages.includes(file.package);
compare('EVM packages', corpus.filter(isEvm));
compare(
  'many-chain packages',
  corpus.filter((file) => !isEvm(file)),
);

const filled = (piece: string, size: number): string =>
  piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

console.log('hostile texts that fail before a checksum, 10 MiB each');
for (const [name, piece] of [
  ['one run of hex', 'deadbeef'],
  ['0x, again and again', '0x'],
  ['tokens of 41 digits', `0x${'a'.repeat(41)} `],
  ['tokens of 34 characters, wrong first', `${'z'.repeat(34)} `],
  ['bc1 without end', 'bc1'],
  ['a line of base64', 'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo+/'],
  ['slashes', '/'],
  ['32 to 44 of base58, nothing says Solana', `${'A'.repeat(40)} `],
] as const) {
  const text = filled(piece, 10 * mebibyte);
  console.log(
    `  ${name}: ${rate(
      text.length,
      medianMs(() => scanText(text)),
    )}`,
  );
}

console.log('dense in valid shapes, 2 MiB each');
for (const [family, lists] of Map.groupBy(vectorLists, (list) => list.family)) {
  const addresses = lists.flatMap(({ vectors }) => vectors.map(({ text }) => text));
  const text = filled(`${addresses.join(' ')} `, 2 * mebibyte);
  const ms = medianMs(() => scanText(text, family === 'solana' ? { path: 'solana' } : undefined));
  console.log(`  ${family}: ${rate(text.length, ms)}`);
}

// Texts of one mixture, so that length is all that differs: a part of each stretch of the corpus.
console.log('growth');
const code = corpus.map(({ text }) => text).join('\n');
const stretch = 16_384;
const mixture = Array.from({ length: Math.floor(code.length / stretch) }, (_, index) =>
  code.slice(index * stretch, index * stretch + stretch / 16),
).join('\n');
for (const size of [1, 10, 100]) {
  const text = filled(mixture, size * mebibyte);
  let found = 0;
  const ms = medianMs(() => {
    found = 0;
    for (const slice of scanSlices(text)) found += slice.length;
  });
  console.log(
    `  ${size} MiB: ${ms.toFixed(1)} ms, ${(ms / size).toFixed(2)} ms/MiB, ${found} addresses`,
  );
}

await slices();

/** The longest slice, with the event loop free between two, and a hover in the same text. */
async function slices(): Promise<void> {
  const line = (index: number): string =>
    `  "${toEip55(`0x${index.toString(16).padStart(40, '5')}`)}": "a holder of something, or of nothing",\n`;
  const text = Array.from({ length: 100_000 }, (_, index) => line(index)).join('');
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let longest = 0;
  const generator = scanSlices(text);
  for (;;) {
    const began = performance.now();
    if (generator.next().done === true) break;
    longest = Math.max(longest, performance.now() - began);
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  delay.disable();
  const times = Array.from({ length: 10_000 }, (_, index) => {
    const began = performance.now();
    occurrenceAt(text, (index * 7_919) % text.length);
    return performance.now() - began;
  }).sort((a, b) => a - b);
  console.log(
    `${(text.length / mebibyte).toFixed(1)} MiB with 100,000 addresses: longest slice ${longest.toFixed(1)} ms; ` +
      `address under a caret p50 ${times[5_000]!.toFixed(3)} ms, p99 ${times[9_900]!.toFixed(3)} ms`,
  );
}
