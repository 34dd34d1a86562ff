import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Books } from '../../src/editor/book/books.ts';
import { createActivity } from '../../src/editor/calls/activity.ts';
import { createAddressIndex } from '../../src/editor/documents/addressIndex.ts';
import { nothingSearched, type ChainChoices } from '../../src/editor/documents/chainChoice.ts';
import type { SessionRoom } from '../../src/editor/session/account.ts';
import { StoredResultIndex } from '../../src/editor/surfaces/lensLines.ts';
import { createCodeLensProvider } from '../../src/editor/surfaces/lenses.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { Clock } from '../../src/paid/clock.ts';
import { createReports } from '../../src/paid/reports.ts';
import { toEip55 } from '../../src/encodings/evmChecksum.ts';
import { noNewAddresses } from './support/noNewAddresses.ts';
import { eventually } from '../harness/waiting.ts';
import { noLookAlikes } from '../support/workspaceStates.ts';
import { noBooks } from './support/noBooks.ts';
import { openText } from './support/openText.ts';
import { ledgerOver, openSqliteStore } from '../support/openStore.ts';

const addressOf = (index: number): string =>
  toEip55(`0x${(0xabcdef000000 + index).toString(16).padStart(40, '1')}`);

const choices = {
  of: () => undefined,
  ofFile: () => [],
  entryNetwork: () => undefined,
  searched: nothingSearched,
  ready: () => Promise.resolve(),
  alwaysAssumed: () => undefined,
} as unknown as ChainChoices;

const none = new vscode.CancellationTokenSource().token;

/** The CodeLens entries of a document with one address in each line, over a ledger of its own. */
async function documentOf(lines: number, books: Books = noBooks, { isSlow = false } = {}) {
  const store = openSqliteStore(':memory:');
  const clock = { now: Date.now, tick: () => 0 } as unknown as Clock;
  const policy = () => ({ summaryMs: 1, riskMs: 1 }) as never;
  const reports = createReports(ledgerOver(store), clock, policy);
  let reads = 0;
  const engine = {
    listScored(...asked: Parameters<Engine['listScored']>) {
      reads++;
      return reports.listScored(...asked);
    },
    listOpenJobs: (...asked: Parameters<Engine['listOpenJobs']>) => reports.listOpenJobs(...asked),
    readStored: (keys: readonly unknown[]) =>
      Promise.resolve(
        keys.map(() => ({
          summary: null,
          summaryCall: null,
          scores: { money: null, money_rank_weight: null },
          jobs: { money: null, money_rank_weight: null },
        })),
      ),
  } as unknown as Engine;
  const session = {
    identity: () => Promise.resolve({ kind: 'service', key: 'account' }),
  } as unknown as SessionRoom;
  /** Until then, neither the ledger nor the address book can be read. */
  const opened = Promise.withResolvers<undefined>();
  if (!isSlow) opened.resolve(undefined);
  const calls = {
    session,
    openEngine: () => opened.promise.then(() => engine),
    activity: createActivity(),
  } as never;
  const documents = {
    index: createAddressIndex(),
    choices: { ...choices, ready: () => opened.promise },
  } as never;
  const stored = new StoredResultIndex(calls);
  const lenses = createCodeLensProvider({
    ...{ books, calls, documents, stored },
    newAddresses: noNewAddresses,
  });
  const content = Array.from({ length: lines }, (_, index) => `ethereum: ${addressOf(index)}`);
  const document = await openText(`${content.join('\n')}\nend`);
  const key = (index: number) =>
    ({ account: 'account', chain: 'ethereum', address: addressOf(index) }) as const;
  return {
    store,
    stored,
    lenses,
    document,
    open: () => opened.resolve(undefined),
    key,
    reads: () => reads,
    lines: async (): Promise<number[]> => {
      const all = (await lenses.provideCodeLenses(document, none)) ?? [];
      return all.map(({ range }) => range.start.line);
    },
  };
}

const booksDenying = (denied: string): Books =>
  ({
    factsOf: (_: unknown, { text }: { readonly text: string }) => ({
      ...{ entries: [], baseEntries: [], names: [] },
      denials: text === denied ? [{ list: 'Ours', path: 'deny.csv' }] : [],
    }),
    lookAlikes: noLookAlikes,
    denySearch: () => [],
  }) as unknown as Books;

describe('CodeLens set to “auto”', () => {
  it('is on each of 20 address lines, and of more only where something is known', async () => {
    const few = await documentOf(20);
    assert.equal((await few.lines()).length, 20);
    few.lenses.dispose();

    const many = await documentOf(21);
    const { store, key, lenses } = many;
    assert.deepEqual(await many.lines(), []);
    const receivedAt = Date.now();
    store.saveResult({ ...key(3), part: 'money', body: '{}', receivedAt });
    // For a different network, and by the other method: nothing to show here.
    store.saveResult({ ...key(4), chain: 'bsc', part: 'money', body: '{}', receivedAt });
    store.saveResult({ ...key(5), part: 'summary', body: '{}', receivedAt });
    const claim = { owner: 'w', now: receivedAt, tick: 0 };
    for (const [index, state] of [
      [7, 'unknown'],
      [8, 'rejected'],
    ] as const) {
      const job = { id: state, aggregator: 'money', origin: 'o', credential: 'c' } as const;
      store.beginJob({ ...key(index), ...job }, claim);
      store.overrideJob(state, { state }, receivedAt);
    }
    many.stored.forget();
    lenses.refresh();
    assert.deepEqual(await many.lines(), [3, 7]);
    lenses.dispose();
  });

  it('keeps its lines free at once, and has the same lines with titles later', async () => {
    const { lenses, document, open } = await documentOf(20, noBooks, { isSlow: true });
    const first = (await lenses.provideCodeLenses(document, none)) ?? [];
    assert.equal(first.length, 20);
    assert.ok(first.every(({ command }) => command?.title.trim() === '' && command.command === ''));
    const requested = new Promise<void>((resolve) => {
      lenses.onDidChangeCodeLenses?.(() => resolve());
    });
    open();
    await requested;
    const second = (await lenses.provideCodeLenses(document, none)) ?? [];
    assert.ok(second.every(({ command }) => command?.title.startsWith('Score risk')));
    assert.deepEqual(
      second.map(({ range }) => range.start.line),
      first.map(({ range }) => range.start.line),
    );
    lenses.dispose();
  });

  it('is requested again by a window that comes to the front, so that its commands run', async () => {
    const { window } = vscode;
    const original = window.onDidChangeWindowState;
    const states = new vscode.EventEmitter<vscode.WindowState>();
    let requests = 0;
    try {
      Object.assign(window, { onDidChangeWindowState: states.event });
      const { lenses } = await documentOf(1);
      lenses.onDidChangeCodeLenses?.(() => requests++);
      states.fire({ focused: false, active: false });
      assert.equal(requests, 0);
      states.fire({ focused: true, active: true });
      assert.equal(requests, 1);
      lenses.dispose();
      states.fire({ focused: true, active: true });
      assert.equal(requests, 1);
    } finally {
      Object.assign(window, { onDidChangeWindowState: original });
      states.dispose();
    }
  });

  it('shows a hit of a deny list', async () => {
    const { lines, lenses } = await documentOf(25, booksDenying(addressOf(9)));
    assert.deepEqual(await lines(), [9]);
    lenses.dispose();
  });

  it('shows the worst of a line, not its first address', async () => {
    const books = booksDenying(addressOf(2));
    const { lenses } = await documentOf(1, books);
    const document = await openText(`ethereum: ${[1, 2, 3].map(addressOf).join(' ')}`);
    const requested = new Promise<void>((resolve) => {
      lenses.onDidChangeCodeLenses?.(() => resolve());
    });
    const [before] = (await lenses.provideCodeLenses(document, none)) ?? [];
    assert.equal(before?.range.start.character, 10);
    await requested;
    const [lens] = (await lenses.provideCodeLenses(document, none)) ?? [];
    assert.equal(lens?.range.start.character, 10 + 43);
    assert.match(lens.command?.title ?? '', /^On deny list/);
    lenses.dispose();
  });

  it('follows the caret, and reads nothing again as it moves', async () => {
    const { document, lenses, lines, reads } = await documentOf(30);
    const editor = await vscode.window.showTextDocument(document);
    let changes = 0;
    const watch = lenses.onDidChangeCodeLenses?.(() => changes++);
    const moveTo = (line: number): void => {
      const place = new vscode.Position(line, 0);
      editor.selection = new vscode.Selection(place, place);
    };
    assert.deepEqual(await lines(), [0]);
    for (const [line, marked] of [
      [12, '12'],
      [30, ''],
    ] as const) {
      const before = changes;
      moveTo(line);
      await eventually(
        'the lenses to follow the caret',
        async () => changes > before && (await lines()).join() === marked,
      );
    }
    assert.equal(reads(), 1);
    watch?.dispose();
    lenses.dispose();
  });
});
