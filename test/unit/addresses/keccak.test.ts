/** The compiled hash beside that of a library, which is the reference. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keccak_256 } from '@noble/hashes/sha3.js';
import fc from 'fast-check';
import { keccak256 } from '../../../src/addresses/keccak.ts';
import { keccakBytes } from '../../../src/addresses/keccakBytes.ts';
import { assembled } from '../../support/assembled.ts';

const seed = 20_261_123;

describe('Keccak-256 in WebAssembly', () => {
  it('is what its text says', async () => {
    const bytes = Buffer.from(keccakBytes, 'base64');
    assert.ok(bytes.equals(await assembled('keccak')), 'Run `npm run assemble`.');
  });

  it('is what a library computes, for each length that fits a block', () => {
    for (let length = 0; length <= 135; length++) {
      fc.assert(
        fc.property(fc.uint8Array({ minLength: length, maxLength: length }), (message) => {
          assert.deepEqual([...keccak256(message)], [...keccak_256(message)]);
        }),
        { seed, numRuns: 20 },
      );
    }
  });

  it('has no hash of a message that does not fit a block', () => {
    assert.throws(() => keccak256(new Uint8Array(136)), RangeError);
  });
});
