import type { Failure } from '../api/failure.ts';
import type { Stop } from '../ledger/store.ts';

/** The stop that a rejection puts on further calls, if any. */
export function stopAfter(failure: Failure, now: number): Stop | undefined {
  const status = failure.status ?? 0;
  // A service that prices each call may still have much for nothing, for example a team's results.
  if (status === 402 && failure.charged !== undefined) return undefined;
  switch (failure.kind) {
    case 'keyInvalid':
    case 'keyRevoked':
      return { scope: 'credential', status, at: now };
    // A tenant may have bought calculations and no summaries (service-spec.md, "Authentication", 3).
    case 'licenseNotFound':
    case 'callsUsedUp':
      return { scope: 'summary', status, at: now };
    case 'quotaUsedUp':
      return { scope: 'risk', status, at: now };
    default:
      return undefined;
  }
}
