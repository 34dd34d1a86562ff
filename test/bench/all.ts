/**
 * `npm run bench`: runs every `*.bench.ts` in this folder, one after the other; `npm run bench --
 * detection` runs only that one. Fails if a ratio is much larger than the one in `ratios.json`;
 * `--write` updates them after an intended change.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { ratioPrefix } from './ratios.ts';

/** Beyond this, a ratio is worse, and not only measured on a busier machine. */
const maxTimes = 1.3;

const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const path = join(import.meta.dirname, 'ratios.json');
const committed = JSON.parse(readFileSync(path, 'utf8')) as Record<string, number>;
const measured: Record<string, number> = {};

async function runBench(file: string): Promise<void> {
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  for await (const line of createInterface(child.stdout)) {
    console.log(line);
    const [, name, value] = new RegExp(`^${ratioPrefix}(.+): ([\\d.]+)$`).exec(line) ?? [];
    if (name !== undefined) measured[name] = Number(value);
  }
  const [code] = await ended;
  if (code !== 0) process.exitCode = 1;
}

for (const file of globSync(join(import.meta.dirname, '*.bench.ts')).sort()) {
  const name = basename(file, '.bench.ts');
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.log(`\n${name}`);
  await runBench(file);
}

console.log('\nratios: now, committed');
for (const [name, value] of Object.entries(measured)) {
  const before = committed[name];
  const isWorse = before === undefined || value > before * maxTimes;
  console.log(`  ${isWorse ? '✖' : '✔'} ${name}: ${value}, ${before ?? 'none'}`);
  if (isWorse && !values.write) process.exitCode = 1;
}
if (values.write) {
  const all = Object.entries({ ...committed, ...measured }).sort(([a], [b]) => a.localeCompare(b));
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}
