import type { NoScore } from '../../words/workspaceReport.ts';
import type { StoredScore } from '../storedScore.ts';

/** An address of a workspace, and what is known of it. */
export interface AddressReport {
  readonly address: string;
  readonly network: string | null;
  readonly isAssumed: boolean;
  /** `isVerified`: from the address book, a list, or our own; else the code calls it so. */
  readonly name: { readonly text: string; readonly isVerified: boolean } | null;
  readonly isDenied: boolean;
  /** False where there is no revision to compare with. */
  readonly isNew: boolean;
  /** Names of the rules of `check` that it breaks. */
  readonly rules: readonly string[];
  readonly places: readonly { readonly path: string; readonly line: number }[];
  readonly score: StoredScore | null;
  /** Null if there is a score. */
  readonly noScore: NoScore | null;
}

export interface WorkspaceReport {
  readonly rows: readonly AddressReport[];
  /** What new addresses are new since; null without a revision. */
  readonly base: { readonly name: string; readonly commit: string } | null;
  readonly isSample: boolean;
  /** What was not looked at, in words. */
  readonly unread: readonly string[];
  /** In milliseconds. */
  readonly madeAt: number;
}
