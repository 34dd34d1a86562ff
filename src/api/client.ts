import { basicAuthorization, type Credentials } from './credentials.ts';
import {
  decodeJobId,
  decodeRiskScore,
  decodeSummary,
  type RiskScore,
  type Summary,
} from './decode.ts';
import { kindOfStatus, type Endpoint, type Failure, type Outcome } from './failure.ts';
import { startRoute, statusRoute, summaryRoute, type Route, type ScoreTarget } from './routes.ts';
import type { Transport, WireAnswer, WireFaultKind } from './transport.ts';

/** An answer with the text it was read from: the text is what is stored. */
export interface Answer<T> {
  readonly value: T;
  readonly body: string;
}

/** What a look at the connection found. */
export type CheckOutcome =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** The server's clock less ours, in milliseconds; undefined where it sent no date. */
      readonly clockSkewMs: number | undefined;
    }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** One account of one service. Nothing here retries: every call is one request at most. */
export interface ServiceClient {
  /** Starts a risk calculation (charged) and gives its job id. */
  start(
    target: ScoreTarget,
    signal: AbortSignal,
    onSent?: () => void,
  ): Promise<Outcome<Answer<string>>>;
  /** Asks once whether a job is ready; a failure of kind `notReady` means wait. */
  status(jobId: string, signal: AbortSignal): Promise<Outcome<Answer<RiskScore>>>;
  /** Fetches an address summary (charged: one API call). */
  summary(
    target: Pick<ScoreTarget, 'address' | 'chain'>,
    signal: AbortSignal,
    onSent?: () => void,
  ): Promise<Outcome<Answer<Summary>>>;
  /** One status call for a job that does not exist: whatever is answered, something answered. */
  check(signal: AbortSignal): Promise<CheckOutcome>;
}

/** Overall limits of a call. A start is given longer: what it costs is lost with its answer. */
const limits: Record<Endpoint, { readonly timeLimitMs: number; readonly maxBodyBytes: number }> = {
  start: { timeLimitMs: 30_000, maxBodyBytes: 64 * 1024 },
  status: { timeLimitMs: 20_000, maxBodyBytes: 4 * 1024 * 1024 },
  summary: { timeLimitMs: 30_000, maxBodyBytes: 64 * 1024 },
};

/** No job has this id; the contract fixes it, so that a service can tell the call from others. */
const checkId = 'risk_score_result_connection-check';

/** How long the answer of a paid call that was sent is still read after a person or window left. */
const lateAnswerMs = 5_000;

export function createServiceClient(options: {
  readonly transport: Pick<Transport, 'send'>;
  /** As `readServiceUrl` gives it. */
  readonly base: string;
  readonly credentials: Credentials;
}): ServiceClient {
  const { transport, base } = options;
  const authorization = basicAuthorization(options.credentials);

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
    return asked.ok ? readAnswer(endpoint, asked.answer, asked.wasSent, decode) : asked;
  }

  /** A call that costs: once it is sent, its answer is read though nobody waits for it any more. */
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

  return {
    start: (target, signal, onSent) =>
      callPaid('start', startRoute(base, target), decodeJobId, signal, onSent),
    status: (jobId, signal) => call('status', statusRoute(base, jobId), decodeRiskScore, signal),
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
  // An answer to what never left for the service is a proxy's.
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
  // A proxy or a captive portal answers 200 with a page of its own: that is no word of the service.
  if (/^\s*text\/html\b/i.test(answer.contentType) || /^\uFEFF?\s*</.test(body)) {
    return { ok: false, failure: { ...failed, kind: 'intermediary', unread: excerpt(body) } };
  }
  const value = decode(body);
  if (value === undefined) {
    return { ok: false, failure: { ...failed, kind: 'badAnswer', unread: excerpt(body) } };
  }
  return { ok: true, value: { value, body } };
}

function excerpt(body: string): string {
  return body.slice(0, 4096);
}

/** RFC 9110, section 10.2.3: seconds or a date; undefined where it is neither. */
function readRetryAfter({ retryAfter, date }: WireAnswer): number | undefined {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const until = Date.parse(retryAfter);
  // The server's own clock is the one that its date was meant for.
  const now = Date.parse(date);
  return Number.isFinite(until) && Number.isFinite(now) ? Math.max(0, until - now) : undefined;
}

/** A signal that stops a request at once before it is sent, and only a while later after that. */
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
