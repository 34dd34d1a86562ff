import { sha256 } from '@noble/hashes/sha2.js';
import { digitsOf, type Digits } from './digits.ts';

/** Base58 digits in Bitcoin's order: no 0, O, I, l (draft-msporny-base58, section 2). */
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

const bitcoinDigits = digitsOf(alphabet);

/** The same digits as a set: 1 for each, by its UTF-16 unit. */
export const base58 = new Uint8Array(0x10000);
for (let value = 0; value < alphabet.length; value++) base58[alphabet.charCodeAt(value)] = 1;

/** 58⁹ is below 2⁵³, so nine digits are an exact number. */
const digitsAtATime = 9;

/** At least as many digits as any number of `length` bytes has: 1.366 to a byte. */
const mostDigits = (length: number): number => 1.37 * length + 1;

interface Decoded {
  readonly text: string;
  readonly length: number;
  readonly digits: Digits;
  readonly bytes: Uint8Array | undefined;
}

/** The last text: several families have addresses with the same start, and each asks for its version. */
let last: Decoded = { text: '', length: 0, digits: bitcoinDigits, bytes: undefined };

/**
 * The bytes of a base58 text, which are not to be changed. Undefined if it is not base58 or does not
 * have exactly `length` bytes: an address has a known length, so most words cost one comparison.
 */
export function decodeBase58(
  text: string,
  length: number,
  digits = bitcoinDigits,
): Uint8Array | undefined {
  if (text.length < length || text.length > mostDigits(length)) return undefined;
  if (last.text !== text || last.length !== length || last.digits !== digits) {
    last = { text, length, digits, bytes: bytesOf(text, length, digits) };
  }
  return last.bytes;
}

function bytesOf(text: string, length: number, digits: Digits): Uint8Array | undefined {
  let number = 0n;
  for (let at = 0; at < text.length;) {
    let part = 0;
    let scale = 1;
    for (const end = Math.min(text.length, at + digitsAtATime); at < end; at++) {
      const digit = digits[text.charCodeAt(at)] ?? 255;
      if (digit === 255) return undefined;
      part = part * 58 + digit;
      scale *= 58;
    }
    number = number * BigInt(scale) + BigInt(part);
  }
  // Each leading digit of value 0 encodes a zero byte.
  let zeros = 0;
  while (digits[text.charCodeAt(zeros)] === 0) zeros++;
  const hex = number === 0n ? '' : number.toString(16);
  if (zeros + Math.ceil(hex.length / 2) !== length) return undefined;
  return Buffer.from(hex.padStart(2 * length, '0'), 'hex');
}

export function isBase58(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (base58[text.charCodeAt(at)] !== 1) return false;
  return true;
}

/**
 * The bytes before the four of the checksum. Undefined if the checksum is wrong. Base58Check: the
 * first four bytes of a double SHA-256 (Bitcoin Wiki, "Base58Check encoding").
 *
 * @param length of version and payload, in bytes
 */
export function decodeBase58Check(
  text: string,
  length: number,
  digits = bitcoinDigits,
): Uint8Array | undefined {
  const bytes = decodeBase58(text, length + 4, digits);
  const payload = bytes?.subarray(0, length);
  if (bytes === undefined || payload === undefined) return undefined;
  return checksumOf(payload).every((byte, at) => byte === bytes[length + at]) ? payload : undefined;
}

const checksumOf = (payload: Uint8Array): Uint8Array => sha256(sha256(payload)).subarray(0, 4);

/** The text of version and payload in Base58Check. */
export function encodeBase58Check(payload: Uint8Array, letters = alphabet): string {
  return encodeBase58(Buffer.concat([payload, checksumOf(payload)]), letters);
}

/** The text of bytes, the most significant first. Each zero at their start is one digit. */
export function encodeBase58(whole: Uint8Array, letters = alphabet): string {
  let text = '';
  for (let left = BigInt(`0x${Buffer.from(whole).toString('hex')}`); left > 0n; left /= 58n) {
    text = letters.charAt(Number(left % 58n)) + text;
  }
  const zeros = whole.findIndex((byte) => byte !== 0);
  return letters.charAt(0).repeat(zeros === -1 ? whole.length : zeros) + text;
}
