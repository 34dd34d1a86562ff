/**
 * Twenty files with 5,000 addresses each in a real VS Code, with the extension and, for comparison,
 * without any: 500 characters are typed into one, it is scrolled, and all are switched between. How
 * long the thread that all extensions share is held up.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toEip55 } from '../../src/encodings/evmChecksum.ts';
import { repository } from '../harness/extension.ts';
import { run } from '../harness/processes.ts';
import { choicesFrom } from '../support/random.ts';
import { probeInHost, writeEmptyExtension } from './hostProbe.ts';
import type { Spread, TabsProbed } from './spread.ts';

const tabCount = 20;
const addresses = 5_000;

const { below } = choicesFrom(20_261_123);

/** Random, as real ones are: addresses in a row would look alike. */
function line(index: number): string {
  const digits = Array.from({ length: 40 }, () => below(16).toString(16)).join('');
  return `  holder${index}: "${toEip55(`0x${digits}`)}",\n`;
}

const row = (what: string, { p50, p99, most }: Spread): string =>
  `  ${what.padEnd(32)} ${[p50, p99, most].map((ms) => ms.toFixed(2).padStart(8)).join('')}`;

const folder = await mkdtemp(join(tmpdir(), 'bench-'));
try {
  await run(process.execPath, ['esbuild.js', '--tests'], { cwd: repository });
  const files = Array.from({ length: tabCount }, (_, tab) => join(folder, `tab${tab}.txt`));
  for (const [tab, file] of files.entries()) {
    const lines = Array.from({ length: addresses }, (_, index) => line(tab * addresses + index));
    await writeFile(file, `export const holders = {\n${lines.join('')}};\n`);
  }
  const nothing = await writeEmptyExtension(folder);
  // The extension host inherits it from the server.
  process.env['BENCH_TABS'] = files.join('\n');
  const off = (await probeInHost('tabsProbe.cjs', nothing, folder)) as TabsProbed;
  const on = (await probeInHost('tabsProbe.cjs', repository, folder)) as TabsProbed;
  console.log(
    `${tabCount} files of ${addresses} addresses; host held up: median, 99th percentile, most (ms)`,
  );
  for (const what of ['typing', 'scrolling', 'switching'] as const) {
    console.log(row(`${what}, extension off`, off[what]));
    console.log(row(`${what}, extension on`, on[what]));
  }
  for (const [what, longest] of Object.entries(on.own)) {
    console.log(`  longest of our own, computed: ${what.padEnd(14)} ${longest.toFixed(2)}`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
