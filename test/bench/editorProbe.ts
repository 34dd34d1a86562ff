/**
 * Runs in an extension host for `editor.bench.ts`: opens a large file, types in it, hovers over it.
 */
import { tracingChannel } from 'node:diagnostics_channel';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Work } from '../../src/scheduler/turns.ts';
import { spread, type Probed, type Spread } from './spread.ts';

const keystrokes = 200;
const places = 20;
const hovers = 1_000;

/** How long nothing may happen before a file counts as read. */
const quietMs = 1_500;

/** A piece of the extension's work, in milliseconds. */
interface Span extends Work {
  /** Wall time, which includes other processes on the same two cores. */
  readonly took: number;
  /** CPU time of this thread for it. */
  readonly computed: number;
}

const computedMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Collects the extension's performance marks from now on. */
function listen(): Span[] {
  const spans: Span[] = [];
  const open = new Map<object, { readonly began: number; readonly computed: number }>();
  const close = (message: object): void => {
    const begin = open.get(message);
    if (begin === undefined) return;
    open.delete(message);
    spans.push({
      what: (message as Work).what,
      took: performance.now() - begin.began,
      computed: computedMs() - begin.computed,
    });
  };
  tracingChannel('address-risk').subscribe({
    start: (message) => open.set(message, { began: performance.now(), computed: computedMs() }),
    end: (message) => {
      if ((message as Work).what !== 'hover') close(message);
    },
    asyncStart: () => undefined,
    asyncEnd: close,
    error: () => undefined,
  });
  return spans;
}

export async function run(): Promise<void> {
  const spans = listen();
  const file = process.env['BENCH_FILE'];
  if (file === undefined) throw new Error('BENCH_FILE names the file to open');

  /** The longest that the host was held up while something was done, in milliseconds. */
  async function heldUp(work: () => Promise<void>): Promise<Spread> {
    const delays = monitorEventLoopDelay({ resolution: 1 });
    delays.enable();
    await work();
    delays.disable();
    const ms = (percentile: number) => delays.percentile(percentile) / 1e6;
    return { p50: ms(50), p99: ms(99), most: delays.max / 1e6 };
  }

  let editor: vscode.TextEditor | undefined;
  const opening = await heldUp(async () => {
    editor = await vscode.window.showTextDocument(vscode.Uri.file(file));
    let count: number;
    do {
      count = spans.length;
      await delay(quietMs);
    } while (spans.length > count);
  });
  if (editor === undefined) throw new Error('No editor was opened');
  const { document } = editor;

  const strokes: number[] = [];
  const typing = await heldUp(async () => {
    for (let stroke = 0; stroke < keystrokes; stroke++) {
      const at = new vscode.Position(Math.floor((document.lineCount * stroke) / keystrokes), 4);
      editor!.selection = new vscode.Selection(at, at);
      const began = performance.now();
      await vscode.commands.executeCommand('type', { text: 'x' });
      strokes.push(performance.now() - began);
    }
    await delay(quietMs);
  });
  const whileTyping = spans.splice(0);

  /** Over addresses far apart; the first round fetches what the others find stored. */
  const hoverOver = async (index: number): Promise<void> => {
    const line = Math.floor((document.lineCount * ((index % places) + 0.5)) / places);
    await vscode.commands.executeCommand(
      'vscode.executeHoverProvider',
      document.uri,
      new vscode.Position(line, 20),
    );
  };
  for (let index = 0; index < places; index++) await hoverOver(index);
  spans.splice(0);
  for (let index = 0; index < hovers; index++) await hoverOver(index);

  const by = (list: readonly Span[]) =>
    Object.fromEntries(
      [...Map.groupBy(list, ({ what }) => what)].map(([what, each]) => [
        what,
        {
          took: spread(each.map(({ took }) => took)),
          computed: spread(each.map(({ computed }) => computed)),
        },
      ]),
    );
  const probed: Probed = {
    opening,
    typing,
    strokes: spread(strokes),
    spans: { ...by(whileTyping), ...by(spans) },
  };
  console.log(`bench ${JSON.stringify(probed)}`);
}
