import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import * as vscode from 'vscode';
import { Books } from '../../../src/editor/book/books.ts';
import type { Calls } from '../../../src/editor/calls/calls.ts';
import { createActivity } from '../../../src/editor/calls/activity.ts';
import { createChainChoices } from '../../../src/editor/documents/chainChoice.ts';
import { registerRevisions } from '../../../src/editor/git/revisions.ts';
import { AddressList } from '../../../src/editor/inventory/addressList.ts';
import { createAddressTree, type AddressNode } from '../../../src/editor/inventory/addressTree.ts';
import { followChanges } from '../../../src/editor/inventory/followChanges.ts';
import { WorkspaceInventory } from '../../../src/editor/inventory/workspaceInventory.ts';
import type { Log } from '../../../src/editor/shell/shell.ts';
import type { StoredState } from '../../../src/paid/reports.ts';

/** The built thread: test bundles know where the extension's files are. */
const workerFile = join(import.meta.dirname, 'scan.cjs');

export async function eventually<T>(
  look: () => Promise<T> | T,
  isRight: (seen: T) => boolean,
): Promise<T> {
  for (let seen = await look(); ; seen = await look()) {
    if (isRight(seen)) return seen;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Scores by address, as the ledger of an account would have them. */
export type Scores = Readonly<Record<string, string>>;

function callsWith(scores: Scores, isGateway: boolean): Calls {
  const head = (address: string): StoredState =>
    ({
      summary: null,
      summaryCall: null,
      scores: {
        money: {
          value: {
            createdAt: { state: 'absent' },
            address: { state: 'given', value: address },
            chain: { state: 'absent' },
            score: { state: 'given', value: scores[address] },
            isTooBig: false,
          },
          receivedAt: Date.now(),
          isFresh: true,
          ...(isGateway && { isSampleData: true }),
        },
        money_rank_weight: null,
      },
      jobs: { money: null, money_rank_weight: null },
    }) as unknown as StoredState;
  const engine = {
    listScored: (_: string, addresses: readonly string[]) =>
      Promise.resolve(
        addresses
          .filter((address) => scores[address] !== undefined)
          .map((address) => ({ account: 'a', address, chain: 'ethereum', part: 'money' })),
      ),
    readStored: (keys: readonly { readonly address: string }[]) =>
      Promise.resolve(keys.map(({ address }) => head(address))),
  };
  return {
    session: {
      identity: () =>
        Promise.resolve(
          isGateway
            ? { kind: 'service', key: 'team', origin: 'https://gateway.test' }
            : { kind: 'sample', key: 'sample' },
        ),
      onDidChange: () => new vscode.Disposable(() => undefined),
    },
    openEngine: () => Promise.resolve(engine),
    activity: createActivity(),
  } as unknown as Calls;
}

interface OpenOptions {
  readonly onStart?: ((thread: Worker) => void) | undefined;
  readonly isGateway?: boolean;
}

/**
 * The view with the workspace of this window. Every fault fails the test.
 * @param options.onStart called with each thread that the search starts
 * @param options.isGateway whether the scores are of a gateway with the sample service behind it
 */
export function openView(scores: Scores = {}, { onStart, isGateway = false }: OpenOptions = {}) {
  const faults: unknown[] = [];
  const log = { fault: (_: string, error: unknown) => faults.push(error) } as unknown as Log;
  const state = new Map<string, unknown>();
  const workspaceState = {
    get: (key: string, fallback: unknown) => state.get(key) ?? fallback,
    update: (key: string, value: unknown) => Promise.resolve(void state.set(key, value)),
  } as unknown as vscode.Memento;
  const onEnd = (error: unknown): void => void faults.push(error);
  const revisions = registerRevisions(
    { workspaceState },
    { thread: { workerFile, onEnd }, isOwnFile: (file) => books.isOwnFile(file) },
  );
  const books: Books = new Books(revisions);
  const choices = createChainChoices({ workspaceState }, books, {
    elsewhere: (...asked) => found.elsewhere(...asked),
    networksInUse: (family) => found.networksInUse(family),
    unnamedFiles: () => found.unnamedFiles(),
  });
  const calls = callsWith(scores, isGateway);
  const thread = { workerFile, onEnd, onStart };
  const found = new WorkspaceInventory({ books, choices, log, thread });
  const list = new AddressList(found, { books, calls, log, revisions });
  let requests = 0;
  const tree = createAddressTree({ found, list, revisions, books }, () => requests++);
  const watches = [
    followChanges(found, { books, choices }, log),
    found.search.onDidChange(() => list.updateSoon()),
    revisions.onDidChange(() => list.updateSoon()),
    books.onDidChange(() => void list.update({ facts: true })),
  ];
  const children = async (node?: AddressNode): Promise<AddressNode[]> =>
    (await tree.getChildren(node)) ?? [];
  const textOf = async (node: AddressNode): Promise<string> => {
    const { label, description } = await tree.getTreeItem(node);
    const texts = [label, description].map((part) => (typeof part === 'string' ? part : ''));
    return texts.filter((text) => text !== '').join(' | ');
  };

  /** Each row with its children, only for this test's folder. */
  async function shown(): Promise<string[]> {
    const lines: string[] = [];
    for (const group of await children()) {
      lines.push(await textOf(group));
      for (const row of await children(group)) {
        lines.push(`- ${await textOf(row)}`);
        for (const place of await children(row)) lines.push(`-- ${await textOf(place)}`);
      }
    }
    return lines;
  }
  return {
    ...{ books, calls, choices, faults, found, list, tree, revisions, children, shown },
    requests: () => requests,
    /** Names what was seen instead, if it never comes. */
    async shownUntil(isRight: (lines: string) => boolean): Promise<string> {
      for (const end = Date.now() + 6_000; ;) {
        const text = (await shown()).join('\n');
        if (isRight(text)) return text;
        assert.ok(Date.now() < end, text);
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    },
    async search() {
      await found.searchAll();
      await eventually(
        () => found.search.progress.state,
        (now) => now === 'complete',
      );
      await list.update();
    },
    dispose() {
      for (const each of [...watches, tree, list, found, books, revisions, choices]) each.dispose();
      assert.deepEqual(faults, []);
    },
  };
}
