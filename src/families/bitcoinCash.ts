import { bech32Digits, bytesOfWords } from '../encodings/bech32.ts';
import { valuesOf } from '../encodings/digits.ts';
import {
  hashAccount,
  isAllZero,
  readingOf,
  type Codec,
  type Reading,
  type Shape,
} from './codec.ts';

/** The prefix is part of the checksum. The first is the usual one if a token has none. */
const prefixes: Readonly<Record<string, string>> = {
  bitcoincash: 'bitcoin-cash',
  bchtest: 'bitcoin-cash-testnet',
  bchreg: 'bitcoin-cash-regtest',
};

/** A version byte and a hash of 20 or 32 bytes in words of five bits, and the checksum. */
const lengths = [42, 61] as const;
const checksumLength = 8;

/** The types, each in its first character: keys, scripts, and both for tokens (CHIP-2022-02). */
const firstCharacters = ['q', 'p', 'z', 'r'] as const;

/**
 * CashAddr: like bech32 with another checksum. The prefix and its colon belong to an address and
 * can be left out.
 */
export const bitcoinCash: Codec = {
  family: 'bitcoin-cash',
  uriSchemes: [],
  shapes: [
    ...lengths.flatMap((length) => [
      ...firstCharacters.flatMap((first) => bothCases(first, length)),
      ...Object.keys(prefixes).flatMap((prefix) =>
        bothCases(`${prefix}:`, prefix.length + 1 + length),
      ),
    ]),
  ],
  read(token): Reading | undefined {
    const decoded = decode(token);
    if (decoded === undefined) return undefined;
    return readingOf(prefixes[decoded.prefix], isAllZero(decoded.bytes, 1));
  },
  canonical(token) {
    const decoded = decode(token);
    const lower = token.toLowerCase();
    return decoded === undefined
      ? lower
      : `${decoded.prefix}:${lower.slice(lower.indexOf(':') + 1)}`;
  },
  // Types 0 and 2 are keys, 1 and 3 scripts. Without a legacy form, a script has 32 bytes.
  account(token) {
    const decoded = decode(token);
    if (decoded === undefined) return token;
    const { prefix, bytes } = decoded;
    const kind = ((bytes[0] ?? 0) >> 3) % 2 === 0 ? 'key' : 'script';
    return hashAccount(kind, bytes.subarray(1), { isTestnet: prefix !== 'bitcoincash' });
  },
};

function bothCases(start: string, length: number): Shape[] {
  return [start, start.toUpperCase()].map((each) => ({ start: each, lengths: [length, length] }));
}

interface Decoded {
  readonly prefix: string;
  /** A byte of version, and the hash. */
  readonly bytes: Uint8Array;
}

function decode(token: string): Decoded | undefined {
  const lower = token.toLowerCase();
  if (token !== lower && token !== token.toUpperCase()) return undefined;
  const colon = lower.indexOf(':');
  const payload = lower.slice(colon + 1);
  if (payload.length !== lengths[0] && payload.length !== lengths[1]) return undefined;
  const words = valuesOf(payload, bech32Digits);
  if (words === undefined) return undefined;
  const prefix = Object.keys(prefixes).find(
    (each) => (colon === -1 || lower.slice(0, colon) === each) && isValid(each, words),
  );
  const bytes = bytesOfWords(words, 0, words.length - checksumLength);
  if (prefix === undefined || bytes === undefined) return undefined;
  const version = bytes[0] ?? 0;
  // Types 0 to 3 in the bits 3 to 6, and the size of the hash in the lowest three.
  if (version >> 3 > 3 || (version & 7) !== (bytes.length === 21 ? 0 : 3)) return undefined;
  return { prefix, bytes };
}

/** The generators of the checksum of 40 bits, each in two halves of 20 bits. */
const generators = [0x98f2bc8e61, 0x79b76d99e2, 0xf33e5fb3c4, 0xae2eabe2a8, 0x1e4f43e470].map(
  (generator) => [Math.floor(generator / 0x100000), generator % 0x100000] as const,
);

/**
 * The effect of the five shifted-out bits on each half of the checksum: the generators of the set
 * bits.
 */
const highParts = new Uint32Array(32);
const lowParts = new Uint32Array(32);
for (let top = 0; top < 32; top++) {
  for (const [bit, [high, low]] of generators.entries()) {
    if (((top >> bit) & 1) === 0) continue;
    highParts[top] = (highParts[top] ?? 0) ^ high;
    lowParts[top] = (lowParts[top] ?? 0) ^ low;
  }
}

/** The words before an address: its prefix, and 0. */
const prefixWords = new Map(
  Object.keys(prefixes).map((prefix) => [
    prefix,
    Uint8Array.from(Array.from(`${prefix}\0`, (letter) => letter.charCodeAt(0) & 0x1f)),
  ]),
);

/** Whether the checksum of a prefix and of words leaves 1. */
function isValid(prefix: string, words: Uint8Array): boolean {
  let high = 0;
  let low = 1;
  for (const part of [prefixWords.get(prefix) ?? none, words]) {
    for (let at = 0; at < part.length; at++) {
      const top = high >> 15;
      high = (((high & 0x7fff) << 5) | (low >> 15)) ^ (highParts[top] ?? 0);
      low = ((low & 0x7fff) << 5) ^ (part[at] ?? 0) ^ (lowParts[top] ?? 0);
    }
  }
  return high === 0 && low === 1;
}

const none = new Uint8Array(0);
