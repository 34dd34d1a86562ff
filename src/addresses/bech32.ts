/** BIP-173's characters in the order of their values. */
const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

const values = new Uint8Array(0x10000).fill(255);
for (let value = 0; value < 32; value++) values[alphabet.charCodeAt(value)] = value;

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

/**
 * Reads a bech32 or bech32m text. Undefined if it mixes cases, contains another character, or has a
 * wrong checksum. Does not enforce BIP-173's limit of 90 characters: Cardano (CIP-19) has none.
 */
export function decodeBech32(text: string): Bech32 | undefined {
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase()) return undefined;
  const separator = lower.lastIndexOf('1');
  const length = lower.length - separator - 1;
  if (separator < 1 || length < 6) return undefined;

  const prefix = lower.slice(0, separator);
  let remainder = 1;
  for (let at = 0; at < separator; at++) remainder = step(remainder, prefix.charCodeAt(at) >> 5);
  remainder = step(remainder, 0);
  for (let at = 0; at < separator; at++) remainder = step(remainder, prefix.charCodeAt(at) & 31);

  const words = new Uint8Array(length);
  for (let at = 0; at < length; at++) {
    const value = values[lower.charCodeAt(separator + 1 + at)] ?? 255;
    if (value === 255) return undefined;
    words[at] = value;
    remainder = step(remainder, value);
  }
  for (const encoding of ['bech32', 'bech32m'] as const) {
    if (remainder === constants[encoding]) {
      return { encoding, prefix, words: words.subarray(0, length - 6) };
    }
  }
  return undefined;
}

/** One step of the BCH code over GF(32), BIP-173, "Checksum". */
function step(remainder: number, value: number): number {
  const top = remainder >>> 25;
  let next = ((remainder & 0x1ffffff) << 5) ^ value;
  if ((top & 1) !== 0) next ^= 0x3b6a57b2;
  if ((top & 2) !== 0) next ^= 0x26508e6d;
  if ((top & 4) !== 0) next ^= 0x1ea119fa;
  if ((top & 8) !== 0) next ^= 0x3d4233dd;
  if ((top & 16) !== 0) next ^= 0x2a1462b3;
  return next >>> 0;
}

/** Words of five bits as bytes. Undefined if more than four bits are left over, or not zero. */
export function bytesOfWords(words: Uint8Array): Uint8Array | undefined {
  const bytes = new Uint8Array(Math.floor((words.length * 5) / 8));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const word of words) {
    held = (held << 5) | word;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = held >> bits;
    held &= (1 << bits) - 1;
  }
  return bits > 4 || held !== 0 ? undefined : bytes;
}
