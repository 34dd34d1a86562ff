import { base32 } from '../text/characters.ts';
import { decodeBase32, encodeBase32 } from '../encodings/bech32.ts';
import { crc16 } from '../encodings/crc16.ts';
import { hexOf, isAllZero, readingOf, unchanged, type Codec, type Reading } from './codec.ts';

/** SEP-23's version bytes of what can hold assets, and how many bytes follow. Not 0x90, seeds. */
const payloadLengths: Readonly<Record<number, number>> = {
  0x30: 32, // G: an account
  0x60: 40, // M: an account and an ID of a customer
  0x10: 32, // C: a contract
};

/** SEP-23: a version, a payload, and a CRC-16 in base32. Each network has the same. */
export const stellar: Codec = {
  family: 'stellar',
  uriSchemes: ['stellar'],
  shapes: [
    { start: 'G', lengths: [56, 56], characters: base32 },
    { start: 'C', lengths: [56, 56], characters: base32 },
    { start: 'M', lengths: [69, 69], characters: base32 },
  ],
  read(token): Reading | undefined {
    if (token.length !== 56 && token.length !== 69) return undefined;
    const bytes = decodeBase32(token);
    if (bytes === undefined || payloadLengths[bytes[0] ?? 0] !== bytes.length - 3) return undefined;
    // The least significant byte of the checksum comes first.
    const body = bytes.subarray(0, -2);
    const [low = 0, high = 0] = bytes.subarray(-2);
    if (crc16(body) !== ((high << 8) | low)) return undefined;
    return readingOf(undefined, isAllZero(body, 1));
  },
  canonical: unchanged,
  // `M…` is an ID of a customer at the account `G…`.
  account(token) {
    const bytes = decodeBase32(token) ?? new Uint8Array();
    const kind = token.startsWith('C') ? 'contract' : 'key';
    return `stellar:${kind}:${hexOf(bytes.subarray(1, 33))}`;
  },
  subaccount(token) {
    const bytes = token.startsWith('M') ? decodeBase32(token) : undefined;
    return bytes === undefined ? '' : hexOf(bytes.subarray(33, 41));
  },
  storedAs(address) {
    const bytes = address.startsWith('M') ? decodeBase32(address) : undefined;
    if (bytes === undefined) return address;
    const body = Uint8Array.of(0x30, ...bytes.subarray(1, 33));
    const checksum = crc16(body);
    return encodeBase32(Uint8Array.of(...body, checksum & 0xff, checksum >> 8));
  },
};
