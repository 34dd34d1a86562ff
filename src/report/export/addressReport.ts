import type { Aggregator } from '../../api/parameters.ts';
import type { NoScore } from '../../messages/exports.ts';
import type { StoredScore } from '../rowScore.ts';

/** The rules of `check` that an address can break, the most severe first; levels come from its score. */
export const reportRules = [
  ...(['deny', 'look-alike', 'checksum', 'wrong-network'] as const),
  ...(['unlisted', 'new'] as const),
] as const;

export type ReportRule = (typeof reportRules)[number];

/** An address of a workspace with its facts. */
export interface AddressReport {
  /** Null where its text may be a key, which is not repeated. */
  readonly address: string | null;
  readonly network: string | null;
  readonly isAssumed: boolean;
  /** `isVerified`: from the address book, a list, or our own; else the code calls it so. */
  readonly name: { readonly text: string; readonly isVerified: boolean } | null;
  /** The same findings as those of `check`. */
  readonly findings: readonly { readonly rule: ReportRule; readonly message: string }[];
  /** Changed files first. Without the address book and its deny lists, which do not use an address. */
  readonly places: readonly { readonly path: string; readonly line: number }[];
  readonly score: StoredScore | null;
  /** False if the base version of a file that may have it could not be read. */
  readonly isNewKnown?: boolean;
  /** Null if there is a score. */
  readonly noScore: NoScore | null;
}

/** The name of a row: `known` from a book or a list, or else what the code calls the address. */
export function rowName(
  known: string | undefined,
  inCode: string | undefined,
): AddressReport['name'] {
  if (known !== undefined) return { text: known, isVerified: true };
  return inCode === undefined ? null : { text: inCode, isVerified: false };
}

/** The row for a text on a deny list that is not an address. The text is not repeated. */
export const deniedTextRow = (
  path: string,
  line: number,
  messages: readonly string[],
): AddressReport => ({
  address: null,
  network: null,
  isAssumed: false,
  name: null,
  score: null,
  findings: messages.map((message) => ({ rule: 'deny', message })),
  places: [{ path, line }],
  noScore: 'network',
});

/** A page only has room for some places, so changed ones come first. */
export const changedFirst = (
  places: readonly (AddressReport['places'][number] & { readonly isChanged: boolean })[],
): AddressReport['places'] =>
  places
    .toSorted((one, other) => Number(other.isChanged) - Number(one.isChanged))
    .map(({ path, line }) => ({ path, line }));

/** The subject of a report, as named by Git. */
export interface ReportProject {
  /** Of the repository, or of the folder without one. */
  readonly name: string;
  /** Null without a repository, and where no branch is checked out. */
  readonly branch: string | null;
  readonly commit: string | null;
}

export interface ComparedProject extends ReportProject {
  /** The revision since which addresses are new; null without one. */
  readonly base: { readonly name: string; readonly commit: string } | null;
}

export interface WorkspaceReport {
  readonly rows: readonly AddressReport[];
  /** Each repository or folder once. */
  readonly projects: readonly ComparedProject[];
  readonly isSample: boolean;
  /** The aggregator of all scores. */
  readonly aggregator: Aggregator;
  /** Parts that were not searched, in words. */
  readonly unread: readonly string[];
  /** In milliseconds. */
  readonly madeAt: number;
}

export const breaks = (
  { findings }: Pick<AddressReport, 'findings'>,
  wanted: ReportRule,
): boolean => findings.some(({ rule }) => rule === wanted);

/** How many addresses break each rule: the same numbers in every format, and in `check`. */
export function countsOf(rows: readonly AddressReport[]): Readonly<Record<ReportRule, number>> {
  const count = (rule: ReportRule): number => rows.filter((row) => breaks(row, rule)).length;
  return Object.fromEntries(reportRules.map((rule) => [rule, count(rule)])) as Record<
    ReportRule,
    number
  >;
}
