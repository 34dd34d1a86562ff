/**
 * Runs in an extension host for `inventory.bench.ts`: the search of the open folder, as *Find
 * Addresses in Workspace* starts it, in its thread, and then a change to one of its files, which
 * the host reads.
 */
import { tracingChannel } from 'node:diagnostics_channel';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { Books } from '../../src/editor/book/books.ts';
import { registerRevisions } from '../../src/editor/git/revisions.ts';
import { createChainChoices } from '../../src/editor/documents/chainChoice.ts';
import type { Work } from '../../src/scheduler/turns.ts';
import { followChanges } from '../../src/editor/inventory/followChanges.ts';
import { WorkspaceInventory } from '../../src/editor/inventory/workspaceInventory.ts';
import type { SearchProbed } from './spread.ts';

const computedMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** The longest of the extension's own turns, computed. */
function longestTurn(): { ms: number } {
  const longest = { ms: 0 };
  const started = new Map<object, number>();
  tracingChannel('address-risk').subscribe({
    start: (message) => started.set(message, computedMs()),
    end(message) {
      if ((message as Work).what !== 'inventory') return;
      longest.ms = Math.max(longest.ms, computedMs() - (started.get(message) ?? Infinity));
      started.delete(message);
    },
    asyncStart: () => undefined,
    asyncEnd: () => undefined,
    error: () => undefined,
  });
  return longest;
}

const usedBytes = (): number => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await delay(5);
}

/**
 * Waits until the other extensions of the window have finished starting: one of VS Code's reads
 * every package.json. @throws if they don't finish
 */
async function untilIdle(): Promise<void> {
  for (let second = 0, idle = 0; idle < 3; second++) {
    if (second > 90) throw new Error('The extension host never rests.');
    const before = computedMs();
    await delay(1_000);
    idle = computedMs() - before < 50 ? idle + 1 : 0;
  }
}

export async function run(): Promise<void> {
  await untilIdle();
  const workspaceState = {
    get: (_: string, fallback: unknown) => fallback,
    update: () => Promise.resolve(),
  } as unknown as vscode.Memento;
  const fault = (_: string, error: unknown): void => console.error(error);
  const workerFile = join(import.meta.dirname, 'scan.cjs');
  const onEnd = (error: unknown): void => fault('inventory', error);
  const revisions = registerRevisions(
    { workspaceState },
    { thread: { workerFile, onEnd }, isOwnFile: (file) => books.isOwnFile(file) },
  );
  const books: Books = new Books(revisions);
  const choices = createChainChoices({ workspaceState }, books);
  let threads = 0;
  const thread = { workerFile, onEnd, onStart: () => (threads += 1) };
  const found = new WorkspaceInventory({ books, choices, log: { fault }, thread });
  const watch = followChanges(found, { books, choices }, { fault });
  const turn = longestTurn();
  const idle = usedBytes();
  let most = 0;
  const memory = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
  const rss = process.memoryUsage().rss;
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const computed = computedMs();
  const began = performance.now();
  let listed = 0;
  const progress = found.search.onDidChange(() => {
    if (listed === 0 && found.search.progress.total > 0) listed = performance.now() - began;
  });
  await found.searchAll();
  await until(() => found.search.progress.state === 'complete');
  const took = performance.now() - began;
  const computedIn = computedMs() - computed;
  delays.disable();
  clearInterval(memory);
  progress.dispose();
  const put = found.scanner.put.bind(found.scanner);
  let readings = 0;
  found.scanner.put = (place, reading) => {
    readings++;
    return put(place, reading);
  };
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const [path] = found.inventory.filesOf(0);
  if (folder === undefined || path === undefined) throw new Error('No folder with addresses');
  await appendFile(vscode.Uri.joinPath(folder.uri, path).fsPath, '\n');
  await until(() => readings > 0);
  await delay(1_000);
  const rssAfter = process.memoryUsage().rss - rss;
  const ms = (percentile: number): number => delays.percentile(percentile) / 1e6;
  const probed: SearchProbed = {
    ...{ took, listed, computed: computedIn, maxTurnLength: turn.ms },
    delay: { p50: ms(50), p99: ms(99), most: delays.max / 1e6 },
    files: found.search.progress.total,
    addresses: [...found.inventory.addresses.ids()].length,
    kept: usedBytes() - idle,
    ...{ rss: most - rss, rssAfter, threads },
    readings,
  };
  for (const each of [watch, found, choices, books]) each.dispose();
  console.log(`bench ${JSON.stringify(probed)}`);
}
