import type { AddressProblem } from '../scan/parse.ts';
import type { PathPattern } from './paths.ts';

/** The file at the root of a workspace folder. */
export const bookFile = '.address-risk.json';

/** In bytes. Checked before the file is read. */
export const maxBookSize = 2_097_152;

export const maxEntries = 20_000;

/** Matching a path takes the product of these, of the pattern, and of the path. */
export const maxRules = 64;

export const maxLists = 32;

/** How the tables of a book may fail to be a value of the format (contract, "The address book"). */
export type MemberFault = 'missing' | 'text' | 'empty' | 'tooLong' | 'date' | 'object' | 'repeated';

/** Why a whole book is not used. */
export type BookRejection =
  | { readonly kind: 'tooLarge' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'outside' }
  | { readonly kind: 'syntax'; readonly line: number }
  | { readonly kind: 'tooDeep'; readonly line: number }
  | { readonly kind: 'tooMany'; readonly line: number }
  | { readonly kind: 'notAnObject'; readonly line: number }
  | { readonly kind: 'version'; readonly line: number }
  | { readonly kind: 'repeatedMember'; readonly member: string; readonly line: number };

/** Why a part of a book is not used; every other part is. */
export type PartProblem =
  | { readonly kind: 'notAList'; readonly member: string }
  | { readonly kind: 'typo'; readonly member: string; readonly known: string }
  | { readonly kind: 'notAnObject' }
  | { readonly kind: 'tooLong' }
  | { readonly kind: 'tooMany'; readonly most: number }
  | { readonly kind: 'member'; readonly member: string; readonly fault: MemberFault }
  | { readonly kind: 'address'; readonly problem: AddressProblem }
  | { readonly kind: 'network' }
  | { readonly kind: 'otherFamily'; readonly network: string }
  | { readonly kind: 'repeated'; readonly firstLine: number }
  | { readonly kind: 'pattern' }
  | { readonly kind: 'path' }
  | { readonly kind: 'listKind' };

/** Lines count from 0, as in an editor. */
export interface BookProblem {
  readonly line: number;
  readonly problem: PartProblem;
}

export interface Ignore {
  readonly reason: string;
  /** A UTC date, which is the last day that it counts. */
  readonly until?: string;
}

export interface BookEntry {
  readonly line: number;
  /** Canonical spelling. */
  readonly address: string;
  readonly network: string;
  readonly name?: string;
  readonly note?: string;
  readonly reviewedBy?: string;
  /** A UTC date. */
  readonly reviewedAt?: string;
  readonly ignore?: Ignore;
}

/** The files whose addresses are on a network unless exact evidence names another. */
export interface NetworkRule {
  /** The pattern of `matches`. */
  readonly files: string;
  readonly network: string;
  readonly matches: PathPattern;
}

/** How a list is read: an alarm takes what it can get, a name only what it knows. */
export type ListKind = 'deny' | 'names';

/** A list that the book names; another file of the folder. */
export interface ListReference {
  readonly line: number;
  /** Below the folder, with slashes. */
  readonly path: string;
  readonly name: string;
  readonly kind: ListKind;
  /** It has a `url`, from which `lists update` replaces its file. */
  readonly isFetched?: true;
}

/** The entries of a book by account. */
export type EntryIndex = ReadonlyMap<string, readonly BookEntry[]>;

export interface Book {
  readonly entries: readonly BookEntry[];
  readonly byAccount: EntryIndex;
  readonly rules: readonly NetworkRule[];
  readonly lists: readonly ListReference[];
  readonly problems: readonly BookProblem[];
}

export type BookReading =
  | { readonly kind: 'book'; readonly book: Book }
  | { readonly kind: 'rejected'; readonly rejection: BookRejection };

/** A folder without a book. */
export const emptyBook: Book = {
  entries: [],
  byAccount: new Map(),
  rules: [],
  lists: [],
  problems: [],
};

/** Whether an ignore counts on a day. @param today a UTC date */
export function isIgnored({ ignore }: Pick<BookEntry, 'ignore'>, today: string): boolean {
  return ignore !== undefined && (ignore.until === undefined || today <= ignore.until);
}

/** `2026-11-22` */
export function utcDate(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}
