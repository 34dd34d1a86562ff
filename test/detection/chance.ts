/**
 * Random text holds as many addresses of a checksummed family as chance puts there, and no more:
 * the expected number is computed from the number of tokens that have the shape and the bits of
 * the checksum, and printed beside what was found.
 */
import type { Family } from '../../src/networks/networks.ts';
import { scanText } from '../../src/scan/scan.ts';

const mebibyte = 1_048_576;
const sizeOfEach = 25;

const alphabets = {
  base58: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
  hex: '0123456789abcdef',
  base64: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
} as const;

/** Chance that a random token of a family's length passes its check. */
const chances: Partial<Record<Family, (token: string) => number>> = {
  // Four bytes of SHA-256, and a version of eleven out of 256 in front of them.
  bitcoin: (token) => base58Chance(token, 4),
  litecoin: (token) => base58Chance(token, 3),
  dogecoin: (token) => base58Chance(token, 3),
  dash: (token) => base58Chance(token, 4),
  tron: (token) => base58Chance(token, 1),
  // Four tags of 256, two workchains of 256, sixteen bits.
  ton: (token) => (token.length === 48 ? (4 / 256) * (2 / 256) * 2 ** -16 : 0),
  // Thirty bits after one of the prefixes, most of at least three characters, and the separator.
  cosmos: (token) => (token.length >= 42 && token.length <= 80 ? 265 * 36 ** -4 * 2 ** -30 : 0),
  ripple: (token) => base58Chance(token, 1),
  zcash: (token) => (token.length === 35 ? (4 / 65_536) * 2 ** -32 : 0),
  // Sixteen bits, and a prefix that a network has: sixty of 256.
  polkadot: (token) => (token.length >= 46 && token.length <= 49 ? (60 / 256) * 2 ** -16 : 0),
  cardano: (token) => (token.length >= 58 && token.length <= 120 ? 2 ** -64 : 0),
};

function base58Chance(token: string, versions: number): number {
  return token.length >= 26 && token.length <= 35 ? (versions / 256) * 2 ** -32 : 0;
}

/** @returns the number of families that were found more often than chance allows */
export function checkChance(): number {
  const random = generator(20_261_121);
  const found = new Map<Family, number>();
  const expected = new Map<Family, number>();
  let texts = 0;
  for (const make of [
    () => tokens(random, alphabets.base58),
    () => tokens(random, alphabets.hex),
    () => tokens(random, alphabets.base64),
    () => prose(random),
  ]) {
    for (let part = 0; part < sizeOfEach; part++) {
      const text = make();
      texts += text.length;
      for (const [token] of text.matchAll(/\S{26,}/g)) {
        for (const [family, chance] of Object.entries(chances) as [
          Family,
          (t: string) => number,
        ][]) {
          expected.set(family, (expected.get(family) ?? 0) + chance(token));
        }
      }
      for (const { family } of scanText(text)) found.set(family, (found.get(family) ?? 0) + 1);
    }
  }
  console.log(`random base58, hex, base64 and prose, ${(texts / mebibyte).toFixed(0)} MiB:`);
  let failures = 0;
  for (const [family, number] of expected) {
    const seen = found.get(family) ?? 0;
    // More than five of a thing that is expected far less than once is not chance.
    const isTooMany = seen > number + 5 * Math.sqrt(number) + 1;
    if (isTooMany) failures += 1;
    console.log(
      `  ${family.padEnd(10)} found ${seen}, expected ${number.toExponential(2)}${isTooMany ? '  TOO MANY' : ''}`,
    );
  }
  return failures;
}

/** xorshift32: quick, and the same everywhere. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/** A mebibyte of tokens of the lengths that addresses have. */
function tokens(random: () => number, alphabet: string): string {
  const parts: string[] = [];
  let length = 0;
  while (length < mebibyte) {
    let token = '';
    for (let left = 24 + (random() % 50); left > 0; left--) {
      token += alphabet.charAt(random() % alphabet.length);
    }
    parts.push(token);
    length += token.length + 1;
  }
  return parts.join(' ').slice(0, mebibyte);
}

const words =
  'the address of a contract holds what its owner sent to it and nobody else can move that unless the key is lost or the code has a fault which happens more often than one would like'.split(
    ' ',
  );

function prose(random: () => number): string {
  const parts: string[] = [];
  let length = 0;
  while (length < mebibyte) {
    const word = words[random() % words.length] ?? '';
    parts.push(word);
    length += word.length + 1;
  }
  return parts.join(' ').slice(0, mebibyte);
}
