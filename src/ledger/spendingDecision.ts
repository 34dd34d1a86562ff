import { allowanceMs, type Instant, type SpendingDecision, type SpendingLimits } from './store.ts';

/** What was spent so far, as needed by the limits. */
export interface SpentSoFar {
  /** Automatic summaries of the account on the day of the call. */
  readonly automaticToday: () => number;
  /** Calls of the kind by commands and tools since an hour ago, and since the user's last yes. */
  readonly inLastHour: () => number;
  /** Calls of the account in a row that may have been charged and brought nothing. */
  readonly failuresInARow: () => number;
  /** Automatic calls of the account in flight. */
  readonly inFlight: () => number;
  /** When the user last declined more calls of the kind. */
  readonly declinedAt: Instant | null;
}

/** Whether the applicable limits allow a paid call at `now`. */
export function spendingDecision(
  { perDay, mostUnanswered, perHour }: SpendingLimits,
  now: Instant,
  spent: SpentSoFar,
): SpendingDecision {
  if (perDay !== undefined && spent.automaticToday() >= perDay) return { kind: 'dayUsedUp' };
  if (mostUnanswered !== undefined) {
    const failures = spent.failuresInARow();
    if (failures >= mostUnanswered) return { kind: 'unreliable' };
    if (failures + spent.inFlight() >= mostUnanswered) return { kind: 'crowded' };
  }
  if (perHour === undefined) return { kind: 'granted' };
  const { declinedAt } = spent;
  // A call may wait for the ledger while the user says no, and clocks are set back by a little: a no
  // from the near future holds. One from farther ahead comes from a clock that was wrong.
  if (declinedAt !== null && Math.abs(now - declinedAt) < allowanceMs) {
    return { kind: 'declined', until: declinedAt + allowanceMs };
  }
  return { kind: spent.inLastHour() < perHour ? 'granted' : 'hourUsedUp' };
}
