import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clueIn, clueOfKey } from '../../../src/evidence/clues.ts';
import { entriesIn } from '../../../src/evidence/entries.ts';

describe('parts that are written alike', () => {
  it('say for each reason and family what they say there', () => {
    for (let time = 0; time < 2; time++) {
      assert.equal(clueIn('on Polygon', 'evm', 'comment')?.reason, 'comment');
      assert.equal(clueIn('on Polygon', 'evm', 'name')?.reason, 'name');
      assert.equal(clueIn('on Polygon', 'solana', 'name'), undefined);
      assert.equal(clueOfKey('polygon: ', 'evm', 'key')?.reason, 'key');
      assert.equal(clueOfKey('polygon: ', 'evm', 'section')?.reason, 'section');
      assert.equal(clueOfKey('polygon: ', 'solana', 'section'), undefined);
    }
  });
});

describe('the entries of a part', () => {
  const keysIn = (text: string) =>
    entriesIn(text, [[0, text.length]], { head: '', isSmallIdForeign: false }).keys;

  it('have their keys before a colon or an equals sign', () => {
    assert.deepEqual(keysIn('chainId: 137, owner = x, "token": y'), ['chainid', 'owner', 'token']);
  });

  it('are no comparisons, paths of types, or schemes', () => {
    assert.deepEqual(keysIn('chainId == 137 && a === b, std::string, https://base.org'), []);
  });
});
