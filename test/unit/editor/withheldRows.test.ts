import './support/vscode.ts';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Inventory } from '../../../src/folder/inventory.ts';
import { Judgments } from '../../../src/folder/judgments.ts';
import { putFile } from '../../support/inventories.ts';

const { withheldRows } = await import('../../../src/editor/inventory/addressRows.ts');
type Found = Parameters<typeof withheldRows>[1];

const network = { family: 'evm', network: 'ethereum', isAssumed: false } as const;

it('the badge counts wrong checksums, and of what may be keys only what is new or a look-alike', async () => {
  const part = () => ({ inventory: new Inventory(), judgments: new Judgments() });
  const parts = { usual: part(), hidden: part(), checksum: part() };
  for (const { inventory, judgments } of [parts.hidden, parts.checksum]) {
    const found = ['a', 'b'].map((canonical, line) => ({
      ...{ canonical, ...network, line, column: 0, length: 42 },
    }));
    putFile(inventory, 0, 'a.ts', found);
    for (const id of inventory.addresses.ids()) {
      const looksLike = inventory.addresses.addressOf(id) === 'b' ? 'USDC' : undefined;
      const facts = { denial: undefined, isUnlisted: true, isAdded: false, name: undefined };
      judgments.setFacts(id, { ...facts, looksLike });
    }
  }
  const folders = { at: () => ({ uriOf: (path: string) => path }) };
  const found = { parts, folders } as unknown as Found;
  const [hidden, checksum] = [
    await withheldRows('hidden', found, 10),
    await withheldRows('checksum', found, 10, () => false),
  ];
  assert.deepEqual([hidden.alarming, checksum.alarming, checksum.count], [1, 2, 0]);
  assert.deepEqual(
    hidden.rows.map(({ alarms, facts }) => [...alarms, ...facts][0]),
    ['Looks like USDC', 'not in the address book'],
  );
});
