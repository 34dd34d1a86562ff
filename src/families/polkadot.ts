import { blake2b as blake2b512 } from '@noble/hashes/blake2.js';
import { base58, decodeBase58, encodeBase58 } from '../encodings/base58.ts';
import {
  hexOf,
  isAllZero,
  readingOf,
  unchanged,
  type Codec,
  type Placement,
  type Reading,
} from './codec.ts';

/** The networks of our table by their prefixes (SS58 Registry). */
const networks = new Map([
  [0, 'polkadot'],
  [2, 'kusama'],
]);

/** The prefix that names no network. */
const generic = 42;

/** Prefixes of other networks with accounts of 32 bytes (SS58 Registry). */
const otherPrefixes = new Set(
  (
    '4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 ' +
    '39 40 41 44 45 48 49 50 51 52 53 54 55 56 57 58 63 64 65 66 67 68 69 71 72 73 77 78 81 88 89 90 92 ' +
    '93 98 99 100 101 105 110 113 117 126 128 129 131 136 137 172 252 255 268 420 440 666 777 789 995 ' +
    '1110 1221 1222 1328 1337 1516 1985 2007 2009 2021 2032 2092 2106 2112 2206 2207 2254 4450 5234 5845 ' +
    '6094 7007 7013 7306 7391 8866 8883 8886 9072 9807 9935 10041 11330 11331 11486 11820 12155 12191 ' +
    '13116 14697'
  )
    .split(' ')
    .map(Number),
);

const longest = 49;
const accountLength = 32;
const checksumLength = 2;

/** The checksum hashes this prefix, then the network's prefix and the account. */
const salt = Buffer.from('SS58PRE', 'latin1');
const hashed = new Uint8Array(salt.length + 2 + accountLength);
hashed.set(salt);

/** SS58: a prefix of one or two bytes, an account, and a checksum of two bytes in base58. */
export const polkadot: Codec = {
  family: 'polkadot',
  uriSchemes: ['substrate', 'polkadot'],
  shapes: [
    { start: '', lengths: [46, longest], characters: base58 },
    // On Polkadot, accounts that start with zero bytes, each written as 1.
    { start: '1', lengths: [35, 45], characters: base58 },
  ],
  read(token): Reading | undefined {
    const decoded = decode(token);
    if (decoded === undefined) return undefined;
    return readingOf(networks.get(decoded.prefix), isAllZero(decoded.account));
  },
  canonical: unchanged,
  // The prefix only names the network: a key has an account on each.
  account: (token) => `polkadot:${hexOf(decode(token)?.account ?? new Uint8Array())}`,
  storedAs(address) {
    const account = decode(address)?.account;
    if (account === undefined) return address;
    const body = Uint8Array.of(generic, ...account);
    return encodeBase58(Uint8Array.of(...body, ...checksumOf(body)));
  },
  placementOf: (token): Placement =>
    decode(token)?.prefix === generic ? {} : { isElsewhere: true },
};

interface Decoded {
  readonly prefix: number;
  readonly account: Uint8Array;
}

function decode(token: string): Decoded | undefined {
  // With a prefix of two bytes, there are exactly 49 characters. With one, there are fewer.
  const prefixLength = token.length === longest ? 2 : 1;
  const length = prefixLength + accountLength;
  const bytes = decodeBase58(token, length + checksumLength);
  if (bytes === undefined) return undefined;
  const prefix = prefixOf(bytes);
  if (prefix === undefined || prefix > 63 !== (prefixLength === 2)) return undefined;
  if (!networks.has(prefix) && prefix !== generic && !otherPrefixes.has(prefix)) return undefined;
  const [first, second] = checksumOf(bytes.subarray(0, length));
  if (first !== bytes[length] || second !== bytes[length + 1]) return undefined;
  return { prefix, account: bytes.subarray(prefixLength, length) };
}

/** @param body a prefix and an account */
function checksumOf(body: Uint8Array): Uint8Array {
  hashed.set(body, salt.length);
  const hash = blake2b512(hashed.subarray(0, salt.length + body.length));
  return hash.subarray(0, checksumLength);
}

/** Two bytes hold fourteen bits. Six of the first eight come first, behind the bits 01. */
function prefixOf(bytes: Uint8Array): number | undefined {
  const first = bytes[0] ?? 0;
  const second = bytes[1] ?? 0;
  if (first < 64) return first;
  if (first >= 128) return undefined;
  return ((first & 0x3f) << 2) | (second >> 6) | ((second & 0x3f) << 8);
}
