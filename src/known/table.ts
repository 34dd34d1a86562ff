import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyBytes, middleBytes } from './key.ts';

/** Kinds of accounts that the sources distinguish. */
export const kinds = ['token', 'contract', 'system'] as const;
export type Kind = (typeof kinds)[number];

export interface Source {
  /** A phrase that follows the name of an address: `Uniswap’s token list`. */
  readonly title: string;
  readonly package: string;
  readonly version: string;
  readonly license: string;
}

/** The header of the file, before its columns. */
export interface Head {
  /** The day on which it was written. */
  readonly date: string;
  readonly rows: number;
  readonly sources: readonly Source[];
  /** Names of networks in our table. */
  readonly networks: readonly string[];
  /** Each different set of networks, as positions in `networks`. */
  readonly sets: readonly (readonly number[])[];
}

/**
 * Layout of the file: the length of the head in four bytes; the head as JSON; the names in UTF-8
 * and their lengths in bytes, each block with its length; then columns, which compress better in a
 * VSIX than rows. The columns are: for each first byte of a key, the number of rows before it, in
 * four bytes; for each pair of first bytes, how many keys begin with it; the rest of each key in
 * ascending order; for each row its set of networks and its name, in two bytes each, low byte
 * first; its kind and source in one byte. Last come the middle bytes of the EVM tokens that several
 * sources agree on. No object is created per row.
 */
export interface Table extends Head {
  /** All names in UTF-8, one behind the other. The first is empty. */
  readonly names: Buffer;
  /** Their lengths, in bytes. */
  readonly nameLengths: Uint8Array;
  /** The rows before the keys with each first byte, of four bytes each. */
  readonly blocks: Buffer;
  /** How many keys begin with each pair of bytes. */
  readonly counts: Uint8Array;
  /** The keys without their first two bytes. */
  readonly rests: Uint8Array;
  readonly setsLow: Uint8Array;
  readonly setsHigh: Uint8Array;
  readonly namesLow: Uint8Array;
  readonly namesHigh: Uint8Array;
  /** The kind in the two lowest bits, or `agreedToken`, and the source in the others. */
  readonly origins: Uint8Array;
  /** Of each EVM token that several sources agree on, in the order of rows. */
  readonly middles: Buffer;
}

/** In the place of a kind: a token that several sources agree on, or that its issuer names. */
export const agreedToken = kinds.length;

const maxSources = 64;

/** Of a key, in bytes. */
export const restBytes = keyBytes - 2;

const pairs = 65_536;

/** Of keys, by their first byte. */
const blockCount = 256;
const blockBytes = 4;

export const fileName = 'known.bin';

let loaded: Table | undefined;

/** Reads the file on first use: neither activation nor a hover on an address with a network pays for it. */
export const table = (): Table =>
  (loaded ??= decoded(readFileSync(join(import.meta.dirname, fileName))));

/** @param bytes of the file, which are not copied */
export function decoded(bytes: Buffer): Table {
  const headLength = bytes.readUInt32LE(0);
  const head = JSON.parse(bytes.toString('utf8', 4, 4 + headLength)) as Head;
  let at = 4 + headLength;
  const column = (length: number): Buffer => bytes.subarray(at, (at += length));
  const { rows } = head;
  return {
    ...head,
    names: column(column(4).readUInt32LE(0)),
    nameLengths: column(column(4).readUInt32LE(0)),
    blocks: column(blockCount * blockBytes),
    counts: column(pairs),
    rests: column(rows * restBytes),
    setsLow: column(rows),
    setsHigh: column(rows),
    namesLow: column(rows),
    namesHigh: column(rows),
    origins: column(rows),
    middles: bytes.subarray(at),
  };
}

/** The number of the first row whose key begins with a pair of bytes, or comes after it. */
export function rowAt({ blocks, counts }: Table, pair: number): number {
  const block = pair >> 8;
  let row = blocks.readUInt32LE(block * blockBytes);
  for (let before = block << 8; before < pair; before++) row += counts[before] ?? 0;
  return row;
}

export function nameAt({ names, nameLengths }: Table, number: number): string {
  let start = 0;
  for (let before = 0; before < number; before++) start += nameLengths[before] ?? 0;
  return names.toString('utf8', start, start + (nameLengths[number] ?? 0));
}

export const kindAt = ({ origins }: Pick<Table, 'origins'>, row: number): Kind =>
  kinds[(origins[row] ?? 0) & 3] ?? 'token';

/** A position in `sources`. */
export const sourceAt = ({ origins }: Pick<Table, 'origins'>, row: number): number =>
  (origins[row] ?? 0) >> 2;

/** A row of a table that is written. */
export interface WrittenRow {
  /** In hex. */
  readonly key: string;
  readonly set: number;
  readonly name: number;
  readonly kind: Kind;
  readonly source: number;
  /** Whether it is a token that two sources or more list by one name, or that its issuer names. */
  readonly isAgreed: boolean;
  /** In hex; undefined if another family has the key. */
  readonly middle?: string | undefined;
}

/** The file of a table. `decoded` reads it. */
export function encoded(
  head: Omit<Head, 'rows'>,
  names: readonly string[],
  rows: readonly WrittenRow[],
): Buffer {
  if (head.sources.length > maxSources) throw new Error('There are too many sources.');
  const sorted = [...rows].sort((a, b) => (a.key < b.key ? -1 : 1));
  const text = Buffer.from(JSON.stringify({ ...head, rows: rows.length }));
  const encodedNames = names.map((name) => Buffer.from(name));
  const nameText = Buffer.concat(encodedNames);
  const nameLengths = Buffer.from(encodedNames.map(({ length }) => length));
  const counts = Buffer.alloc(pairs);
  for (const { key } of sorted) {
    const pair = Number.parseInt(key.slice(0, 4), 16);
    if (counts[pair] === 255) throw new Error(`Too many keys begin with ${key.slice(0, 4)}.`);
    counts[pair] = (counts[pair] ?? 0) + 1;
  }
  const blocks = Buffer.alloc(blockCount * blockBytes);
  let before = 0;
  for (const [pair, count] of counts.entries()) {
    if (pair % blockCount === 0) blocks.writeUInt32LE(before, (pair / blockCount) * blockBytes);
    before += count;
  }
  const column = (of: (row: WrittenRow) => number): Buffer => Buffer.from(sorted.map(of));
  return Buffer.concat([
    ...[lengthOf(text), text, lengthOf(nameText), nameText],
    ...[lengthOf(nameLengths), nameLengths, blocks, counts],
    ...sorted.map(({ key }) => Buffer.from(key.slice(4), 'hex')),
    column(({ set }) => set & 255),
    column(({ set }) => set >> 8),
    column(({ name }) => name & 255),
    column(({ name }) => name >> 8),
    column(
      ({ kind, source, isAgreed }) =>
        (isAgreed ? agreedToken : kinds.indexOf(kind)) | (source << 2),
    ),
    ...sorted.flatMap(({ isAgreed, middle }) =>
      isAgreed ? Buffer.from(middle ?? noMiddle, 'hex') : [],
    ),
  ]);
}

/** Of a row of another family, so that rows can be counted. */
const noMiddle = '00'.repeat(middleBytes);

function lengthOf(part: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(part.length);
  return length;
}
