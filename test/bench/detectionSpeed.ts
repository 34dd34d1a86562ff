/**
 * The cost of detection in this Node version: scanning compared with plain regular expressions over
 * the same texts in the same run, evidence per address, and how both grow.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createChainReader } from '../../src/evidence/chainOf.ts';
import { toEip55 } from '../../src/encodings/evmChecksum.ts';
import type { Occurrence } from '../../src/addresses/occurrence.ts';
import { occurrenceAt, scanSlices, scanText } from '../../src/scan/scan.ts';
import { evmPackages, readCorpus } from '../detection/corpus.ts';
import { filesOf, type CorpusFile } from '../detection/packages.ts';
import { countMatches, evmAlone, fourShapes, hashMatches } from './baseline.ts';
import { filled, hostileTexts, validTexts } from './denseTexts.ts';
import { fastestMs, fastestOfEach, mebibyte, rate } from './fastest.ts';
import { printRatio } from './ratios.ts';

console.log(`Node ${process.version}, V8 ${process.versions.v8}`);

function compare(name: string, files: readonly CorpusFile[], target?: number): void {
  const size = files.reduce((sum, { text }) => sum + text.length, 0);
  const over = (work: (file: CorpusFile) => void) => () => files.forEach(work);
  const addresses = files.reduce((sum, { path, text }) => sum + scanText(text, { path }).length, 0);
  const [shapes = 0, evm = 0, hashed = 0, ours = 0] = fastestOfEach(
    over(({ text }) => countMatches(fourShapes, text)),
    over(({ text }) => countMatches(evmAlone, text)),
    over(({ text }) => hashMatches(text)),
    over(({ path, text }) => scanText(text, { path })),
  );
  console.log(
    `${name}: ${files.length} files, ${(size / mebibyte).toFixed(1)} MiB, ${addresses} addresses\n` +
      `  four shapes ${shapes.toFixed(1)} ms ${rate(size, shapes)}, EVM alone ${evm.toFixed(1)} ms, ` +
      `shapes with a hash ${hashed.toFixed(1)} ms, ` +
      `all families ${ours.toFixed(1)} ms ${rate(size, ours)}: ` +
      `${(ours / shapes).toFixed(2)} times` +
      (target === undefined ? '' : ` (target ${target.toFixed(1)})`),
  );
  if (target !== undefined) printRatio(`detection to shapes with a hash, ${name}`, ours / hashed);
}

const corpus = readCorpus();
const isEvm = (file: CorpusFile): boolean => evmPackages.includes(file.package);
compare('EVM packages', corpus.filter(isEvm), 0.8);
const ofManyChains = corpus.filter((file) => !isEvm(file));
compare('many-chain packages', ofManyChains, 1);
// A scan's time grows with the addresses, of which token lists have the most.
for (const [name, files] of Map.groupBy(ofManyChains, (file) => file.package)) {
  compare(`of these, ${name}`, files);
}

console.log('evidence for the network (target 12 µs an address)');
for (const [name, globs] of [
  ['@uniswap/default-token-list', ['build/*.json']],
  ['@aave-dao/aave-address-book', ['src/*.sol', 'dist/*.js']],
  ['@hyperlane-xyz/registry', ['dist/**/*.yaml']],
  ['@bitgo/statics', ['dist/src/**/*.js']],
  ['@safe-global/safe-deployments', ['src/**/*.json']],
  ['@openzeppelin/contracts', ['**/*.sol']],
] as const) {
  const scanned = filesOf(name, globs).map(({ path, text }) => ({
    path,
    text,
    found: scanText(text, { path }),
  }));
  const withAddresses = scanned.filter(({ found }) => found.length > 0);
  const addresses = withAddresses.reduce((sum, { found }) => sum + found.length, 0);
  const ms = fastestMs(() => {
    for (const { path, text, found } of withAddresses) readNetworks(text, path, found);
  });
  console.log(
    `  ${name}: ${addresses} addresses in ${withAddresses.length} files, ` +
      `${((ms * 1_000) / addresses).toFixed(1)} µs an address`,
  );
}

function readNetworks(text: string, path: string, found: readonly Occurrence[]): void {
  const chainOf = createChainReader(text, path);
  for (const occurrence of found) chainOf(occurrence);
}

console.log('hostile texts that fail before a checksum, 10 MiB each');
for (const [name, piece] of [
  ['one run of hex', 'deadbeef'],
  ['0x, again and again', '0x'],
  ['tokens of 41 digits', `0x${'a'.repeat(41)} `],
  ['tokens of 34 characters, wrong first', `${'z'.repeat(34)} `],
  ['bc1 without end', 'bc1'],
  ['a line of base64', 'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo+/'],
  ['slashes', '/'],
  ['a letter of two bytes in each word', 'é deadbeef '],
] as const) {
  const text = filled(piece, 10 * mebibyte);
  console.log(
    `  ${name}: ${rate(
      text.length,
      fastestMs(() => void scanText(text)),
    )}`,
  );
}

console.log('hostile texts that reach codecs and evidence, 1 MiB each (target 15 MiB/s)');
for (const [name, text] of hostileTexts(mebibyte)) {
  const found = scanText(text).length;
  const speed = rate(
    text.length,
    fastestMs(() => void scanText(text)),
  );
  console.log(`  ${name}: ${speed}, ${found} addresses`);
}

console.log('dense in addresses, 1 MiB each (target 20 MiB/s)');
for (const [family, text] of validTexts(mebibyte)) {
  const source = family === 'solana' ? { path: 'solana' } : {};
  console.log(
    `  ${family}: ${rate(
      text.length,
      fastestMs(() => void scanText(text, source)),
    )}`,
  );
}

console.log('growth');
// Texts of one mixture, so that length is all that differs: a part of each stretch of the corpus.
const code = corpus.map(({ text }) => text).join('\n');
const stretch = 16_384;
const mixture = Array.from({ length: Math.floor(code.length / stretch) }, (_, index) =>
  code.slice(index * stretch, index * stretch + stretch / 16),
).join('\n');
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
for (const [name, piece] of [
  ['lines', mixture],
  ['one line of code', mixture.replaceAll('\n', ' ')],
  ['one line of addresses', `{"chainId":1,"token":"${address}"},`],
] as const) {
  for (const size of [1, 5, 20]) measureGrowth(name, filled(piece, size * mebibyte));
}

function measureGrowth(name: string, text: string): void {
  const size = text.length / mebibyte;
  const began = performance.now();
  const found = [...scanSlices(text)].flat();
  const scanned = performance.now();
  readNetworks(text, 'a.json', found);
  const read = performance.now();
  console.log(
    `  ${name}, ${size} MiB: ${((scanned - began) / size).toFixed(2)} ms/MiB, ` +
      `networks of ${found.length} addresses ${((read - scanned) / size).toFixed(1)} ms/MiB`,
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
  for (const [name, part] of [
    ['code', mixture],
    ['addresses', text],
  ] as const) {
    const whole = filled(part, mebibyte);
    const found = scanText(whole);
    const outline = fastestMs(() => readNetworks(whole, 'a.ts', found.slice(0, 1)));
    console.log(`  1 MiB of ${name}: its first network ${outline.toFixed(1)} ms`);
  }
}
