import { isSuccess, type Endpoint, type Failure, type Outcome } from './failure.ts';
import type { ReceivedAnswer } from './readAnswer.ts';
import type { Redaction } from './redaction.ts';
import type { Route } from './routes.ts';
import type { SendDeadline, Transport, WireFault, WireFaultKind } from './transport.ts';

/** Shared by all requests of an account. */
export interface Wire {
  readonly transport: Pick<Transport, 'send'>;
  readonly authorization: string;
  readonly redaction: Redaction;
}

export interface WireCall {
  readonly endpoint: Endpoint;
  /** Undefined if it cannot be sent. */
  readonly route: Route | undefined;
  readonly deadline?: SendDeadline | undefined;
  readonly isRepeat?: boolean | undefined;
}

/**
 * Overall time limits of a call. A start gets longer, because a lost response loses what it cost.
 */
const limits: Record<Endpoint, { readonly timeLimitMs: number; readonly maxBodyBytes: number }> = {
  start: { timeLimitMs: 30_000, maxBodyBytes: 64 * 1024 },
  status: { timeLimitMs: 20_000, maxBodyBytes: 4 * 1024 * 1024 },
  summary: { timeLimitMs: 30_000, maxBodyBytes: 64 * 1024 },
};

const kindOfFault: Record<WireFaultKind, Failure['kind']> = {
  network: 'network',
  tls: 'tls',
  proxy: 'proxy',
  timeout: 'timeout',
  tooLarge: 'tooLarge',
  encoded: 'badAnswer',
  cancelled: 'cancelled',
  late: 'late',
};

/** Sends one request, and never again. Reports what is known about whether it left. */
export async function sendOnce(
  { transport, authorization, redaction }: Wire,
  { endpoint, route, deadline, isRepeat = false }: WireCall,
  signal: AbortSignal,
  onSent: () => void = () => undefined,
): Promise<Outcome<ReceivedAnswer>> {
  const unsent = { endpoint, wasSent: false } as const;
  if (route === undefined) return { ok: false, failure: { kind: 'refusedHere', ...unsent } };
  if (signal.aborted) return { ok: false, failure: { kind: 'cancelled', ...unsent } };
  let wasSent = false;
  const outcome = await transport.send(
    {
      ...route,
      authorization,
      ...limits[endpoint],
      ...(deadline && { deadline }),
      ...(isRepeat && { isRepeat }),
    },
    signal,
    () => {
      wasSent = true;
      onSent();
    },
  );
  if (outcome.ok) return { ok: true, value: { endpoint, answer: outcome.answer, wasSent } };
  return afterFault({ endpoint, wasSent }, outcome.fault, redaction);
}

/** A response that did not arrive whole. */
function afterFault(
  call: Pick<Failure, 'endpoint' | 'wasSent'>,
  { kind, code, answer }: WireFault,
  redaction: Redaction,
): Outcome<ReceivedAnswer> {
  const body = redaction.excerpt(answer?.body ?? '', false);
  // A rejection is one whether or not its body arrived.
  if (answer !== undefined && !isSuccess(answer.status)) {
    return { ok: true, value: { ...call, answer: { ...answer, body } } };
  }
  return {
    ok: false,
    failure: {
      ...call,
      kind: kindOfFault[kind],
      ...(code === undefined ? {} : { code }),
      ...(answer === undefined ? {} : { status: answer.status }),
      ...(body === '' ? {} : { unread: body }),
    },
  };
}
