import { decodeBase58Check } from '../encodings/base58.ts';
import { isAllZero, readingOf, unchanged, type Codec, type Reading } from './codec.ts';

/** Octez's base58 prefixes of what has a balance: accounts by curve, contracts, and rollups. */
const prefixes: Readonly<Record<string, number>> = {
  tz1: 0x06a19f,
  tz2: 0x06a1a1,
  tz3: 0x06a1a4,
  tz4: 0x06a1a6,
  KT1: 0x025a79,
  sr1: 0x067c75,
};

const hashLength = 20;

/** Base58Check of a prefix of three bytes and a hash. Each network has the same. */
export const tezos: Codec = {
  family: 'tezos',
  uriSchemes: ['tezos'],
  shapes: Object.keys(prefixes).map((start) => ({ start, lengths: [36, 36] })),
  read(token): Reading | undefined {
    const prefix = prefixes[token.slice(0, 3)];
    if (prefix === undefined || token.length !== 36) return undefined;
    const bytes = decodeBase58Check(token, 3 + hashLength);
    if (bytes === undefined) return undefined;
    const [first = 0, second = 0, third = 0] = bytes;
    if (((first << 16) | (second << 8) | third) !== prefix) return undefined;
    return readingOf(undefined, isAllZero(bytes, 3));
  },
  canonical: unchanged,
};
