import { basicAuthorization, type Credentials } from './credentials.ts';
import {
  decodeJobId,
  decodeRiskScore,
  decodeSummary,
  type RiskScore,
  type Summary,
} from './decode.ts';
import { kindOfStatus, type Endpoint, type Failure, type Outcome } from './failure.ts';
import { redactionOf } from './redaction.ts';
import { startRoute, statusRoute, summaryRoute, type Route, type ScoreTarget } from './routes.ts';
import type { Transport, WireAnswer, WireFaultKind } from './transport.ts';

/** A decoded response with its text, which is what gets stored. */
export interface Answer<T> {
  readonly value: T;
  readonly body: string;
}

/** The outcome of a connection check. */
export type CheckOutcome =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** The server's clock minus ours, in milliseconds; undefined if it sent no date. */
      readonly clockSkewMs: number | undefined;
    }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** One account of one service. Nothing here retries: each call is at most one request. */
export interface ServiceClient {
  /** Starts a risk calculation (charged) and returns its job ID, sealed for storage. */
  start(
    target: ScoreTarget,
    signal: AbortSignal,
    onSent?: () => void,
  ): Promise<Outcome<Answer<string>>>;
  /** Checks once whether a job is ready; a failure of kind `notReady` means wait. */
  status(sealedId: string, signal: AbortSignal): Promise<Outcome<Answer<RiskScore>>>;
  /** Fetches an address summary (charged: one API call). */
  summary(
    target: Pick<ScoreTarget, 'address' | 'chain'>,
    signal: AbortSignal,
    onSent?: () => void,
  ): Promise<Outcome<Answer<Summary>>>;
  /** A stored job ID as the service gave it; undefined where other credentials are needed for that. */
  reveal(sealedId: string): string | undefined;
  /** One status call for a job that does not exist: any response shows that something responds. */
  check(signal: AbortSignal): Promise<CheckOutcome>;
}

/**
 * Overall time limits of a call. A start gets longer, because a lost response loses what it cost.
 */
const limits: Record<Endpoint, { readonly timeLimitMs: number; readonly maxBodyBytes: number }> = {
  start: { timeLimitMs: 30_000, maxBodyBytes: 64 * 1024 },
  status: { timeLimitMs: 20_000, maxBodyBytes: 4 * 1024 * 1024 },
  summary: { timeLimitMs: 30_000, maxBodyBytes: 64 * 1024 },
};

/** No job has this ID. The contract fixes it so that a service can recognize the call. */
const checkId = 'risk_score_result_connection-check';

/**
 * How long the response to a paid call is still read after the user canceled or the window closed.
 */
const lateAnswerMs = 5_000;

export function createServiceClient(options: {
  readonly transport: Pick<Transport, 'send'>;
  /** As `readServiceUrl` returns it. */
  readonly base: string;
  readonly credentials: Credentials;
}): ServiceClient {
  const { transport, base } = options;
  const authorization = basicAuthorization(options.credentials);
  const redaction = redactionOf(options.credentials);

  async function ask(
    endpoint: Endpoint,
    route: Route | undefined,
    signal: AbortSignal,
    onSent: () => void = () => undefined,
  ): Promise<
    | { readonly ok: true; readonly answer: WireAnswer; readonly wasSent: boolean }
    | { readonly ok: false; readonly failure: Failure }
  > {
    if (route === undefined) {
      return { ok: false, failure: { kind: 'refusedHere', endpoint, wasSent: false } };
    }
    if (signal.aborted) {
      return { ok: false, failure: { kind: 'cancelled', endpoint, wasSent: false } };
    }
    let wasSent = false;
    const outcome = await transport.send(
      { method: route.method, url: route.url, authorization, ...limits[endpoint] },
      signal,
      () => {
        wasSent = true;
        onSent();
      },
    );
    if (outcome.ok) return { ok: true, answer: outcome.answer, wasSent };
    const { code } = outcome.fault;
    const kind = kindOfFault[outcome.fault.kind];
    return {
      ok: false,
      failure: { kind, endpoint, wasSent, ...(code === undefined ? {} : { code }) },
    };
  }

  async function call<T>(
    endpoint: Endpoint,
    route: Route | undefined,
    decode: (body: string) => T | undefined,
    signal: AbortSignal,
    onSent?: () => void,
  ): Promise<Outcome<Answer<T>>> {
    const asked = await ask(endpoint, route, signal, onSent);
    if (!asked.ok) return asked;
    return redacted(readAnswer(endpoint, asked.answer, asked.wasSent, decode));
  }

  /** Bodies leave this file without the credentials, because callers may store them. */
  function redacted<T>(outcome: Outcome<Answer<T>>): Outcome<Answer<T>> {
    if (outcome.ok) {
      const { value, body } = outcome.value;
      return { ok: true, value: { value, body: redaction.text(body) } };
    }
    const { unread, ...failure } = outcome.failure;
    if (unread === undefined) return outcome;
    // Redact first: cutting through the credentials would leave a part of them.
    return { ok: false, failure: { ...failure, unread: excerpt(redaction.text(unread)) } };
  }

  /** A job ID may contain the tenant; it is sealed for storage. */
  function decodeSealedId(body: string): string | undefined {
    const id = decodeJobId(body);
    return id === undefined ? undefined : redaction.seal(id);
  }

  /** A paid call: once sent, its response is read even if no caller waits for it. */
  async function callPaid<T>(
    endpoint: Endpoint,
    route: Route | undefined,
    decode: (body: string) => T | undefined,
    signal: AbortSignal,
    onSent: () => void = () => undefined,
  ): Promise<Outcome<Answer<T>>> {
    const late = untilSent(signal);
    try {
      return await call(endpoint, route, decode, late.signal, () => {
        late.sent();
        onSent();
      });
    } finally {
      late.dispose();
    }
  }

  /** Undefined where other credentials sealed the ID: a guess would ask for another job. */
  function routeOfSealed(sealedId: string): Route | undefined {
    const jobId = redaction.open(sealedId);
    return jobId === undefined ? undefined : statusRoute(base, jobId);
  }

  return {
    start: (target, signal, onSent) =>
      callPaid('start', startRoute(base, target), decodeSealedId, signal, onSent),
    status: (sealedId, signal) => call('status', routeOfSealed(sealedId), decodeRiskScore, signal),
    reveal: (sealedId) => redaction.open(sealedId),
    summary: (target, signal, onSent) =>
      callPaid('summary', summaryRoute(base, target), decodeSummary, signal, onSent),
    async check(signal) {
      const began = Date.now();
      const asked = await ask('status', statusRoute(base, checkId), signal);
      if (!asked.ok) return { kind: 'failed', failure: asked.failure };
      const read = readAnswer('status', asked.answer, asked.wasSent, decodeRiskScore);
      if (!read.ok && ['intermediary', 'proxy'].includes(read.failure.kind)) {
        return { kind: 'failed', failure: read.failure };
      }
      const date = Date.parse(asked.answer.date);
      const now = (began + Date.now()) / 2;
      return {
        kind: 'answered',
        status: asked.answer.status,
        clockSkewMs: Number.isFinite(date) ? date - now : undefined,
      };
    },
  };
}

const kindOfFault: Record<WireFaultKind, Failure['kind']> = {
  network: 'network',
  tls: 'tls',
  proxy: 'proxy',
  timeout: 'timeout',
  tooLarge: 'tooLarge',
  encoded: 'badAnswer',
  cancelled: 'cancelled',
};

function readAnswer<T>(
  endpoint: Endpoint,
  answer: WireAnswer,
  wasSent: boolean,
  decode: (body: string) => T | undefined,
): Outcome<Answer<T>> {
  const { status, body } = answer;
  const failed = { endpoint, status, wasSent } as const;
  // A response to a request that never reached the service comes from a proxy.
  if (!wasSent) return { ok: false, failure: { ...failed, kind: 'proxy' } };
  if (status < 200 || status > 299) {
    const retryAfterMs = readRetryAfter(answer);
    return {
      ok: false,
      failure: {
        ...failed,
        kind: kindOfStatus(endpoint, status),
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      },
    };
  }
  // A proxy or a captive portal may send its own page with 200: that is not the service.
  if (/^\s*text\/html\b/i.test(answer.contentType) || /^\uFEFF?\s*</.test(body)) {
    return { ok: false, failure: { ...failed, kind: 'intermediary', unread: body } };
  }
  const value = decode(body);
  if (value === undefined) {
    return { ok: false, failure: { ...failed, kind: 'badAnswer', unread: body } };
  }
  return { ok: true, value: { value, body } };
}

function excerpt(body: string): string {
  return body.slice(0, 4096);
}

/** RFC 9110, section 10.2.3: seconds or a date; undefined if it is neither. */
function readRetryAfter({ retryAfter, date }: WireAnswer): number | undefined {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const until = Date.parse(retryAfter);
  // The date is relative to the server's own clock.
  const now = Date.parse(date);
  return Number.isFinite(until) && Number.isFinite(now) ? Math.max(0, until - now) : undefined;
}

/** A signal that stops an unsent request at once, and a sent one only after a delay. */
function untilSent(outer: AbortSignal): { signal: AbortSignal; sent(): void; dispose(): void } {
  const inner = new AbortController();
  let isSent = false;
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    if (!isSent) inner.abort();
    else timer = setTimeout(() => inner.abort(), lateAnswerMs);
  };
  outer.addEventListener('abort', stop, { once: true });
  if (outer.aborted) inner.abort();
  return {
    signal: inner.signal,
    sent: () => {
      isSent = true;
    },
    dispose: () => {
      outer.removeEventListener('abort', stop);
      clearTimeout(timer);
    },
  };
}
