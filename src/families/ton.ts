import { base64, hexadecimal } from '../text/characters.ts';
import { crc16 } from '../encodings/crc16.ts';
import { isTonSource, tonEvidence } from './tonEvidence.ts';
import { isAllZero, type Codec, type Reading, type Shape } from './codec.ts';

/** TEP-2's raw form: a workchain (the basechain or the masterchain) and a hash of 32 bytes. */
const rawForm = /^(?:-1|0):[0-9a-fA-F]{64}$/;

interface Decoded {
  readonly isTestnet: boolean;
  readonly workchain: '0' | '-1';
  readonly hash: Uint8Array;
}

/**
 * TEP-2: a tag, a workchain, a hash, and a CRC-16 in 48 characters of base64, in either alphabet and
 * without padding. The raw form is the workchain in decimal and the hash in hex.
 */
export const ton: Codec = {
  family: 'ton',
  uriSchemes: [],
  shapes: [
    // The tags 0x11 and 0x51, plus 0x80 for test networks, before workchain 0 or -1.
    ...['E', 'U', 'k', '0'].flatMap((first) =>
      ['Q', 'f'].map((second): Shape => ({
        start: first + second,
        lengths: [48, 48],
        characters: base64,
      })),
    ),
    ...['0:', '-1:'].map((start): Shape => {
      const length = start.length + 64;
      return { start, lengths: [length, length], characters: hexadecimal, notAfter: ':.-' };
    }),
  ],
  read(token): Reading | undefined {
    if (rawForm.test(token)) return /:0+$/.test(token) ? { isZero: true } : {};
    const decoded = decode(token);
    if (decoded === undefined) return undefined;
    return {
      network: decoded.isTestnet ? 'ton-testnet' : 'ton',
      ...(isAllZero(decoded.hash) && { isZero: true }),
    };
  },
  canonical(token) {
    const decoded = decode(token);
    if (decoded === undefined) return token.toLowerCase();
    return `${decoded.workchain}:${Buffer.from(decoded.hash).toString('hex')}`;
  },
  // The raw form has none.
  checksumOf: (token) => (rawForm.test(token) ? 'none' : 'valid'),
  isOwnSource: isTonSource,
  keyLikeness: 'indexedHexKey',
  evidenceAgainstKey: tonEvidence,
};

function decode(token: string): Decoded | undefined {
  // An address uses one alphabet, never both.
  if (!/^(?:[0-9A-Za-z+/]{48}|[\w-]{48})$/.test(token)) return undefined;
  // A tag, a workchain, a hash of 32 bytes, and a checksum of two. Node reads both alphabets.
  const bytes = Buffer.from(token, 'base64');
  const [tag = 0, workchain = 0] = bytes;
  if (![0x11, 0x51].includes(tag & 0x7f) || (workchain !== 0 && workchain !== 0xff)) {
    return undefined;
  }
  // The checksum comes last, so that it leaves nothing of a correct address.
  if (crc16(bytes) !== 0) return undefined;
  return {
    isTestnet: (tag & 0x80) !== 0,
    workchain: workchain === 0 ? '0' : '-1',
    hash: bytes.subarray(2, 34),
  };
}
