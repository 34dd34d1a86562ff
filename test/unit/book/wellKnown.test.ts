import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { networkNamed } from '../../../src/networks/networks.ts';
import { factsOf } from '../../../src/book/facts.ts';
import { documentedContracts } from '../../../src/book/wellKnownTable.ts';

const nothing = { entries: new Map(), lists: [], names: { of: () => [] } } as const;

const namesOf = (text: string, network: string | undefined): unknown =>
  factsOf(nothing, { text, family: 'evm', network }).names.map(({ name }) => name);

describe('well-known contracts', () => {
  it('have a source, an address in lower case, and networks of our table, each once', () => {
    const rows = documentedContracts.flatMap(({ documented, contracts }) => {
      assert.match(documented, /^https:\/\/\S+$/);
      assert.ok(contracts.length > 0, documented);
      return contracts.flatMap(([address, name, networks]) => {
        assert.match(address, /^0x[\da-f]{40}$/);
        assert.ok(name.length > 1);
        return networks.split(' ').map((network) => {
          assert.equal(networkNamed(network)?.family, 'evm', network);
          return `${address} ${network}`;
        });
      });
    });
    assert.equal(new Set(rows).size, rows.length);
    assert.ok(rows.length >= 150, String(rows.length));
  });

  it('are named on their networks alone, in any spelling', () => {
    const weth = '0x4200000000000000000000000000000000000006';
    assert.deepEqual(namesOf(weth, 'base'), ['WETH']);
    assert.deepEqual(namesOf(weth, 'polygon'), []);
    assert.deepEqual(namesOf('0xcA11bde05977b3631167028862bE2a173976CA11', undefined), [
      'Multicall3',
    ]);
  });

  it('rank below the names of the folder', () => {
    const index = { of: () => [{ name: 'Ours', key: '', source: { kind: 'labels', path: 'a' } }] };
    const { names } = factsOf(
      { ...nothing, names: index as never },
      { text: '0xcA11bde05977b3631167028862bE2a173976CA11', family: 'evm', network: 'base' },
    );
    assert.deepEqual(
      names.map(({ name }) => name),
      ['Ours', 'Multicall3'],
    );
  });
});
