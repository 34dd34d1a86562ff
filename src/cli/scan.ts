import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { rowsOf } from './rows.ts';
import { filesBelow } from './files.ts';

const usage = 'Usage: npm run -s scan -- PATH… --format json';

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
  const missing = positionals.filter(
    (path) => statSync(resolve(from, path), { throwIfNoEntry: false }) === undefined,
  );
  for (const path of missing) console.error(`No such file or folder: ${path}`);
  const files = new Set<string>();
  for (const path of positionals) {
    if (!missing.includes(path)) for (const file of filesBelow(from, path)) files.add(file);
  }
  let separator = '\n';
  process.stdout.write('[');
  for (const path of [...files].sort(byCodeUnit)) {
    const text = textOf(await readFile(resolve(from, path)));
    if (text === undefined) continue;
    for (const row of rowsOf(path, text)) {
      if (!process.stdout.write(`${separator}${JSON.stringify(row)}`)) await drained();
      separator = ',\n';
    }
  }
  process.stdout.write('\n]\n');
  return missing.length > 0 ? 2 : 0;
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

try {
  process.exitCode = await main();
} catch (error) {
  const isUsage = error instanceof TypeError && 'code' in error;
  if (!isUsage) throw error;
  console.error(`${error.message}\n${usage}`);
  process.exitCode = 2;
}
