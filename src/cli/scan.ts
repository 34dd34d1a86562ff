import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { rowsOf } from './rows.ts';
import { filesBelow, type Skipped } from './files.ts';
import { readRegularFile } from './readRegularFile.ts';

const usage = 'Usage: npm run -s scan -- PATH… --format json';

/** Text of this many bytes fits into a string, and into the memory that Node takes by default. */
const largestFile = 268_435_456;

/** Detection alone: reads files, prints a JSON array of addresses, sends nothing. */
async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    args: process.argv.slice(2),
    options: { format: { type: 'string', default: 'json' } },
    allowPositionals: true,
  });
  if (positionals.length === 0 || values.format !== 'json') {
    console.error(usage);
    return 2;
  }
  // npm runs scripts in the package's folder; what a person names is beside them.
  const from = process.env['INIT_CWD'] ?? '.';
  const { files, isComplete } = listed(from, positionals);
  return (await print(from, files)) && isComplete ? 0 : 2;
}

/** The files that the arguments name, each once; what is not there or cannot be read is reported. */
function listed(
  from: string,
  paths: readonly string[],
): { readonly files: readonly string[]; readonly isComplete: boolean } {
  const missing = paths.filter((path) => isMissing(resolve(from, path)));
  for (const path of missing) console.error(`No such file or folder: ${JSON.stringify(path)}`);
  const files = new Set<string>();
  let isComplete = missing.length === 0;
  for (const path of paths) {
    if (missing.includes(path)) continue;
    const listing = filesBelow(from, path);
    for (const file of listing.files) files.add(file);
    for (const skipped of listing.skipped) reportSkipped(skipped);
    if (listing.skipped.length > 0) isComplete = false;
  }
  return { files: [...files].sort(byCodeUnit), isComplete };
}

/** Whether nothing is there; what is there and cannot be looked at is another matter. */
function isMissing(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

/** In UTF-16 units: a write for each row would cost more than the row. */
const blockLength = 65_536;

/** Prints the array. False where a file could not be read. */
async function print(from: string, files: readonly string[]): Promise<boolean> {
  let isComplete = true;
  let separator = '\n';
  let block = '[';
  for (const path of files) {
    const read = readRegularFile(resolve(from, path), largestFile);
    if (read.kind === 'skipped') {
      reportSkipped({ path, reason: read.reason });
      isComplete = false;
      continue;
    }
    const text = textOf(read.bytes);
    if (text === undefined) continue;
    for (const row of rowsOf(path, text)) {
      block += separator + JSON.stringify(row);
      separator = ',\n';
      if (block.length < blockLength) continue;
      if (!process.stdout.write(block)) await drained();
      block = '';
    }
  }
  process.stdout.write(`${block}\n]\n`);
  return isComplete;
}

/** Quoted: a name may hold line breaks, and sequences that a terminal obeys. */
function reportSkipped({ path, reason }: Skipped): void {
  console.error(`Skipped ${JSON.stringify(path)}: ${reason}`);
}

function drained(): Promise<void> {
  return new Promise((resolveDrain) => process.stdout.once('drain', resolveDrain));
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Undefined for what is no text: bytes that are not UTF-8, or a zero among them. */
function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

// A reader such as `head` may close the output early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
try {
  process.exitCode = await main();
} catch (error) {
  const isUsage = error instanceof TypeError && 'code' in error;
  if (!isUsage) throw error;
  console.error(`${error.message}\n${usage}`);
  process.exitCode = 2;
}
