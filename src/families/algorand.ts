import { sha512_256 } from '@noble/hashes/sha2.js';
import { decodeBase32 } from '../encodings/bech32.ts';
import { base32 } from '../text/characters.ts';
import { isAllZero, readingOf, unchanged, type Codec, type Reading } from './codec.ts';

const length = 58;
const keyLength = 32;
const checksumLength = 4;

/**
 * A public key and the last four bytes of its SHA-512/256 in base32 (Algorand's developer
 * documentation, "Accounts"). Each network has the same.
 */
export const algorand: Codec = {
  family: 'algorand',
  uriSchemes: ['algorand'],
  shapes: [{ start: '', lengths: [length, length], characters: base32 }],
  read(token): Reading | undefined {
    if (token.length !== length) return undefined;
    const bytes = decodeBase32(token);
    if (bytes === undefined) return undefined;
    const key = bytes.subarray(0, keyLength);
    const hash = sha512_256(key);
    for (let at = 1; at <= checksumLength; at++) {
      if (hash[keyLength - at] !== bytes[bytes.length - at]) return undefined;
    }
    return readingOf(undefined, isAllZero(key));
  },
  canonical: unchanged,
};
