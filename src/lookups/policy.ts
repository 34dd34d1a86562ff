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
}
