import type { Rhythm } from '../risk/rhythm.ts';

/** What a person has set, as the door needs it. */
export interface Policy {
  /** How long a stored summary answers without a new call. */
  readonly summaryMs: number;
  /** The same for a risk score. */
  readonly riskMs: number;
  /** Automatic summary calls of one local day. */
  readonly summaryCallsPerDay: number;
  readonly rhythm: Rhythm;
}
