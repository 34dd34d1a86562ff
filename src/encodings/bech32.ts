import { digitsOf, valuesOf } from './digits.ts';

/** BIP-173's characters in the order of their values, in lower case. */
export const bech32Digits = digitsOf('qpzry9x8gf2tvdw0s3jn54khce6mua7l');

type Bech32Encoding = 'bech32' | 'bech32m';

/** By the remainders that the checksums of BIP-173 and BIP-350 leave. */
const encodings = new Map<number, Bech32Encoding>([
  [1, 'bech32'],
  [0x2bc830a3, 'bech32m'],
]);

/** In words. */
const checksumLength = 6;

export interface Bech32 {
  readonly encoding: Bech32Encoding;
  /** In lower case. */
  readonly prefix: string;
  /** Five bits each, without the checksum. */
  readonly words: Uint8Array;
}

/**
 * Reads a bech32 or bech32m text. Undefined if it mixes cases, contains another character, or has a
 * wrong checksum. Does not enforce BIP-173's limit of 90 characters: Cardano (CIP-19) has none.
 */
export function decodeBech32(text: string): Bech32 | undefined {
  const lower = text.toLowerCase();
  // Letters that only look alike in lower case are in no checksum.
  if ((text !== lower && text !== text.toUpperCase()) || !/^[!-~]+$/.test(text)) return undefined;
  const separator = lower.lastIndexOf('1');
  const words = separator < 1 ? undefined : valuesOf(lower.slice(separator + 1), bech32Digits);
  if (words === undefined || words.length < checksumLength) return undefined;
  const prefix = lower.slice(0, separator);
  const codes = Buffer.from(prefix, 'latin1');
  const checked = [
    ...codes.map((code) => code >> 5),
    0,
    ...codes.map((code) => code & 31),
    ...words,
  ];
  const encoding = encodings.get(checked.reduce(step, 1));
  return encoding && { encoding, prefix, words: words.subarray(0, -checksumLength) };
}

/**
 * The contribution of each value of the top five bits: a sum of the generators of BIP-173,
 * "Checksum".
 */
const additions = Int32Array.from({ length: 32 }, (_, top) =>
  [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3].reduce(
    (sum, generator, bit) => sum ^ ((top >> bit) & 1 ? generator : 0),
    0,
  ),
);

/** One step of the BCH code over GF(32). All remainders have 30 bits. */
function step(remainder: number, value: number): number {
  return ((remainder & 0x1ffffff) << 5) ^ value ^ (additions[remainder >> 25] ?? 0);
}

/**
 * How many bytes words of five bits are, between two indexes. Undefined if more than four bits are
 * left over, or not zero.
 */
export function byteLengthOf(words: Uint8Array, from = 0, to = words.length): number | undefined {
  const bits = (to - from) * 5;
  const left = bits & 7;
  const last = words[to - 1] ?? 0;
  return left > 4 || (last & ((1 << left) - 1)) !== 0 ? undefined : bits >> 3;
}

/** The same words as bytes. */
export function bytesOfWords(
  words: Uint8Array,
  from = 0,
  to = words.length,
): Uint8Array | undefined {
  const length = byteLengthOf(words, from, to);
  if (length === undefined) return undefined;
  const bytes = new Uint8Array(length);
  let bits = 0;
  let held = 0;
  let at = 0;
  for (let index = from; index < to; index++) {
    held = (held << 5) | (words[index] ?? 0);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = held >> bits;
    held &= (1 << bits) - 1;
  }
  return bytes;
}

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const base32Digits = digitsOf(base32Alphabet);

/** The text of bytes in base32 without padding. @param bytes a multiple of five */
export function encodeBase32(bytes: Uint8Array): string {
  const bits = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  return Array.from({ length: (bytes.length * 8) / 5 }, (_, at) =>
    base32Alphabet.charAt(Number((bits >> BigInt(bytes.length * 8 - 5 * (at + 1))) & 31n)),
  ).join('');
}

/**
 * Decodes base32 (RFC 4648, section 6) without padding. Undefined for any other character, or if
 * the bits after the last byte are not zero.
 */
export function decodeBase32(text: string): Uint8Array | undefined {
  const words = valuesOf(text, base32Digits);
  return words && bytesOfWords(words);
}
