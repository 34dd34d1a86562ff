import type { Failure } from './failure.ts';

/**
 * What a failed paid call has cost. According to the spec, its rejections are not charged; anything
 * else that was sent is assumed to be, unless the service says that a rejection has cost nothing.
 */
export function chargeOf(failure: Failure): 'none' | 'maybe' {
  if (!failure.wasSent) return 'none';
  const { charged, status = 0 } = failure;
  if (charged === 0 && status >= 400 && status < 500) return 'none';
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
