import type { Failure, UsedUpLimit } from '../api/failure.ts';
import type { Instant } from '../ledger/store.ts';
import type { StartEnd } from '../paid/startJob.ts';
import type { SummaryOutcome } from '../paid/summaries.ts';
import type { MemberRefusal } from './doors.ts';
import { endOfDay } from './store/charges.ts';

/** A gateway's response to a member's request. */
export interface GatewayAnswer {
  readonly status: number;
  /** A result or a job ID; for a rejection, one sentence for people. */
  readonly body: string;
  /** Age of the service's response, in milliseconds. */
  readonly ageMs?: number;
  /** Units that the request has used; undefined if that is not known. */
  readonly charged?: number;
  /** When it is worth asking again, in seconds. */
  readonly retryAfterSeconds?: number;
  /** For a 402: the exhausted limit. */
  readonly limit?: UsedUpLimit;
}

const retrySoonSeconds = 5;

const licenseRejected =
  'The service rejected the license of your team. Ask the operator of the gateway.';

const parametersRejected = 'The service rejected the address or the network.';

const usedUpTexts: Readonly<Record<UsedUpLimit['of'], string>> = {
  member: 'Your allowance for today is used up. Shared results still cost nothing.',
  team: 'The allowance of your team for today is used up. Shared results still cost nothing.',
  service:
    'The license of your team is used up. Shared results still cost nothing. Ask the operator of the gateway.',
};

export function rejected(status: number, body: string): GatewayAnswer {
  return { status, body, charged: 0 };
}

/** Nothing was sent upstream, so the client may retry. */
export function notSent(body: string, retryAfterSeconds = retrySoonSeconds): GatewayAnswer {
  return { status: 503, body, charged: 0, retryAfterSeconds };
}

export function storeUnavailable(): GatewayAnswer {
  return notSent('The store of the gateway cannot be used now. Nothing was sent.');
}

function usedUp(limit: UsedUpLimit, now: Instant): GatewayAnswer {
  const retryAfterSeconds = Math.max(1, Math.ceil((limit.until - now) / 1000));
  return { ...rejected(402, usedUpTexts[limit.of]), retryAfterSeconds, limit };
}

/** Why no call was made. */
function refused(refusal: MemberRefusal | undefined, now: Instant): GatewayAnswer {
  switch (refusal?.kind) {
    case 'usedUp':
      return usedUp({ of: refusal.by, until: endOfDay(now) }, now);
    case 'paused':
      return usedUp({ of: 'service', until: refusal.until }, now);
    case 'mayBeLost':
      return notSent('The store was damaged, and may have lost this result. Score again to pay.');
    case undefined:
      return storeUnavailable();
  }
}

/**
 * The response for everyone who waits for a failed call.
 * @param pauseMs how long to make no new calls after the service reported an exhausted license
 */
function failed(failure: Failure, now: Instant, pauseMs: number): GatewayAnswer {
  if (!failure.wasSent) {
    if (failure.kind === 'late') return storeUnavailable();
    return failure.kind === 'refusedHere'
      ? rejected(422, 'This address or network cannot be sent.')
      : notSent('The service behind the gateway cannot be reached. Nothing was sent.');
  }
  switch (failure.kind) {
    case 'parametersRefused':
      return rejected(422, parametersRejected);
    case 'callsUsedUp':
    case 'quotaUsedUp':
      return usedUp({ of: 'service', until: now + pauseMs }, now);
    case 'keyInvalid':
    case 'keyRevoked':
    case 'licenseNotFound':
      return notSent(licenseRejected);
    default:
      return failure.status === 404
        ? notSent('The service does not know this request. Nothing was started.')
        : lostAnswer('The response of the service was lost. The call may have been charged.');
  }
}

/** A call that may have been charged and brought nothing; a client must not take it for unsent. */
function lostAnswer(body: string): GatewayAnswer {
  return { status: 502, body };
}

/** A start that needs an operator. */
function lostStart(startedAt: Instant): GatewayAnswer {
  const time = new Date(startedAt).toISOString();
  return lostAnswer(
    `A start of this calculation at ${time} has an unknown outcome and may have been charged. It is not repeated until an operator of the gateway decides.`,
  );
}

/** @param hasArrived the result did, and could not be kept; otherwise a response is missing */
export function lostResult(lostAt: Instant, hasArrived: boolean): GatewayAnswer {
  const time = new Date(lostAt).toISOString();
  const what = hasArrived
    ? `The result arrived at ${time}, and was lost before it could be stored.`
    : `The response to a check at ${time} was lost, and the service no longer knows this job.`;
  return lostAnswer(`${what} Score again to pay for a new one.`);
}

/** @param missedAt when a check was made whose response is missing; null for none */
export function stillRunning(missedAt: Instant | null): GatewayAnswer {
  if (missedAt === null) return rejected(409, 'The calculation is still running.');
  const time = new Date(missedAt).toISOString();
  return rejected(409, `Still running, or its result was lost with a response at ${time}.`);
}

/** Of a start that was not accepted. */
export function endedStart(
  end: StartEnd,
  refusal: MemberRefusal | undefined,
  now: Instant,
  pauseMs: number,
): GatewayAnswer {
  switch (end.kind) {
    case 'failed':
      return failed(end.failure, now, pauseMs);
    case 'unknown':
      return lostStart(end.job.createdAt);
    case 'declined':
      return refused(end.refusal.kind === 'notStored' ? undefined : refusal, now);
  }
}

/** Of a summary that was not fetched. */
export function endedSummary(
  outcome: Exclude<SummaryOutcome, { kind: 'value' }>,
  refusal: MemberRefusal | undefined,
  now: Instant,
  pauseMs: number,
): GatewayAnswer {
  if (outcome.kind === 'failed') return failed(outcome.failure, now, pauseMs);
  switch (outcome.refusal.kind) {
    case 'notEvm':
      return rejected(422, 'Summaries are available for EVM networks only.');
    case 'coolingDown': {
      const { kind, retryAt } = outcome.refusal.last;
      const retryAfterSeconds = Math.max(1, Math.ceil((retryAt - now) / 1000));
      // The service will reject it again, so the member gets its reason.
      return kind === 'parametersRefused'
        ? { ...rejected(422, parametersRejected), retryAfterSeconds }
        : notSent('The last call for this summary failed. Refresh asks again.', retryAfterSeconds);
    }
    case 'notStored':
      return storeUnavailable();
    case 'stopped':
      return notSent(licenseRejected);
    case 'mayBeLost':
      return refused({ kind: 'mayBeLost' }, now);
    default:
      return refused(refusal, now);
  }
}
