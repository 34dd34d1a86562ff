import type { Aggregator } from '../api/parameters.ts';
import type { Failure } from '../api/failure.ts';
import type { Instant } from '../ledger/store.ts';
import type { JobProgress } from '../paid/jobRun.ts';
import type { SummaryRefusal } from '../paid/summaries.ts';

export interface SummaryActivity {
  readonly isFetching: boolean;
  readonly problem: Failure | SummaryRefusal | undefined;
}

/** A score being fetched now, or one whose request failed. */
export type ScoreActivity =
  | { readonly kind: 'running'; readonly progress: JobProgress }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly at: Instant };

/** What this window is doing for an address now, or how its last attempts failed. */
export interface SubjectActivity {
  readonly summary: SummaryActivity;
  readonly scores: Readonly<Record<Aggregator, ScoreActivity | undefined>>;
}
