import type { CharacterSet } from '../characters.ts';
import type { Checksum } from '../evm.ts';
import type { Family } from '../networks.ts';
import type { Placeholder } from '../placeholders.ts';
import type { Evidence, Source } from '../source.ts';

/** What a token is, once a family has taken it for an address. */
export interface Reading {
  /** Our name of the network, where the spelling itself tells it. */
  readonly network?: string;
  /** Whether the payload is all zeros: no one controls it. */
  readonly isZero?: boolean;
}

/** One way in which a family's addresses begin, and how long they can be. */
export interface Shape {
  readonly start: string;
  readonly lengths: readonly [least: number, most: number];
  /** What the characters behind the beginning are of; missing where `read` alone checks them. */
  readonly characters?: CharacterSet;
}

/**
 * One family: the shapes by which candidates are found, and the check that decides. A reading is
 * given only where every checksum that the family has is right.
 */
export interface Codec {
  readonly family: Family;
  readonly shapes: readonly Shape[];
  read(token: string): Reading | undefined;
  /** The same for a token that fits a shape with `characters`; faster than `read`, which checks all. */
  readShaped?(token: string): Reading | undefined;
  /** Missing where a token that `read` takes has a checksum, which is right then. */
  checksumOf?(token: string): Checksum;
  /** The name of an address that no one controls. */
  placeholderOf?(token: string): Placeholder | null;
  /** For shapes without a checksum: whether the text around one shows that it is an address. */
  evidenceIn?(text: string, source: Source | undefined): Evidence;
  /** Whether a file is about this family, by its path and its beginning. */
  isOwnSource?(source: Source): boolean;
  /** The one spelling under which results are stored; of a token that `read` takes. */
  canonical(token: string): string;
}

export const asItStands = (token: string): string => token;

/** Bech32 may be written in one case or the other (BIP-173); results are stored under the lower. */
export const inLowerCase = (token: string): string => token.toLowerCase();

export function isAllZero(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte !== 0) return false;
  return true;
}

/** The same shape in lower and in upper case. */
export function inBothCases(start: string, lengths: Shape['lengths']): Shape[] {
  return [
    { start, lengths },
    { start: start.toUpperCase(), lengths },
  ];
}
