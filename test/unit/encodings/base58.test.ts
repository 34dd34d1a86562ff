import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58, base58xrp, createBase58check } from '@scure/base';
import fc from 'fast-check';
import { decodeBase58, decodeBase58Check } from '../../../src/encodings/base58.ts';
import { digitsOf } from '../../../src/encodings/digits.ts';

const seed = 20_261_122;
const base58check = createBase58check(sha256);
const bytesOf = (found: Uint8Array | undefined): Uint8Array => Uint8Array.from(found ?? []);
const checksumOf = (body: Uint8Array): Uint8Array => sha256(sha256(body)).subarray(0, 4);

describe('base58', () => {
  const length = 25;
  const bytes = fc.uint8Array({ minLength: length, maxLength: length });

  it('has the bytes of a library, leading zeros included, and no other length', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 100 }), fc.nat(3), (body, zeros) => {
        const whole = Uint8Array.from([...new Uint8Array(zeros), ...body]);
        const text = base58.encode(whole);
        assert.deepEqual(bytesOf(decodeBase58(text, whole.length)), whole);
        assert.equal(decodeBase58(text, whole.length + 1), undefined);
        assert.equal(decodeBase58(text, whole.length - 1), undefined);
        assert.equal(decodeBase58(`${text}0`, whole.length), undefined);
      }),
      { seed, numRuns: 2_000 },
    );
  });

  it('remembers the last text and nothing of the one before', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 21, maxLength: 21 }), bytes, (body, other) => {
        const valid = base58check.encode(body);
        const invalid = base58.encode(other);
        for (let round = 0; round < 2; round++) {
          const decoded = decodeBase58Check(valid, 21);
          assert.equal(decodeBase58Check(invalid, 21), undefined);
          assert.deepEqual(bytesOf(decodeBase58(invalid, length)), other);
          assert.equal(decodeBase58Check(valid, 20), undefined);
          // What was returned stays what it was.
          assert.deepEqual(bytesOf(decoded), body);
          assert.deepEqual(bytesOf(decodeBase58Check(valid, 21)), body);
        }
      }),
      { seed, numRuns: 500 },
    );
  });

  it('with the digits of the XRP Ledger has the bytes of a library', () => {
    const digits = digitsOf('rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz');
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 18, maxLength: 18 }), fc.nat(3), (end, zeros) => {
        const body = Uint8Array.from([...new Uint8Array(zeros), ...end]);
        const text = base58xrp.encode(Uint8Array.from([...body, ...checksumOf(body)]));
        assert.deepEqual(bytesOf(decodeBase58Check(text, body.length, digits)), body);
        // The same text in the other digits is another number, whichever was read last.
        assert.equal(decodeBase58Check(text, body.length), undefined);
        assert.deepEqual(bytesOf(decodeBase58Check(text, body.length, digits)), body);
      }),
      { seed, numRuns: 500 },
    );
  });
});
