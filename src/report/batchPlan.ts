import { mayBeKey } from '../scan/parse.ts';
import type { Aggregator } from '../api/parameters.ts';
import type { JobRow } from '../ledger/store.ts';
import type { StoredState } from '../paid/reports.ts';
import type { ReportSubject } from './risk.ts';

/** How many calculations one confirmation allows; more need another one. */
export const maxStarts = 25;

/** What scoring many addresses comes to, in the order in which they were found. */
export interface BatchPlan<Found> {
  /** With a fresh stored score, which costs nothing. */
  readonly stored: readonly Found[];
  /** With a job that runs or can be resumed: it is polled, and never started again. */
  readonly open: readonly { readonly found: Found; readonly job: JobRow }[];
  /** An earlier start may have been charged, and its ID is unknown. Never started by a batch. */
  readonly unknown: readonly Found[];
  /** 64 digits that can also be a private key: each needs a question of its own. */
  readonly keySized: readonly Found[];
  /** Each needs one calculation. */
  readonly starting: readonly Found[];
  /** These too, but they are beyond what one confirmation allows. */
  readonly later: readonly Found[];
}

/** @param heads what is stored of each, in the same order */
export function planBatch<Found extends { readonly subject: ReportSubject }>(
  all: readonly Found[],
  heads: readonly StoredState[],
  aggregator: Aggregator,
): BatchPlan<Found> {
  const stored: Found[] = [];
  const open: { found: Found; job: JobRow }[] = [];
  const unknown: Found[] = [];
  const keySized: Found[] = [];
  const payable: Found[] = [];
  for (const [index, found] of all.entries()) {
    const head = heads[index];
    const job = head?.jobs[aggregator] ?? null;
    if (head?.scores[aggregator]?.isFresh === true) stored.push(found);
    else if (job?.state === 'unknown') unknown.push(found);
    else if (job !== null) open.push({ found, job });
    else if (mayBeKey(found.subject.address, found.subject.chain)) keySized.push(found);
    else payable.push(found);
  }
  return {
    ...{ stored, open, unknown, keySized },
    starting: payable.slice(0, maxStarts),
    later: payable.slice(maxStarts),
  };
}
