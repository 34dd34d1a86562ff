import { keccak_256 } from '@noble/hashes/sha3.js';

/**
 * The baseline for detection: four shapes as plain regular expressions with boundaries and without
 * checksums; and the single shape that most tools look for.
 */
export const fourShapes =
  /\b(?:0x[0-9a-fA-F]{40}|[13][1-9A-HJ-NP-Za-km-z]{25,34}|bc1[02-9ac-hj-np-z]{11,71}|T[1-9A-HJ-NP-Za-km-z]{33})\b/g;

export const evmAlone = /\b0x[0-9a-fA-F]{40}\b/g;

const withSolana =
  /\b(?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{25,44}|bc1[02-9ac-hj-np-z]{11,71})\b/g;

/**
 * The minimum cost of an address: matching it, and hashing it once with another library. Machines
 * differ much more in matching speed than in the ratio of matching to hashing.
 */
export function hashMatches(text: string): number {
  let bits = 0;
  for (const [match] of text.matchAll(withSolana)) bits ^= keccak_256(Buffer.from(match))[0] ?? 0;
  return bits;
}

export function countMatches(shape: RegExp, text: string): number {
  let count = 0;
  shape.lastIndex = 0;
  while (shape.test(text)) count += 1;
  return count;
}
