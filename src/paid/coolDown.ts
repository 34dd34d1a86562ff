import type { Failure } from '../api/failure.ts';
import type { CallRow, Instant } from '../ledger/store.ts';
import { clockSlackMs } from './clock.ts';
import type { Policy } from './policy.ts';
import { chargeOf } from '../api/chargeOf.ts';

const firstMs = 30_000;
const maxMs = 10 * 60_000;

/**
 * The upper limit of any cool-down, even if the clock was set back by a day; a longer one was
 * recorded by a wrong clock.
 */
export function longestCoolDownMs({ summaryMs }: Policy): number {
  return Math.max(summaryMs, maxMs) + clockSlackMs;
}

/** The record of a failed call: each failure delays the next automatic call further. */
export function failedCall(
  failure: Failure,
  failuresBefore: number,
  { summaryMs }: Policy,
  now: Instant,
): CallRow {
  const mayBeCharged = chargeOf(failure) === 'maybe';
  const coolDownMs = Math.min(firstMs * 2 ** failuresBefore, maxMs);
  return {
    failures: failuresBefore + 1,
    retryAt: now + (mayBeCharged ? Math.max(summaryMs, coolDownMs) : coolDownMs),
    mayBeCharged,
    kind: failure.kind,
    status: failure.status ?? null,
  };
}
