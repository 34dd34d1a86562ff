import './support/vscode.ts';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Inventory } from '../../../src/folder/inventory.ts';
import { Judgments } from '../../../src/folder/judgments.ts';
import { noFacts, noLookAlikes } from '../../support/workspaceStates.ts';
import type { LookAlikeFeeds } from '../../../src/editor/book/lookAlikeFeeds.ts';
import { putFile } from '../../support/inventories.ts';

const { AddressList } = await import('../../../src/editor/inventory/addressList.ts');
type Arguments = ConstructorParameters<typeof AddressList>;

it('a list that could not be brought up to date asks again for all of it the next time', async () => {
  const part = () => ({ inventory: new Inventory(), judgments: new Judgments() });
  const parts = { usual: part(), hidden: part(), checksum: part() };
  const { inventory } = parts.usual;
  const address = { family: 'evm', network: 'ethereum', isAssumed: false } as const;
  putFile(inventory, 0, 'a.ts', [{ canonical: 'a', ...address, line: 0, column: 0, length: 42 }]);
  const folder = { folder: { uri: 'folder' }, uriOf: (path: string) => path };
  const folders = { at: () => folder, open: () => [[0, folder]] };
  const search = { isRunning: true };
  const asked: string[] = [];
  const engine = {
    listScored: (_: string, [first = '']: readonly string[]) => {
      asked.push(first);
      return asked.length === 1 ? Promise.reject(new Error('ended')) : Promise.resolve([]);
    },
    readStored: () => Promise.resolve([]),
  };
  const list = new AddressList(
    { parts, inventory, folders, search, followChanged: () => false } as unknown as Arguments[0],
    {
      books: {
        factsReader: () => () => noFacts,
        lookAlikes: noLookAlikes,
      },
      revisions: { follow: () => undefined, stateOf: () => ({ kind: 'waiting' }) },
      calls: {
        session: { identity: () => Promise.resolve({ kind: 'service', key: 'a' }) },
        openEngine: () => Promise.resolve(engine),
      },
      log: { fault: () => undefined },
    } as unknown as Arguments[1],
  );
  await assert.rejects(list.update());
  await list.update();
  assert.deepEqual(asked, ['a', 'a']);
  await list.update();
  assert.deepEqual(asked, ['a', 'a']);
});

it('a list says which of two addresses came first where Git says it of both, and says it anew', async () => {
  const part = () => ({ inventory: new Inventory(), judgments: new Judgments() });
  const parts = { usual: part(), hidden: part(), checksum: part() };
  const { inventory } = parts.usual;
  const on = { family: 'evm', network: 'ethereum', isAssumed: false } as const;
  const at = { line: 0, column: 0, length: 42 };
  for (const [path, canonical] of Object.entries({ old: 'a', changed: 'b', outside: 'c' }))
    putFile(inventory, 0, path, [{ canonical, ...on, ...at }]);
  const folder = { folder: { uri: 'folder' }, uriOf: (path: string) => path };
  const search = { isRunning: false, progress: { state: 'complete' } };
  let base = 'waiting';
  const stateOf = (path: string) =>
    path === 'outside' ? 'outside' : path === 'old' ? 'unchanged' : 'changed';
  const state = () => ({
    kind: 'on',
    changed: new Set(),
    comparison: { stateOf, earlier: { has: () => false }, base },
  });
  let isNewer: LookAlikeFeeds['isNewer'] = () => false;
  const told: boolean[] = [];
  const found = {
    ...{ parts, inventory, search, followChanged: () => false },
    folders: { at: () => folder, open: () => [[0, folder]] },
  };
  const list = new AddressList(
    found as unknown as Arguments[0],
    {
      books: {
        factsReader: () => () => noFacts,
        bookFor: () => undefined,
        lookAlikes: {
          ...noLookAlikes,
          setNewer(now: LookAlikeFeeds['isNewer'], isChanged: boolean) {
            isNewer = now;
            told.push(isChanged);
          },
        },
      },
      revisions: { follow: () => undefined, stateOf: state, readBases: () => undefined },
      calls: { session: { identity: () => Promise.resolve({ kind: 'none' }) } },
      log: { fault: () => undefined },
    } as unknown as Arguments[1],
  );
  const isAfter = (other: string, one: string): boolean =>
    isNewer({ address: other, family: 'evm' }, { address: one, family: 'evm' });
  await list.update();
  assert.equal(isAfter('b', 'a'), false, 'the base version may have both');
  base = 'complete';
  await list.update();
  const pairs = ['a', 'b', 'c'].flatMap((other) =>
    ['a', 'b', 'c'].filter((one) => isAfter(other, one)).map((one) => `${other} after ${one}`),
  );
  assert.deepEqual(pairs, ['b after a']);
  await list.update();
  assert.deepEqual(told, [false, true, false]);
});
