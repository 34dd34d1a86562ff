/** The three calls of the service (service-spec.md, "Endpoints"). */
export type Endpoint = 'summary' | 'start' | 'status';

/**
 * Everything that can go wrong with a call. The first group is one kind per row of the spec's error
 * tables; the second is what happens in transit. `messages/outcomes.ts` has the sentences.
 */
export type FailureKind =
  | 'keyInvalid'
  | 'callsUsedUp'
  | 'quotaUsedUp'
  | 'keyRevoked'
  | 'licenseNotFound'
  | 'jobNotFound'
  | 'notReady'
  | 'parametersRefused'
  // Not in the spec, but any HTTP server may send it.
  | 'rateLimited'
  | 'serverFault'
  | 'redirected'
  | 'unexpectedStatus'
  // In transit, in either direction.
  | 'network'
  | 'tls'
  | 'proxy'
  | 'intermediary'
  | 'timeout'
  | 'tooLarge'
  | 'badAnswer'
  | 'cancelled'
  // The process was suspended before it could send; another window may have sent it since.
  | 'late'
  // Known before anything was sent: the request cannot be sent, or the sample service did not
  // start.
  | 'refusedHere'
  | 'sampleService';

/**
 * An exhausted limit of a team's gateway. Nothing else is read from its header, because text could
 * lie.
 */
export interface UsedUpLimit {
  /** The owner of the limit; `service` means the team's license. */
  readonly of: 'member' | 'team' | 'service';
  /** Milliseconds since 1970: no call is made before. */
  readonly until: number;
}

export interface Failure {
  readonly kind: FailureKind;
  readonly endpoint: Endpoint;
  /** HTTP status, if there was a response. */
  readonly status?: number;
  /** The system's or the library's code, such as `ECONNREFUSED`; never a message: messages quote secrets. */
  readonly code?: string;
  /** Whether any byte of the request may have left. If so, it may have been charged. */
  readonly wasSent: boolean;
  /**
   * The beginning of a response that could not be read, did not arrive whole, or is a rejection; for
   * support, without the credentials, never logged.
   */
  readonly unread?: string;
  /** The wait that the server requested, in milliseconds, unclamped. */
  readonly retryAfterMs?: number;
  /** Units used by the call, if the service reports them. */
  readonly charged?: number;
  /** For a 402: the exhausted limit, if the service reports it. */
  readonly limit?: UsedUpLimit;
  /** The UUID of the request in the log of a gateway. */
  readonly requestId?: string;
}

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

/** How much of a body is kept as `unread`, in UTF-16 units. */
export const excerptUnits = 4_096;

/** Whether a status is 2xx (RFC 9110, section 15.3). */
export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

/** The kind of a status that is not 2xx, on a given endpoint (service-spec.md, "Errors"). */
export function kindOfStatus(endpoint: Endpoint, status: number): FailureKind {
  switch (status) {
    case 401:
      return 'keyInvalid';
    case 402:
      return endpoint === 'summary' ? 'callsUsedUp' : 'quotaUsedUp';
    case 403:
      return 'keyRevoked';
    case 404:
      if (endpoint === 'summary') return 'licenseNotFound';
      return endpoint === 'status' ? 'jobNotFound' : 'unexpectedStatus';
    case 409:
      return endpoint === 'status' ? 'notReady' : 'unexpectedStatus';
    case 422:
      return 'parametersRefused';
    case 407:
      return 'proxy';
    case 429:
      return 'rateLimited';
    default:
      if (status >= 300 && status < 400) return 'redirected';
      return status >= 500 ? 'serverFault' : 'unexpectedStatus';
  }
}
