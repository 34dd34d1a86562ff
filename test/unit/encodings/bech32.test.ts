import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bech32, bech32m } from '@scure/base';
import fc from 'fast-check';
import { decodeBech32 } from '../../../src/encodings/bech32.ts';

const prefixes = fc.string({ unit: fc.constantFrom(...'abck_x-1'.split('')), minLength: 1 });
const contents = fc.uint8Array({ max: 31, maxLength: 80 });

describe('bech32', () => {
  it('has the words and the prefix of a library, in either case and encoding', () => {
    fc.assert(
      fc.property(prefixes, contents, (prefix, words) => {
        for (const [encoding, library] of Object.entries({ bech32, bech32m })) {
          const text = library.encode(prefix, words, false);
          for (const written of [text, text.toUpperCase()]) {
            const decoded = decodeBech32(written);
            assert.deepEqual({ ...decoded }, { encoding, prefix, words });
          }
          const last = text.endsWith('q') ? 'p' : 'q';
          assert.equal(decodeBech32(text.slice(0, -1) + last), undefined, 'another checksum');
        }
      }),
      { seed: 20_261_127, numRuns: 500 },
    );
  });

  it('mixes no cases, and has no letter that only becomes one of its own in lower case', () => {
    const text = bech32.encode('kava', new Uint8Array(8));
    assert.notEqual(decodeBech32(text.toUpperCase()), undefined);
    assert.equal(decodeBech32(text.replace('kava', 'Kava')), undefined);
    assert.equal(decodeBech32(text.toUpperCase().replace('K', '\u212a')), undefined);
  });
});
