/** The key of stored results, which all spellings of an account share. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasSpellings, storedKey } from '../../../src/paid/storedKey.ts';

// SEP-23 has both.
const muxed = 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ';
const plain = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';

describe('the key of stored results', () => {
  it('is that of the account, however the code spells it', () => {
    const key = { account: 'a', chain: 'stellar', address: muxed };
    assert.deepEqual(storedKey(key), { ...key, address: plain });
  });

  it('is the same object if nothing changes: no other is made for each address', () => {
    for (const key of [
      { chain: 'stellar', address: plain },
      { chain: 'ethereum', address: '0xA' },
      { chain: 'of no one', address: muxed },
    ]) {
      assert.equal(storedKey(key), key);
    }
  });

  it('can differ from the spelling of the code in some families alone', () => {
    const has = (chain: string): boolean => hasSpellings({ chain, address: 'x' });
    assert.deepEqual(['stellar', 'ethereum', 'of no one'].map(has), [true, false, false]);
  });
});
