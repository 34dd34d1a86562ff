/**
 * A file of 10 MiB with 100,000 addresses in a real VS Code: opened, typed in and hovered over, with
 * the extension and, for comparison, without any.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toEip55 } from '../../src/encodings/evmChecksum.ts';
import { repository } from '../harness/extension.ts';
import { run } from '../harness/processes.ts';
import { probeInHost, writeEmptyExtension } from './hostProbe.ts';
import { printRatio } from './ratios.ts';
import type { Probed, Spread } from './spread.ts';

const addresses = 100_000;

const line = (index: number): string =>
  `  "${toEip55(`0x${(index * 7_919).toString(16).padStart(40, '5')}`)}": "a holder of something, or of nothing, number ${index}",\n`;

const row = (what: string, { p50, p99, most }: Spread): string =>
  `  ${what.padEnd(44)} ${[p50, p99, most].map((ms) => ms.toFixed(2).padStart(8)).join('')}`;

const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const probe = async (development: string): Promise<Probed> =>
  (await probeInHost('editorProbe.cjs', development, folder)) as Probed;
try {
  await run(process.execPath, ['esbuild.js', '--tests'], { cwd: repository });
  const file = join(folder, 'holders.txt');
  await writeFile(file, Array.from({ length: addresses }, (_, index) => line(index)).join(''));
  const nothing = await writeEmptyExtension(folder);
  // The extension host inherits it from the server.
  process.env['BENCH_FILE'] = file;
  const off = await probe(nothing);
  const on = await probe(repository);
  console.log(`${addresses} addresses; milliseconds: median, 99th percentile, most`);
  console.log(row('host held up while it opens, extension off', off.opening));
  console.log(row('host held up while it opens, extension on', on.opening));
  console.log(row('host held up while typing, extension off', off.typing));
  console.log(row('host held up while typing, extension on', on.typing));
  console.log(row('key to changed document, extension off', off.strokes));
  console.log(row('key to changed document, extension on', on.strokes));
  printRatio(
    'typing held up, p99, to a window without the extension',
    on.typing.p99 / off.typing.p99,
  );
  for (const [what, { took, computed }] of Object.entries(on.spans)) {
    console.log(row(`our own: ${what}, by the clock`, took));
    console.log(row(`our own: ${what}, computed`, computed));
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
