/** BIP-173's characters in the order of their values. */
const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

/** The value of a character in either case. 255 if it is none of them. */
export const bech32Values = new Uint8Array(0x10000).fill(255);
for (let value = 0; value < 32; value++) {
  bech32Values[alphabet.charCodeAt(value)] = value;
  bech32Values[alphabet.toUpperCase().charCodeAt(value)] = value;
}

/** The remainders that the checksums of BIP-173 and BIP-350 leave. */
const constants = { bech32: 1, bech32m: 0x2bc830a3 } as const;

type Bech32Encoding = keyof typeof constants;

export interface Bech32 {
  readonly encoding: Bech32Encoding;
  /** In lower case. */
  readonly prefix: string;
  /** Five bits each, without the checksum. */
  readonly words: Uint8Array;
}

/** The five bits of each character. Copied for texts with a correct checksum alone. */
const scratch = new Uint8Array(1_024);

/**
 * Reads a bech32 or bech32m text. Undefined if it mixes cases, contains another character, or has a
 * wrong checksum. Does not enforce BIP-173's limit of 90 characters: Cardano (CIP-19) has none.
 */
export function decodeBech32(text: string): Bech32 | undefined {
  const separator = text.lastIndexOf('1');
  const length = text.length - separator - 1;
  if (separator < 1 || length < 6 || length > scratch.length) return undefined;
  const cases = casesIn(text);
  if (cases === 3) return undefined;
  let remainder = 1;
  for (let at = 0; at < separator; at++) remainder = step(remainder, lowerAt(text, at) >> 5);
  remainder = step(remainder, 0);
  for (let at = 0; at < separator; at++) remainder = step(remainder, lowerAt(text, at) & 31);
  for (let at = 0; at < length; at++) {
    const value = bech32Values[text.charCodeAt(separator + 1 + at)] ?? 255;
    if (value === 255) return undefined;
    scratch[at] = value;
    remainder = step(remainder, value);
  }
  const encoding = encodingOf(remainder);
  if (encoding === undefined) return undefined;
  const prefix = text.slice(0, separator);
  return {
    encoding,
    prefix: cases === 2 ? prefix.toLowerCase() : prefix,
    words: scratch.slice(0, length - 6),
  };
}

function encodingOf(remainder: number): Bech32Encoding | undefined {
  if (remainder === constants.bech32) return 'bech32';
  return remainder === constants.bech32m ? 'bech32m' : undefined;
}

/** 1 for letters in lower case and 2 for upper case, in ASCII: no other letter has a checksum. */
function casesIn(text: string): number {
  let cases = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x61 && code <= 0x7a) cases |= 1;
    else if (code >= 0x41 && code <= 0x5a) cases |= 2;
  }
  return cases;
}

function lowerAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0x41 && code <= 0x5a ? code | 0x20 : code;
}

/** What each value of the five highest bits adds: a sum of the generators of BIP-173, "Checksum". */
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
