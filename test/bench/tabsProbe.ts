/**
 * Runs in an extension host for `tabs.bench.ts`: types into a file, scrolls it, and switches
 * between several.
 */
import { tracingChannel } from 'node:diagnostics_channel';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Work } from '../../src/scheduler/turns.ts';
import type { Spread, TabsProbed } from './spread.ts';

const typed = 500;
const pages = 100;
const switches = 60;

/** Between two keys, pages, or tabs, in milliseconds: a fast user. */
const paceMs = 20;

/** Until what the files and the extensions begin with is done. */
const quietMs = 4_000;
const afterwardMs = 1_000;

const computedMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** How long the host was held up while something was done, in milliseconds. */
async function heldUp(work: () => Promise<void>): Promise<Spread> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  await work();
  await delay(afterwardMs);
  delays.disable();
  const ms = (percentile: number) => delays.percentile(percentile) / 1e6;
  return { p50: ms(50), p99: ms(99), most: delays.max / 1e6 };
}

/** The extension's longest synchronous pieces of work from now on. */
function listen(): Record<string, number> {
  const longest: Record<string, number> = {};
  const started = new Map<object, number>();
  tracingChannel('address-risk').subscribe({
    start: (message) => started.set(message, computedMs()),
    end(message) {
      const { what } = message as Work;
      const took = computedMs() - (started.get(message) ?? Infinity);
      started.delete(message);
      longest[what] = Math.max(longest[what] ?? 0, took);
    },
    asyncStart: () => undefined,
    asyncEnd: () => undefined,
    error: () => undefined,
  });
  return longest;
}

export async function run(): Promise<void> {
  const files = (process.env['BENCH_TABS'] ?? '').split('\n');
  const [first = ''] = files;
  const show = (file: string): Thenable<vscode.TextEditor> =>
    vscode.window.showTextDocument(vscode.Uri.file(file), { preview: false });
  const own = listen();
  for (const file of files) await show(file);
  const editor = await show(first);
  await delay(quietMs);
  const typing = await heldUp(async () => {
    const at = new vscode.Position(editor.document.lineCount >> 1, 0);
    editor.selection = new vscode.Selection(at, at);
    for (let stroke = 0; stroke < typed; stroke++) {
      await vscode.commands.executeCommand('type', { text: stroke % 50 === 49 ? '\n' : 'x' });
      await delay(paceMs);
    }
  });
  const scrolling = await heldUp(async () => {
    for (let page = 0; page < pages; page++) {
      const to = page < pages / 2 ? 'down' : 'up';
      await vscode.commands.executeCommand('editorScroll', { to, by: 'page' });
      await delay(paceMs);
    }
  });
  const switching = await heldUp(async () => {
    for (let count = 0; count < switches; count++) {
      await show(files[count % files.length] ?? first);
      await delay(paceMs);
    }
  });
  const probed: TabsProbed = { typing, scrolling, switching, own };
  console.log(`bench ${JSON.stringify(probed)}`);
}
