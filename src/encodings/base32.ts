import { bytesOfWords } from './bech32.ts';
import { digitsOf, valuesOf } from './digits.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const digits = digitsOf(alphabet);

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
  const words = valuesOf(text, digits);
  return words && bytesOfWords(words);
}
