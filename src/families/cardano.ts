import { crc32 } from 'node:zlib';
import { decodeBase58 } from '../encodings/base58.ts';
import { bytesOfWords, decodeBech32 } from '../encodings/bech32.ts';
import { inBothCases, type Codec, type Reading, type Shape } from './codec.ts';

/** CIP-19: both the prefix and the low half of the first byte name the network. */
const prefixes: Readonly<Record<string, readonly [network: string, id: number]>> = {
  addr: ['cardano', 1],
  addr_test: ['cardano-preprod', 0],
  stake: ['cardano', 1],
  stake_test: ['cardano-preprod', 0],
};

/** Without attributes, and with a derivation path and a network magic number. */
const byronLengths = { least: 55, most: 130 } as const;

/**
 * Prefixes of Byron addresses: the CBOR before the hash, which depends on the length after it.
 * First the main network's, without and with a derivation path; then those with magic numbers of
 * one, two, three, and five bytes.
 */
const byronStarts = ['Ae2', 'Ddz', 'FHn', 'Kjg', '265', '2Rh', '5oP', '7J1', '2cW', '37b', '4sw'];

/**
 * Shelley addresses in bech32 (CIP-19, without the limit of 90), and Byron addresses in base58 with
 * a CRC-32.
 */
export const cardano: Codec = {
  family: 'cardano',
  uriSchemes: ['web+cardano'],
  shapes: [
    ...Object.keys(prefixes).flatMap((prefix) =>
      // A header of one byte and one or two hashes. Pointers are between them in length.
      inBothCases(`${prefix}1`, [prefix.length + 1 + 53, prefix.length + 1 + 98]),
    ),
    ...byronStarts.map((start): Shape => ({
      start,
      lengths: [byronLengths.least, byronLengths.most],
    })),
  ],
  read: (token) => (token.includes('1', 4) && readShelley(token)) || readByron(token),
  canonical: (token) => (/^(?:addr|stake)/i.test(token) ? token.toLowerCase() : token),
};

function readShelley(token: string): Reading | undefined {
  const decoded = decodeBech32(token);
  if (decoded?.encoding !== 'bech32' || !Object.hasOwn(prefixes, decoded.prefix)) return undefined;
  const [network, id] = prefixes[decoded.prefix] ?? [];
  const bytes = bytesOfWords(decoded.words);
  const header = bytes?.[0];
  if (bytes === undefined || header === undefined || network === undefined) return undefined;
  if ((header & 0x0f) !== id || !isLengthOf(header >> 4, bytes.length)) return undefined;
  const isStake = decoded.prefix.startsWith('stake');
  return isStake === header >> 4 >= 14 ? { network } : undefined;
}

/** CIP-19, "Shelley Addresses": two hashes, one and a pointer, one, or a reward account. */
function isLengthOf(type: number, length: number): boolean {
  if (type <= 3) return length === 57;
  if (type <= 5) return length > 29 && length <= 29 + 30;
  return (type <= 7 || type >= 14) && length === 29;
}

/**
 * CIP-19, "Byron Addresses": a CBOR pair of a tagged byte string and its CRC-32. The length is not
 * fixed, so this tries the few possible ones.
 */
function readByron(token: string): Reading | undefined {
  const about = Math.floor((token.length * Math.log2(58)) / 8);
  for (let length = about; length >= about - 1; length--) {
    const bytes = decodeBase58(token, length);
    if (bytes === undefined) continue;
    const [pair, tag, tagOf, string, size = 0] = bytes;
    if (pair !== 0x82 || tag !== 0xd8 || tagOf !== 0x18 || string !== 0x58) return undefined;
    const content = bytes.subarray(5, 5 + size);
    if (unsigned(bytes.subarray(5 + size)) !== crc32(content)) return undefined;
    return { network: isByronTest(content) ? 'cardano-preprod' : 'cardano' };
  }
  return undefined;
}

/**
 * A test network writes its magic number as attribute 2 of the address. The attributes are a map of
 * small numbers and byte strings, after the array's head and a hash of 28 bytes.
 */
function isByronTest(content: Uint8Array): boolean {
  const map = 1 + 2 + 28;
  let at = map + 1;
  for (let left = (content[map] ?? 0) & 0x1f; left > 0; left--) {
    if (content[at] === 2) return true;
    const head = content[at + 1] ?? 0;
    at += head === 0x58 ? 3 + (content[at + 2] ?? 0) : 2 + (head & 0x1f);
  }
  return false;
}

/** An unsigned CBOR integer that fills all bytes (RFC 8949, section 3.1). */
function unsigned(bytes: Uint8Array): number | undefined {
  const [head = 0] = bytes;
  const sizes: Readonly<Record<number, number>> = { 0x18: 1, 0x19: 2, 0x1a: 4 };
  if (bytes.length === 1 && head < 0x18) return head;
  if (bytes.length !== 1 + (sizes[head] ?? 0) || bytes.length === 1) return undefined;
  return bytes.subarray(1).reduce((value, byte) => value * 256 + byte, 0);
}
