import { isSuccess, kindOfStatus } from './failure.ts';
import type { Endpoint, Failure, Outcome, UsedUpLimit } from './failure.ts';
import { markSample } from './sampleData.ts';
import type { WireAnswer } from './transport.ts';

/** A decoded response with its text, which is what gets stored. */
export interface Answer<T> {
  readonly value: T;
  readonly body: string;
  /** Age of the result at the service, if reported. */
  readonly ageMs?: number;
  /** Units used by the call, if the service reports them. */
  readonly charged?: number;
  /** The UUID of the request in the log of a gateway. */
  readonly requestId?: string;
}

/** A response, and whether its request is known to have left. */
export interface ReceivedAnswer {
  readonly endpoint: Endpoint;
  readonly answer: WireAnswer;
  readonly wasSent: boolean;
}

/** @param decode undefined for a body that is not what the endpoint returns */
export function readAnswer<T>(
  { endpoint, answer, wasSent }: ReceivedAnswer,
  decode: (body: string) => T | undefined,
): Outcome<Answer<T>> {
  const { status, body } = answer;
  const price = { ...priceOf(answer), ...requestIdOf(answer) };
  const failed = { endpoint, status, wasSent, ...price, ...limitOf(answer, price) } as const;
  // A response to a request that never reached the service comes from a proxy.
  if (!wasSent) return { ok: false, failure: { ...failed, kind: 'proxy' } };
  // A gateway that could not pass it on.
  if (status === 503 && price.charged === 0) {
    const rejected = rejection(answer, endpoint);
    return { ok: false, failure: { ...failed, ...rejected, wasSent: false } };
  }
  if (!isSuccess(status)) {
    return { ok: false, failure: { ...failed, ...rejection(answer, endpoint) } };
  }
  // Ignore the content type: frameworks send a bare string as HTML.
  const value = decode(body);
  if (value !== undefined) {
    const kept = answer.isSample === true && endpoint !== 'start' ? markSample(body) : body;
    return { ok: true, value: { value, body: kept, ...ageOf(answer), ...price } };
  }
  // A proxy or a captive portal may send its own page with 200: that is not the service.
  const kind = /^\s*</.test(body) ? 'intermediary' : 'badAnswer';
  return { ok: false, failure: { ...failed, kind, unread: body } };
}

function rejection(
  answer: WireAnswer,
  endpoint: Endpoint,
): Pick<Failure, 'kind' | 'retryAfterMs' | 'unread'> {
  const kind = kindOfStatus(endpoint, answer.status);
  const retryAfterMs = readRetryAfter(answer);
  // That a job is not ready needs no explanation, and comes with most polls.
  const isKept = kind !== 'notReady' && answer.body !== '';
  return {
    kind,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(isKept ? { unread: answer.body } : {}),
  };
}

/** RFC 9110, section 10.2.3: seconds or a date; undefined if it is neither. */
function readRetryAfter({ retryAfter, date }: WireAnswer): number | undefined {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const until = Date.parse(retryAfter);
  // The date is relative to the server's own clock.
  const now = Date.parse(date);
  return Number.isFinite(until) && Number.isFinite(now) ? Math.max(0, until - now) : undefined;
}

/** RFC 9111, section 5.1: whole seconds. */
function ageOf({ age = '' }: WireAnswer): Pick<Answer<unknown>, 'ageMs'> {
  return wholeNumber.test(age) ? { ageMs: Number(age) * 1000 } : {};
}

function priceOf({ charged = '' }: WireAnswer): Pick<Answer<unknown>, 'charged'> {
  return wholeNumber.test(charged) ? { charged: Number(charged) } : {};
}

/** Accept only a UUID, because it is logged. */
function requestIdOf({ requestId = '' }: WireAnswer): Pick<Failure, 'requestId'> {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(requestId) ? { requestId } : {};
}

/** Only of a service that prices each call: without a price, a 402 stops all calls anyway. */
function limitOf(
  { status, limit = '' }: WireAnswer,
  { charged }: Pick<Failure, 'charged'>,
): Pick<Failure, 'limit'> {
  const [, of, date = ''] = limitShape.exec(limit) ?? [];
  const until = Date.parse(date);
  if (status !== 402 || charged === undefined || Number.isNaN(until)) return {};
  return { limit: { of: of as UsedUpLimit['of'], until } };
}

const limitShape = /^(member|team|service); until=(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)$/;

/** Longer ones would be times and prices that no service means. */
const wholeNumber = /^\d{1,9}$/;
