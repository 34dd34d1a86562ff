import type { Instant, PaidKind } from '../ledger/store.ts';
import type { Rhythm } from '../risk/rhythm.ts';

/** The user's settings that lookups need. */
export interface Policy {
  /** How long a stored summary is used before a new call, in milliseconds. */
  readonly summaryMs: number;
  /** The same for a risk score. */
  readonly riskMs: number;
  /** Limit on automatic summary calls per local day. */
  readonly summaryCallsPerDay: number;
  readonly rhythm: Rhythm;
  /** The timeout of a job that is older counts from here: a run that resumes it waits as long. */
  readonly waitsSince?: Instant;
  /** In place of `allowances`, where no one can be asked about more: a number that the user gave. */
  readonly fixedAllowances?: Readonly<Record<PaidKind, number>>;
}

/**
 * The limit of consecutive automatic calls of an account that may have been charged without a
 * result; automatic calls then stop until a call by the user succeeds.
 */
export const maxUnanswered = 3;

/** Calls that commands and tools may make in any hour before the user is asked about more. */
export const allowances: Readonly<Record<PaidKind, number>> = { start: 20, summary: 50 };
