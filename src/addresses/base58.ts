import { sha256 } from '@noble/hashes/sha2.js';
import type { CharacterSet } from './characters.ts';

/** Base58 digits in Bitcoin's order: no 0, O, I, l (draft-msporny-base58, section 2). */
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** The value of a character. 255 if it is not a digit. */
const values = new Uint8Array(0x10000).fill(255);
for (let value = 0; value < alphabet.length; value++) values[alphabet.charCodeAt(value)] = value;

/** The same digits as a set. */
export const base58: CharacterSet = values.map((value) => (value === 255 ? 0 : 1));

/** Four digits at a time: 58⁴ is below 2²⁴, so a product with a 24-bit limb stays exact. */
const digitsAtATime = 4;
const limbValue = 0x1000000;

/** A number in limbs of 24 bits, least significant first. */
interface Large {
  readonly limbs: Float64Array;
  /** The number of bytes, including leading zeros: each leading 1 stands for one. */
  readonly byteLength: number;
}

/**
 * Undefined if a character is not a digit or the bytes are more than `length`. A library's general
 * change of base would be slower: an address has a known length, and this runs on every word with
 * the shape of one.
 */
function readBase58(text: string, length: number): Large | undefined {
  if (!isBase58(text)) return undefined;
  const limbs = new Float64Array(Math.ceil((length + 1) / 3));
  let used = 0;
  let at = 0;
  while (at < text.length) {
    let carry = 0;
    let scale = 1;
    const end = Math.min(text.length, at + digitsAtATime);
    for (; at < end; at++) {
      carry = carry * 58 + (values[text.charCodeAt(at)] ?? 0);
      scale *= 58;
    }
    for (let limb = 0; limb < used || carry > 0; limb++) {
      if (limb >= limbs.length) return undefined;
      const sum = (limbs[limb] ?? 0) * scale + carry;
      carry = Math.floor(sum / limbValue);
      limbs[limb] = sum - carry * limbValue;
      if (limb >= used) used = limb + 1;
    }
  }
  let zeros = 0;
  while (zeros < text.length && text.charCodeAt(zeros) === 0x31) zeros++;
  const top = used === 0 ? 0 : (limbs[used - 1] ?? 0);
  const topBytes = top >= 0x10000 ? 3 : top >= 0x100 ? 2 : top > 0 ? 1 : 0;
  return { limbs, byteLength: zeros + Math.max(0, used - 1) * 3 + topBytes };
}

export function isBase58(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (values[text.charCodeAt(index)] === 255) return false;
  }
  return true;
}

/** Whether a base58 text has exactly `length` bytes. */
export function isBase58Of(text: string, length: number): boolean {
  return readBase58(text, length)?.byteLength === length;
}

/**
 * The bytes of a base58 text. Undefined if it is not base58 or does not have exactly `length`
 * bytes.
 */
export function decodeBase58(text: string, length: number): Uint8Array | undefined {
  const large = readBase58(text, length);
  if (large?.byteLength !== length) return undefined;
  const bytes = new Uint8Array(length);
  for (let place = 0; place < length; place++) {
    const limb = large.limbs[Math.floor(place / 3)] ?? 0;
    bytes[length - 1 - place] = limb >>> (8 * (place % 3));
  }
  return bytes;
}

/**
 * The bytes before the four of the checksum. Undefined if the checksum is wrong. Base58Check: the
 * first four bytes of a double SHA-256 (Bitcoin Wiki, "Base58Check encoding").
 *
 * @param length of version and payload, in bytes
 */
export function decodeBase58Check(text: string, length: number): Uint8Array | undefined {
  const bytes = decodeBase58(text, length + 4);
  return bytes === undefined ? undefined : checked(bytes, length);
}

function checked(bytes: Uint8Array, length: number): Uint8Array | undefined {
  const body = bytes.subarray(0, length);
  const hash = sha256(sha256(body));
  for (let index = 0; index < 4; index++) {
    if (hash[index] !== bytes[length + index]) return undefined;
  }
  return body;
}
