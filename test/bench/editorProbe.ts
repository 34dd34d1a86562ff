/** What `editor.bench.ts` runs in an extension host: opens a large file, types in it, hovers over it. */
import { tracingChannel } from 'node:diagnostics_channel';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Work } from '../../src/editor/documents/turns.ts';
import { spread, type Probed, type Spread, type TabsProbed } from './spread.ts';

const keystrokes = 200;
const places = 20;
const hovers = 1_000;

/** In files of 5,000 addresses. */
const typed = 500;
const pages = 100;
const switches = 60;
/** Between two keys, pages, or tabs, in milliseconds: someone fast. */
const paceMs = 30;

/** How long nothing may happen before a file counts as read. */
const quietMs = 1_500;

/** A piece of the extension's work, in milliseconds. */
interface Span extends Work {
  /** By the clock: what others did on the same two cores is in it. */
  readonly took: number;
  /** What this thread computed for it. */
  readonly computed: number;
}

const computedMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Keeps what the marks of the extension tell, from now on. */
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

/** How long the host was held up while something was done, in milliseconds. */
async function heldUp(work: () => Promise<void>): Promise<Spread> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  await work();
  delays.disable();
  const ms = (percentile: number) => delays.percentile(percentile) / 1e6;
  return { p50: ms(50), p99: ms(99), most: delays.max / 1e6 };
}

/** Types into the middle of the first file, pages through it, and switches between all. */
async function workInTabs(files: readonly string[]): Promise<TabsProbed> {
  const show = async (file: string): Promise<vscode.TextEditor> =>
    vscode.window.showTextDocument(vscode.Uri.file(file), { preview: false });
  for (const file of files) await show(file);
  await delay(quietMs);
  const [first = ''] = files;
  const editor = await show(first);
  await delay(quietMs);
  const typing = await heldUp(async () => {
    const at = new vscode.Position(editor.document.lineCount >> 1, 0);
    editor.selection = new vscode.Selection(at, at);
    for (let stroke = 0; stroke < typed; stroke++) {
      await vscode.commands.executeCommand('type', { text: stroke % 50 === 49 ? '\n' : 'x' });
      await delay(paceMs);
    }
    await delay(quietMs);
  });
  const scrolling = await heldUp(async () => {
    for (let page = 0; page < pages; page++) {
      const to = page < pages / 2 ? 'down' : 'up';
      await vscode.commands.executeCommand('editorScroll', { to, by: 'page' });
      await delay(paceMs);
    }
    await delay(quietMs);
  });
  const switching = await heldUp(async () => {
    for (let count = 0; count < switches; count++) {
      await show(files[count % files.length] ?? first);
      await delay(paceMs);
    }
    await delay(quietMs);
  });
  return { typing, scrolling, switching };
}

export async function run(): Promise<void> {
  const spans = listen();
  const file = process.env['BENCH_FILE'];
  if (file === undefined) throw new Error('BENCH_FILE names the file to open');

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
  const ofLargeFile = { ...by(whileTyping), ...by(spans) };
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  spans.splice(0);
  const tabs = await workInTabs((process.env['BENCH_TABS'] ?? '').split('\n'));
  const inTabs = Object.entries(by(spans)).map(([what, each]) => [`${what}, in tabs`, each]);
  const probed: Probed = {
    opening,
    typing,
    strokes: spread(strokes),
    tabs,
    spans: { ...ofLargeFile, ...Object.fromEntries(inTabs) },
  };
  console.log(`bench ${JSON.stringify(probed)}`);
}
