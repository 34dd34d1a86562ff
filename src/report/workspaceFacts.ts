import type { AddressFacts } from '../book/facts.ts';
import type { Likeness } from '../messages/known.ts';

/** What the workspace says of an address. Exports have its name and alarms, and no places or notes. */
export interface WorkspaceFacts {
  readonly facts: AddressFacts;
  /** What the address only looks like. */
  readonly likeness?: Likeness | undefined;
  /** Whether the user wants to see names (the setting `names`). */
  readonly hasNames: boolean;
  readonly occurrences: Occurrences;
  /** Where its score is among the stored ones of the workspace, from the highest; null if unknown. */
  readonly rank: { readonly place: number; readonly of: number } | null;
  /** The commit that last changed the line of the first place; null if Git does not know. */
  readonly commit: CommitFacts | null;
}

export interface CommitFacts {
  readonly hash: string;
  /** In milliseconds; null if Git does not say. */
  readonly at: number | null;
  /** The first line of its message: text of the repository. */
  readonly subject: string;
}

/** Where an address is. */
export interface Occurrences {
  /** What was counted. `searchedFiles`: the search left files out, or has not ended. */
  readonly where: 'workspace' | 'searchedFiles' | 'openFiles';
  /** All of them, also those that are not listed. */
  readonly count: number;
  /** The first ones; a button opens each by its index. */
  readonly first: readonly ListedPlace[];
  /** The workspace was not searched yet. */
  readonly canSearch: boolean;
}

export interface ListedPlace {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** Of the line, without space at its ends; empty if it was not read. */
  readonly text: string;
}
