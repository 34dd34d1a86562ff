/**
 * The inventory over 4,000 real files, compared with only reading and decoding them: its own code
 * in a process, then in a thread of the extension host of a real VS Code, where a file is then
 * changed; and a filter over 200,000 addresses. `test/detection` has the files once `npm run
 * test:detection` has run, or BENCH_FILES names another folder.
 */
import { closeSync, openSync, readdirSync, readFileSync, readSync, fstatSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { matcherOf } from '../../src/report/addresses/filter.ts';
import { groupAddresses } from '../../src/report/addresses/groups.ts';
import { Inventory } from '../../src/folder/inventory.ts';
import { Judgments } from '../../src/folder/judgments.ts';
import { scanWith } from '../support/inventories.ts';
import { repository } from '../harness/extension.ts';
import { run } from '../harness/processes.ts';
import { putFile } from '../support/inventories.ts';
import { probeInHost, writeEmptyExtension } from './hostProbe.ts';
import type { SearchProbed } from './spread.ts';
import { printRatio } from './ratios.ts';

const root = process.env['BENCH_FILES'] ?? join(import.meta.dirname, '../detection/node_modules');
const fileCount = 4_000;
const addressCount = 200_000;
const largest = 4_194_304;
const turnMs = 5;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const mebibytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MiB`;

/** Every n-th text file, so that all packages are included. */
function chooseFiles(): string[] {
  const all = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:[cm]?[jt]s|json|sol|md)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const step = Math.max(1, Math.floor(all.length / fileCount));
  return all.filter((_, index) => index % step === 0).slice(0, fileCount);
}

function read(path: string): string | undefined {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    if (size > largest) return undefined;
    const bytes = Buffer.allocUnsafe(size);
    readSync(file, bytes, 0, size, 0);
    if (bytes.includes(0)) return undefined;
    return decoder.decode(bytes);
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}

/** CPU time of this thread, without other processes on the same two cores. */
const computedMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Runs steps as the editor does; the longest turn, computed, is what others wait for. */
function inTurns<T>(steps: Iterator<unknown, T>, longest: { ms: number }): T {
  for (;;) {
    const computed = computedMs();
    const began = performance.now();
    let step = steps.next();
    while (step.done !== true && performance.now() - began < turnMs) step = steps.next();
    longest.ms = Math.max(longest.ms, computedMs() - computed);
    if (step.done === true) return step.value;
  }
}

function usedBytes(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function searchFiles(files: readonly string[]): void {
  // In the page cache.
  let bytes = 0;
  for (const file of files) bytes += readFileSync(file).length;
  const beganAlone = performance.now();
  for (const file of files) read(file);
  const alone = performance.now() - beganAlone;

  const idle = usedBytes();
  const inventory = new Inventory();
  const longest = { ms: 0 };
  const computedBefore = computedMs();
  const began = performance.now();
  let scanning = 0;
  for (const file of files) {
    const text = read(file);
    if (text === undefined) continue;
    const path = relative(root, file);
    const beganScan = performance.now();
    const { addresses } = scanWith(text, { path, networks: [] }, () => ({ assumed: 'ethereum' }));
    scanning += performance.now() - beganScan;
    // Texts are scanned in threads; this is what the extension host does.
    inTurns(inventory.putFile(0, path, addresses), longest);
  }
  const took = performance.now() - began;
  const computed = computedMs() - computedBefore;
  const kept = usedBytes() - idle;
  const count = [...inventory.addresses.ids()].length;
  console.log(`${files.length} files, ${mebibytes(bytes)}: ${count} addresses`);
  console.log(`  reading and decoding alone      ${alone.toFixed(0).padStart(6)} ms`);
  console.log(`  scanning, of the inventory      ${scanning.toFixed(0).padStart(6)} ms`);
  console.log(`  inventory                       ${took.toFixed(0).padStart(6)} ms`);
  console.log(`  inventory, computed             ${computed.toFixed(0).padStart(6)} ms`);
  console.log(`  longest turn, computed          ${longest.ms.toFixed(1).padStart(6)} ms`);
  console.log(`  kept in memory                  ${mebibytes(kept)}`);
  printRatio('an inventory to scanning its files', took / scanning);
}

function filterMany(): void {
  const idle = usedBytes();
  const inventory = new Inventory();
  const judgments = new Judgments();
  const perFile = 50;
  for (let file = 0; file < addressCount / perFile; file++) {
    const found = Array.from({ length: perFile }, (_, index) => ({
      canonical: Buffer.from(
        `0x${(file * perFile + index).toString(16).padStart(8, 'a')}${'5aC9'.repeat(8)}`,
      ).toString('latin1'),
      ...{ family: 'evm' as const, network: 'ethereum', isAssumed: false },
      ...{ line: index, column: 4, length: 42 },
    }));
    putFile(inventory, 0, `src/${file}.ts`, found);
  }
  for (const id of inventory.addresses.ids()) {
    judgments.setFacts(id, {
      denial: undefined,
      isAdded: false,
      looksLike: undefined,
      isUnlisted: id % 3 > 0,
      name: undefined,
    });
  }
  console.log(`${addressCount} addresses: ${mebibytes(usedBytes() - idle)} kept in memory`);
  for (const [what, filter] of [
    ['no filter', {}],
    ['text that few have', { text: '01f45' }],
    ['text that all have', { text: '5ac95' }],
    ['network', { network: 'ethereum' }],
  ] as const) {
    const times: number[] = [];
    const longest = { ms: 0 };
    for (let round = 0; round < 7; round++) {
      const began = performance.now();
      const matches = matcherOf(filter, inventory.addresses, judgments);
      inTurns(
        groupAddresses(inventory, judgments, {
          ...{ by: 'status', matches, alarmingRank: undefined, maxRows: 1_000 },
        }),
        longest,
      );
      times.push(performance.now() - began);
    }
    const median = times.sort((a, b) => a - b)[3] ?? 0;
    console.log(
      `  ${what.padEnd(30)} ${median.toFixed(0).padStart(6)} ms, longest turn ${longest.ms.toFixed(1)} ms`,
    );
  }
}

/** The same files in the folder of a window. */
async function searchInHost(files: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    await run(process.execPath, ['esbuild.js', '--tests'], { cwd: repository });
    const workspace = join(folder, 'workspace');
    for (const file of files) {
      // `node_modules` isn't searched, so rename it.
      const path = join(workspace, relative(root, file).replaceAll('node_modules', 'modules'));
      await mkdir(dirname(path), { recursive: true });
      await copyFile(file, path);
    }
    const development = await writeEmptyExtension(folder);
    const probed = (await probeInHost(
      'inventoryProbe.cjs',
      development,
      workspace,
    )) as SearchProbed;
    printSearch(probed);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function printSearch({ delay, ...probed }: SearchProbed): void {
  const ms = (value: number): string => `${value.toFixed(1).padStart(8)} ms`;
  console.log(`In an extension host, ${probed.files} files: ${probed.addresses} addresses`);
  console.log(`  files listed after              ${ms(probed.listed)}`);
  console.log(`  inventory                       ${ms(probed.took)}`);
  console.log(`  computed by the host            ${ms(probed.computed)}`);
  console.log(`  its longest turn, computed      ${ms(probed.maxTurnLength)}`);
  console.log(
    `  host held up: p50, p99, most    ${ms(delay.p50)}${ms(delay.p99)}${ms(delay.most)}`,
  );
  console.log(`  kept in memory                  ${mebibytes(probed.kept)}`);
  console.log(`  growth of the process           ${mebibytes(probed.rss)}`);
  console.log(`  growth, a second later          ${mebibytes(probed.rssAfter)}`);
  console.log(`  threads                         ${probed.threads}`);
  console.log(`  files read after one change     ${probed.readings}`);
}

const chosen = chooseFiles();
searchFiles(chosen);
await searchInHost(chosen);
filterMany();
