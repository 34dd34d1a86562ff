/**
 * A window with an open file that no one touches for a minute, in a real VS Code: how often its
 * extension host wakes up and what it computes, with the extension and, for comparison, without any;
 * and what the extension's own code set off meanwhile, which should be nothing.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from '../harness/extension.ts';
import { run } from '../harness/processes.ts';
import { probeInHost, writeEmptyExtension } from './hostProbe.ts';

export interface QuietProbed {
  readonly seconds: number;
  /** Timers, reads, and messages that the extension's code set off. */
  readonly ownWork: number;
  /** Voluntary context switches of the process: its wake-ups, including VS Code's own. */
  readonly switches: number;
  /** Of all threads of the process, in milliseconds. */
  readonly computedMs: number;
}

const print = (what: string, { seconds, ownWork, switches, computedMs }: QuietProbed): void =>
  console.log(
    `  ${what.padEnd(16)} ${seconds} s: ${switches} wake-ups, ${computedMs.toFixed(0)} ms computed, ${ownWork} set off by the extension`,
  );

const folder = await mkdtemp(join(tmpdir(), 'bench-'));
try {
  await run(process.execPath, ['esbuild.js', '--tests'], { cwd: repository });
  const file = join(folder, 'a.txt');
  await writeFile(file, 'usdc 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48\n'.repeat(50));
  // The extension host inherits it from the server.
  process.env['BENCH_QUIET'] = `${file}\n${join(repository, 'dist')}`;
  const nothing = await writeEmptyExtension(folder);
  const off = (await probeInHost('quietProbe.cjs', nothing, folder)) as QuietProbed;
  const on = (await probeInHost('quietProbe.cjs', repository, folder)) as QuietProbed;
  print('extension off', off);
  print('extension on', on);
} finally {
  await rm(folder, { recursive: true, force: true });
}
