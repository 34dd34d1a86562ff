import { sha256 } from '@noble/hashes/sha2.js';

/** Base58 digits in Bitcoin's order: no 0, O, I, l (draft-msporny-base58, section 2). */
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** The value of each character in ASCII. 255 if it is not a digit. */
export type Digits = Uint8Array;

/** @param alphabet the digits in the order of their values */
export function digitsOf(alphabet: string): Digits {
  const digits = new Uint8Array(0x80).fill(255);
  for (let value = 0; value < alphabet.length; value++) digits[alphabet.charCodeAt(value)] = value;
  return digits;
}

const bitcoinDigits = digitsOf(alphabet);

/** The same digits as a set: 1 for each, by its UTF-16 unit. */
export const base58 = new Uint8Array(0x10000);
for (let value = 0; value < alphabet.length; value++) base58[alphabet.charCodeAt(value)] = 1;

/** Four digits at a time: 58⁴ is below 2²⁴, so a product with a 24-bit limb stays exact. */
const digitsAtATime = 4;
const limbValue = 0x1000000;

/** In bytes: more than any address has. */
const longest = 120;
const limbs = new Float64Array(longest / 3 + 1);

/**
 * The last text that was read. Several families have addresses with the same start, and each asks
 * for its version and then for its checksum.
 */
const last = {
  text: '',
  length: 0,
  digits: bitcoinDigits,
  isOfLength: true,
  isChecked: false,
  isValid: false,
};
const bytes = new Uint8Array(longest);

/**
 * Whether a text is base58 of exactly `length` bytes, which are then in `bytes`. A library's general
 * change of base would be slower: an address has a known length, and this runs on every word with
 * the shape of one. It allocates nothing, because most such words are no addresses.
 */
function read(text: string, length: number, digits: Digits): boolean {
  if (text.length < length || text.length > mostDigits(length)) return false;
  if (last.text === text && last.length === length && last.digits === digits)
    return last.isOfLength;
  last.text = text;
  last.length = length;
  last.digits = digits;
  last.isChecked = false;
  last.isOfLength = readLimbs(text, length, digits);
  return last.isOfLength;
}

/** At least as many digits as any number of `length` bytes has: 1.366 to a byte. */
const mostDigits = (length: number): number => 1.37 * length + 1;

function readLimbs(text: string, length: number, digits: Digits): boolean {
  if (length > longest || !isOf(digits, text)) return false;
  const most = Math.ceil((length + 1) / 3);
  let used = 0;
  for (let at = 0; at < text.length;) {
    let carry = 0;
    let scale = 1;
    for (const end = Math.min(text.length, at + digitsAtATime); at < end; at++) {
      carry = carry * 58 + (digits[text.charCodeAt(at)] ?? 0);
      scale *= 58;
    }
    for (let limb = 0; limb < used; limb++) {
      const sum = (limbs[limb] ?? 0) * scale + carry;
      carry = Math.floor(sum / limbValue);
      limbs[limb] = sum - carry * limbValue;
    }
    if (carry === 0) continue;
    if (used === most) return false;
    limbs[used++] = carry;
  }
  // Each leading digit of value 0 stands for a byte of zeros.
  let zeros = 0;
  while (zeros < text.length && digits[text.charCodeAt(zeros)] === 0) zeros++;
  const top = used === 0 ? 0 : (limbs[used - 1] ?? 0);
  const topBytes = top >= 0x10000 ? 3 : top >= 0x100 ? 2 : top > 0 ? 1 : 0;
  if (zeros + Math.max(0, used - 1) * 3 + topBytes !== length) return false;
  writeBytes(length, used);
  return true;
}

/** Limbs have the least significant first, and bytes the most significant. */
function writeBytes(length: number, used: number): void {
  let limb = 0;
  for (let place = length - 1; place >= 0; place -= 3, limb++) {
    const value = limb < used ? (limbs[limb] ?? 0) : 0;
    bytes[place] = value;
    if (place > 0) bytes[place - 1] = value >>> 8;
    if (place > 1) bytes[place - 2] = value >>> 16;
  }
}

export function isBase58(text: string): boolean {
  return isOf(bitcoinDigits, text);
}

function isOf(digits: Digits, text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if ((digits[text.charCodeAt(index)] ?? 255) === 255) return false;
  }
  return true;
}

/** Whether a base58 text has exactly `length` bytes. */
export function isBase58Of(text: string, length: number): boolean {
  return read(text, length, bitcoinDigits);
}

/**
 * The bytes of a base58 text. Undefined if it is not base58 or does not have exactly `length`
 * bytes.
 */
export function decodeBase58(text: string, length: number): Uint8Array | undefined {
  return read(text, length, bitcoinDigits) ? bytes.slice(0, length) : undefined;
}

/** The first byte of a base58 text. Undefined if it does not have exactly `length` bytes. */
export function firstByteOf(text: string, length: number): number | undefined {
  return read(text, length, bitcoinDigits) ? bytes[0] : undefined;
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
  if (!read(text, length + 4, digits)) return undefined;
  if (!last.isChecked) {
    const checksum = checksumOf(bytes.subarray(0, length));
    last.isValid = checksum.every((byte, at) => byte === bytes[length + at]);
    last.isChecked = true;
  }
  return last.isValid ? bytes.slice(0, length) : undefined;
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
