import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codecs } from '../../../src/families/table.ts';
import { accountOf } from '../../../src/addresses/occurrence.ts';
import { accounts, base58Check } from '../../support/accounts.ts';

/** The account of a text by the first family that reads it; digits without `0x` are of EVM. */
function accountIn(text: string): string {
  const family = codecs.find(({ read }) => read(text) !== undefined)?.family ?? 'evm';
  return accountOf({ text, family });
}

describe('an account', () => {
  for (const [what, spellings] of Object.entries(accounts)) {
    it(`is one for ${what}`, () => {
      assert.equal(new Set(spellings.map(accountIn)).size, 1, spellings.map(accountIn).join('\n'));
    });
  }

  it('is another one for each of these, however alike they are written', () => {
    const firsts = Object.values(accounts).map(([first = '']) => first);
    const others = [
      // The same hash as a script of Bitcoin Cash, and as a key of another coin.
      base58Check(0x05, '76a04053bda0a88bda5177b86a15c3b29f559872'),
      base58Check(0x30, '76a04053bda0a88bda5177b86a15c3b29f559873'),
      base58Check(0x6f, '76a04053bda0a88bda5177b86a15c3b29f559873'),
      'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW',
    ];
    const all = [...firsts, ...others].map(accountIn);
    assert.equal(new Set(all).size, all.length, all.join('\n'));
  });
});
