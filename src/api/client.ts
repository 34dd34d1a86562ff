import { isKeyShaped } from '../scan/keyMaterial.ts';
import { basicAuthorization, type Credentials } from './credentials.ts';
import { decodeJobId, decodeRiskScore, type RiskScore } from './decode.ts';
import { decodeSummaryAnswer, type Summary } from './summaryFields.ts';
import type { Endpoint, Outcome } from './failure.ts';
import { readAnswer, type Answer, type ReceivedAnswer } from './readAnswer.ts';
import { redactionOf, type Redaction } from './redaction.ts';
import {
  startRoute,
  statusRoute,
  summaryRoute,
  type ScoreTarget,
  type SummaryTarget,
} from './routes.ts';
import { sendOnce, type Wire, type WireCall } from './sendOnce.ts';
import type { SendDeadline, Transport } from './transport.ts';

/** The outcome of a connection check. */
export type CheckOutcome = Outcome<{
  readonly status: number;
  /** The server's clock minus ours, in milliseconds; undefined if it sent no date. */
  readonly clockSkewMs: number | undefined;
}>;

/** Extracts a job ID from user input, either bare or as the service wrapped it; never a key. */
export function readJobId(text: string): string | undefined {
  const id = decodeJobId(text);
  return id === undefined || isKeyShaped(id) ? undefined : id;
}

/**
 * Calls of one account of one service. No call retries: each makes at most one request, and none
 * after its deadline.
 */
export interface ServiceClient {
  /** Starts a risk calculation (charged) and returns its job ID, sealed for storage. */
  start(
    target: ScoreTarget,
    signal: AbortSignal,
    deadline?: SendDeadline,
  ): Promise<Outcome<Answer<string>>>;
  /** Checks once whether a job is ready; a failure of kind `notReady` means wait. */
  status(
    sealedId: string,
    signal: AbortSignal,
    deadline?: SendDeadline,
  ): Promise<Outcome<Answer<RiskScore>>>;
  /** Fetches an address summary (charged: one API call). */
  summary(
    target: SummaryTarget,
    signal: AbortSignal,
    deadline?: SendDeadline,
  ): Promise<Outcome<Answer<Summary>>>;
  /** One status call for a job that does not exist: any response shows that something responds. */
  check(signal: AbortSignal, deadline?: SendDeadline): Promise<CheckOutcome>;
}

type Answered<T> = Promise<Outcome<Answer<T>>>;

/** The same client, which reports how each call ended, except for checks of a job. */
export function observedClient(
  client: ServiceClient,
  onEnd: (endpoint: Endpoint, outcome: Outcome<Answer<unknown>>, elapsedMs: number) => void,
): ServiceClient {
  const measured = async <T>(endpoint: Endpoint, call: Answered<T>): Answered<T> => {
    const began = performance.now();
    const outcome = await call;
    onEnd(endpoint, outcome, performance.now() - began);
    return outcome;
  };
  return {
    start: (...call) => measured('start', client.start(...call)),
    status: (...call) => measured('status', client.status(...call)),
    summary: (...call) => measured('summary', client.summary(...call)),
    check: (...call) => client.check(...call),
  };
}

/** Job IDs may contain the tenant: they are sealed before they are stored. */
export interface JobIds {
  /**
   * Seals a job ID that the user supplies; undefined if the text isn't one, or looks like a key.
   */
  adopt(text: string): string | undefined;
  /** A stored ID as the service gave it; undefined where other credentials are needed for that. */
  reveal(sealedId: string): string | undefined;
}

/** No job has this ID. The contract fixes it so that a service can recognize the call. */
const checkId = 'risk_score_result_connection-check';

/** How long the response to a call is still read after the user canceled or the window closed. */
const lateAnswerMs = 5_000;

interface Call<T> extends WireCall {
  readonly decode: (body: string) => T | undefined;
}

interface ClientOptions {
  readonly transport: Pick<Transport, 'send'>;
  /** As `readServiceUrl` returns it. */
  readonly base: string;
  readonly credentials: Credentials;
}

export class HttpServiceClient implements ServiceClient, JobIds {
  readonly #wire: Wire;
  readonly #base: string;
  readonly #redaction: Redaction;

  constructor({ transport, base, credentials }: ClientOptions) {
    const redaction = redactionOf(credentials);
    this.#wire = { transport, authorization: basicAuthorization(credentials), redaction };
    this.#base = base;
    this.#redaction = redaction;
  }

  start(...[target, signal, deadline]: Parameters<ServiceClient['start']>) {
    const route = startRoute(this.#base, target);
    const decode = (body: string): string | undefined => {
      // A job ID may contain the tenant; it is sealed for storage.
      const id = decodeJobId(body);
      return id === undefined ? undefined : this.#redaction.seal(id);
    };
    const { isRepeat } = target;
    return this.#call({ endpoint: 'start', route, decode, deadline, isRepeat }, signal);
  }

  status(...[sealedId, signal, deadline]: Parameters<ServiceClient['status']>) {
    // Undefined where other credentials sealed the ID: a guess would ask for another job.
    const jobId = this.#redaction.open(sealedId);
    const route = jobId === undefined ? undefined : statusRoute(this.#base, jobId);
    return this.#call({ endpoint: 'status', route, decode: decodeRiskScore, deadline }, signal);
  }

  summary(...[target, signal, deadline]: Parameters<ServiceClient['summary']>) {
    const route = summaryRoute(this.#base, target);
    const { isRepeat } = target;
    return this.#call(
      { endpoint: 'summary', route, decode: decodeSummaryAnswer, deadline, isRepeat },
      signal,
    );
  }

  adopt(text: string): string | undefined {
    const id = readJobId(text);
    return id === undefined ? undefined : this.#redaction.seal(id);
  }

  reveal(sealedId: string): string | undefined {
    return this.#redaction.open(sealedId);
  }

  async check(signal: AbortSignal, deadline?: SendDeadline): Promise<CheckOutcome> {
    const began = Date.now();
    const route = statusRoute(this.#base, checkId);
    const received = await sendOnce(this.#wire, { endpoint: 'status', route, deadline }, signal);
    if (!received.ok) return received;
    return checkOutcomeOf(received.value, began, this.#redaction);
  }

  /**
   * Once sent, a response is read even if no caller waits for it: it was paid for, and a result may
   * be readable only once.
   */
  async #call<T>(call: Call<T>, signal: AbortSignal): Promise<Outcome<Answer<T>>> {
    const late = untilSent(signal);
    try {
      const received = await sendOnce(this.#wire, call, late.signal, () => late.sent());
      if (!received.ok) return received;
      return redacted(readAnswer(received.value, call.decode), this.#redaction);
    } finally {
      late.dispose();
    }
  }
}

function checkOutcomeOf(
  received: ReceivedAnswer,
  began: number,
  redaction: Redaction,
): CheckOutcome {
  const read = redacted(readAnswer(received, decodeRiskScore), redaction);
  if (!read.ok && ['intermediary', 'proxy'].includes(read.failure.kind)) return read;
  const date = Date.parse(received.answer.date);
  const now = (began + Date.now()) / 2;
  const clockSkewMs = Number.isFinite(date) ? date - now : undefined;
  return { ok: true, value: { status: received.answer.status, clockSkewMs } };
}

/** Bodies leave this file without the credentials, because callers may store them. */
function redacted<T>(outcome: Outcome<Answer<T>>, redaction: Redaction): Outcome<Answer<T>> {
  if (outcome.ok) {
    const { body, ...rest } = outcome.value;
    return { ok: true, value: { ...rest, body: redaction.text(body) } };
  }
  const { unread, ...failure } = outcome.failure;
  if (unread === undefined) return outcome;
  return { ok: false, failure: { ...failure, unread: redaction.excerpt(unread, true) } };
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
