/** One request as sent on the wire. */
export interface WireRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly authorization: string;
  /** From the call to the last byte of the response. */
  readonly timeLimitMs: number;
  /** A longer body ends the request. */
  readonly maxBodyBytes: number;
  /** Sends `Cache-Control: no-cache` to bypass results that someone else paid for. */
  readonly isRepeat?: boolean;
  /** Read right before the first byte is written: later, nothing is sent, and the fault is `late`. */
  readonly deadline?: SendDeadline;
}

/** By when a request must be written to its connection; later, another window may be sending it. */
export interface SendDeadline {
  /** In milliseconds of `monotonicMs`. It moves while the claim of a call is renewed. */
  readonly sendBefore: number;
}

/** Milliseconds since the start of the machine, the same in all of its processes. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}

/** The headers of a request, in lower case. */
export function headersOf({ authorization, isRepeat }: WireRequest): Record<string, string> {
  return {
    authorization,
    'accept-encoding': 'identity',
    ...(isRepeat === true && { 'cache-control': 'no-cache' }),
  };
}

/** A request was ready to be written after its deadline. */
export class LateError extends Error {
  readonly code = 'LATE';
}

export function isLate({ deadline }: WireRequest): boolean {
  return deadline !== undefined && monotonicMs() >= deadline.sendBefore;
}

export interface WireAnswer {
  readonly status: number;
  /** `Retry-After` and `Date` as sent; empty if missing. */
  readonly retryAfter: string;
  readonly date: string;
  /** `Age` and the headers of ours as sent, if they were. */
  readonly age?: string;
  readonly charged?: string;
  readonly limit?: string;
  readonly requestId?: string;
  /** The service declares its data to be made up. */
  readonly isSample?: boolean;
  readonly body: string;
}

export type WireFaultKind =
  | 'network'
  | 'tls'
  | 'proxy'
  | 'timeout'
  | 'tooLarge'
  | 'encoded'
  | 'cancelled'
  | 'late';

export interface WireFault {
  readonly kind: WireFaultKind;
  /** For example `ECONNRESET`. */
  readonly code?: string;
  /** The response, if its head had arrived, with the beginning of its body. */
  readonly answer?: WireAnswer;
}

export type WireOutcome =
  | { readonly ok: true; readonly answer: WireAnswer }
  | { readonly ok: false; readonly fault: WireFault };

export interface Transport {
  /**
   * Sends the request once: no retry, no redirect. Never rejects. `onSent` is called before the
   * first byte of the request is written to a connected socket; a fault without it is known not
   * to have reached the service.
   */
  send(request: WireRequest, signal: AbortSignal, onSent: () => void): Promise<WireOutcome>;
  /** Lets requests in flight finish, then closes all connections. */
  finish(): Promise<void>;
  /** Ends everything at once. */
  close(): Promise<void>;
}
