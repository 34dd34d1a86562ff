/** The compiled hashes beside published vectors and beside those of a library, which is the reference. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blake2b } from '@noble/hashes/blake2.js';
import * as sha2 from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { blake2b512, sha512_256 } from '../../../src/addresses/shortHashes.ts';
import { shortHashesBytes } from '../../../src/addresses/shortHashesBytes.ts';
import { assembled } from '../../support/assembled.ts';

const seed = 20_261_123;
const abc = Buffer.from('abc');

describe('hashes with words of 64 bits in WebAssembly', () => {
  it('are what their text says', async () => {
    const bytes = Buffer.from(shortHashesBytes, 'base64');
    assert.ok(bytes.equals(await assembled('shortHashes')), 'Run `npm run assemble`.');
  });
});

for (const { name, hash, library, most, ofAbc } of [
  {
    name: 'BLAKE2b-512',
    hash: blake2b512,
    library: blake2b,
    most: 128,
    // RFC 7693, appendix A.
    ofAbc:
      'ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1' +
      '7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923',
  },
  {
    name: 'SHA-512/256',
    hash: sha512_256,
    library: sha2.sha512_256,
    most: 111,
    // NIST's example values for FIPS 180-4, SHA512_256.pdf.
    ofAbc: '53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23',
  },
]) {
  describe(name, () => {
    it('of the published example is the published hash', () => {
      assert.equal(Buffer.from(hash(abc)).toString('hex'), ofAbc);
    });

    it('is what a library computes, for each length that fits a block', () => {
      for (let length = 0; length <= most; length++) {
        fc.assert(
          fc.property(fc.uint8Array({ minLength: length, maxLength: length }), (message) => {
            assert.deepEqual([...hash(message)], [...library(message)]);
          }),
          { seed, numRuns: 20 },
        );
      }
    });

    it('does not exist for a message that does not fit a block', () => {
      assert.throws(() => hash(new Uint8Array(most + 1)), RangeError);
    });
  });
}
