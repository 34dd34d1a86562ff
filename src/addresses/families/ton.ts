import { isTonSource } from '../tonEvidence.ts';
import { isAllZero, type Codec, type Reading } from './codec.ts';

/** A workchain, the basechain or the masterchain, and a hash of 32 bytes: TEP-2's raw form. */
const rawForm = /^(?:-1|0):[0-9a-fA-F]{64}$/;

interface Decoded {
  readonly isTestnet: boolean;
  readonly raw: string;
  readonly hash: Uint8Array;
}

/** TEP-2: tag, workchain, hash, CRC-16; in base64 of either alphabet, 48 characters without padding. */
export const ton: Codec = {
  family: 'ton',
  // The tags 0x11 and 0x51, and with 0x80 for test networks, in front of a workchain 0 or -1.
  shapes: ['E', 'U', 'k', '0'].flatMap((first) =>
    ['Q', 'f'].map((second) => ({ start: first + second, lengths: [48, 48] as const })),
  ),
  read(token): Reading | undefined {
    if (rawForm.test(token)) return /:0+$/.test(token) ? { isZero: true } : {};
    const decoded = decode(token);
    if (decoded === undefined) return undefined;
    return {
      network: decoded.isTestnet ? 'ton-testnet' : 'ton',
      ...(isAllZero(decoded.hash) && { isZero: true }),
    };
  },
  // TEP-2's raw form is the hash alone.
  checksumOf: (token) => (rawForm.test(token) ? 'none' : 'valid'),
  isOwnSource: isTonSource,
  canonical: (token) => (rawForm.test(token) ? token.toLowerCase() : (decode(token)?.raw ?? token)),
};

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const values = new Uint8Array(0x80).fill(255);
for (let value = 0; value < 62; value++) values[alphabet.charCodeAt(value)] = value;
for (const [characters, value] of [
  ['+-', 62],
  ['/_', 63],
] as const) {
  for (const character of characters) values[character.charCodeAt(0)] = value;
}

function decode(token: string): Decoded | undefined {
  // One alphabet or the other, never both.
  if (token.length !== 48 || (/[+/]/.test(token) && /[-_]/.test(token))) return undefined;
  const bytes = new Uint8Array(36);
  for (let at = 0; at < 12; at++) {
    let bits = 0;
    for (let index = at * 4; index < at * 4 + 4; index++) {
      const value = values[token.charCodeAt(index)] ?? 255;
      if (value === 255) return undefined;
      bits = (bits << 6) | value;
    }
    bytes.set([bits >> 16, (bits >> 8) & 0xff, bits & 0xff], at * 3);
  }
  const [tag = 0, workchain = 0] = bytes;
  if (![0x11, 0x51].includes(tag & 0x7f) || (workchain !== 0 && workchain !== 0xff)) {
    return undefined;
  }
  if (crc16(bytes.subarray(0, 34)) !== (((bytes[34] ?? 0) << 8) | (bytes[35] ?? 0))) {
    return undefined;
  }
  const hash = bytes.subarray(2, 34);
  const digits = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return {
    isTestnet: (tag & 0x80) !== 0,
    raw: `${workchain === 0 ? '0' : '-1'}:${digits}`,
    hash,
  };
}

/** CRC-16/XMODEM: polynomial 0x1021, beginning with zero. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) {
      crc = (crc & 0x8000) === 0 ? crc << 1 : ((crc << 1) ^ 0x1021) & 0xffff;
    }
  }
  return crc & 0xffff;
}
