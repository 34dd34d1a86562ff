/**
 * Runs in an extension host for `quiet.bench.ts`: opens a file, and then does nothing for a minute.
 */
import { createHook } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { QuietProbed } from './quiet.bench.ts';

/** Until what the window and its extensions begin with is done. */
const startMs = 20_000;
const quietMs = 60_000;

/** Counts what the code of a folder sets off: timers, reads, messages; promises wake nothing up. */
function countOwnWork(folder: string): { readonly count: number; stop(): void } {
  const own = { count: 0, stop: () => void hook.disable() };
  const hook = createHook({
    init(_, type) {
      if (type !== 'PROMISE' && new Error().stack?.includes(folder) === true) own.count++;
    },
  }).enable();
  return own;
}

function processFigures(): { switches: number; computedMs: number } {
  const { voluntaryContextSwitches, userCPUTime, systemCPUTime } = process.resourceUsage();
  return { switches: voluntaryContextSwitches, computedMs: (userCPUTime + systemCPUTime) / 1_000 };
}

export async function run(): Promise<void> {
  const [path = '', extension = ''] = (process.env['BENCH_QUIET'] ?? '').split('\n');
  await vscode.window.showTextDocument(vscode.Uri.file(path));
  await delay(startMs);
  const own = countOwnWork(extension);
  const before = processFigures();
  await delay(quietMs);
  const { switches, computedMs } = processFigures();
  own.stop();
  const probed: QuietProbed = {
    seconds: quietMs / 1_000,
    ownWork: own.count,
    switches: switches - before.switches,
    computedMs: computedMs - before.computedMs,
  };
  console.log(`bench ${JSON.stringify(probed)}`);
}
