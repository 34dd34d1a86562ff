/**
 * Twenty jobs that are polled while 200 CodeLenses are refreshed twice a second, in a real VS Code:
 * how long the thread that all extensions share is held up, with the extension and without any, and
 * how many messages it exchanges with the extension's own thread. `BENCH_BASE` names another
 * checkout with its build, measured in the same run.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toEip55 } from '../../src/encodings/evmChecksum.ts';
import { repository } from '../harness/extension.ts';
import { run } from '../harness/processes.ts';
import { probeInHost, writeEmptyExtension } from './hostProbe.ts';
import type { Spread } from './spread.ts';

export interface JobsProbed {
  /** Of the event loop, in milliseconds. */
  readonly delay: Spread;
  /** Messages for one refresh of all CodeLenses. */
  readonly perRefresh: number;
  /** Messages for everything else; jobs are polled once a second. */
  readonly perSecond: number;
}

const line = (index: number): string =>
  `const a${index} = "${toEip55(`0x${(index * 7_919 + 1).toString(16).padStart(40, '5')}`)}";\n`;

async function probe(development: string, folder: string): Promise<JobsProbed> {
  return (await probeInHost('jobsProbe.cjs', development, folder)) as JobsProbed;
}

function print(what: string, { delay, perRefresh, perSecond }: JobsProbed): void {
  const { p50, p99, most } = delay;
  const held = [p50, p99, most].map((ms) => ms.toFixed(2).padStart(8)).join('');
  console.log(
    `  ${what.padEnd(20)}${held}  messages: ${perRefresh} a refresh, ${perSecond.toFixed(1)} a poll`,
  );
}

const folder = await mkdtemp(join(tmpdir(), 'bench-'));
try {
  await run(process.execPath, ['esbuild.js', '--tests'], { cwd: repository });
  const file = join(folder, 'addresses.ts');
  await writeFile(file, Array.from({ length: 200 }, (_, index) => line(index)).join(''));
  const nothing = await writeEmptyExtension(folder);
  // The extension host inherits it from the server.
  process.env['BENCH_FILE'] = file;
  console.log('20 jobs, 200 CodeLenses; event loop held up: median, 99th percentile, most (ms)');
  print('extension off', await probe(nothing, folder));
  const base = process.env['BENCH_BASE'];
  if (base !== undefined) print('base', await probe(base, folder));
  print('extension on', await probe(repository, folder));
} finally {
  await rm(folder, { recursive: true, force: true });
}
