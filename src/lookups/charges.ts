import type { Failure } from '../api/failure.ts';
import type { Stop } from '../ledger/store.ts';

/**
 * What a failed paid call has cost. According to the spec, its rejections are not charged; anything
 * else that was sent is assumed to be.
 */
export function chargeOf(failure: Failure): 'none' | 'maybe' {
  if (!failure.wasSent) return 'none';
  switch (failure.kind) {
    case 'keyInvalid':
    case 'callsUsedUp':
    case 'quotaUsedUp':
    case 'keyRevoked':
    case 'licenseNotFound':
    case 'jobNotFound':
    case 'parametersRefused':
    case 'refusedHere':
    case 'sampleService':
      return 'none';
    case 'unexpectedStatus':
      // 404 to a start: there is no such path, so nothing was started.
      return failure.status === 404 ? 'none' : 'maybe';
    case 'notReady':
    case 'rateLimited':
    case 'serverFault':
    case 'redirected':
    case 'network':
    case 'tls':
    case 'proxy':
    case 'intermediary':
    case 'timeout':
    case 'tooLarge':
    case 'badAnswer':
    case 'cancelled':
    case 'late':
      return 'maybe';
  }
}

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
