import { bytesOfWords } from './bech32.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The value of a character. 255 if it is not a digit. */
const values = new Uint8Array(0x80).fill(255);
for (let value = 0; value < 32; value++) values[alphabet.charCodeAt(value)] = value;

/** The text of bytes in base32 without padding. @param bytes a multiple of five */
export function encodeBase32(bytes: Uint8Array): string {
  const bits = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  return Array.from({ length: (bytes.length * 8) / 5 }, (_, at) =>
    alphabet.charAt(Number((bits >> BigInt(bytes.length * 8 - 5 * (at + 1))) & 31n)),
  ).join('');
}

/**
 * The bytes of a text in base32 (RFC 4648, section 6) without padding. Undefined if another
 * character is in it, or the bits after the last byte are not zero.
 */
export function decodeBase32(text: string): Uint8Array | undefined {
  const words = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const value = values[text.charCodeAt(at)] ?? 255;
    if (value === 255) return undefined;
    words[at] = value;
  }
  return bytesOfWords(words);
}
