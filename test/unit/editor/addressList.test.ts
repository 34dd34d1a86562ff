import './support/vscode.ts';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Inventory } from '../../../src/folder/inventory.ts';
import { Judgments } from '../../../src/folder/judgments.ts';
import { noFacts } from '../../support/workspaceStates.ts';
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
        lookAlikes: { of: () => [], crowdOf: () => undefined },
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
