import type { Failure } from './failure.ts';

/**
 * The cost of a failed paid call. According to the spec, rejections are free; any other call that
 * was sent is assumed to be charged, unless the service reports no charge.
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
      // 404 on a start: the path doesn't exist, so nothing was started.
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
