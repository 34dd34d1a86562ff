import { randomUUID } from 'node:crypto';
import { kindOfStatus } from '../api/failure.ts';
import type { Aggregator } from '../api/parameters.ts';
import { LedgerError } from '../ledger/faults.ts';
import type { Instant, JobRow, StoredResult } from '../ledger/store.ts';
import { gestureOf } from '../paid/gesture.ts';
import type { ScoreRequest } from '../paid/jobRun.ts';
import type { LookupPorts } from '../paid/ports.ts';
import { freshScore, openScore, type OpenedScore } from '../paid/scoreRun.ts';
import { keyOf } from '../paid/storedKey.ts';
import type { SummaryOutcome } from '../paid/summaries.ts';
import { WindowSummaries } from '../paid/windowSummaries.ts';
import { lostSince, unansweredSince, type JobState } from '../risk/jobState.ts';
import {
  endedStart,
  endedSummary,
  lostResult,
  notSent,
  rejected,
  stillRunning,
  type GatewayAnswer,
} from './answers.ts';
import { SharedCalls, type MemberRequest, type Team } from './doors.ts';
import { withScoreMembers } from './memberBody.ts';
import { addMemberJob, findMemberJob, type MemberJob } from './store/requests.ts';
import type { Member } from './store/members.ts';

export type Gateway = ReturnType<typeof createGateway>;

type AcceptedScore = Extract<OpenedScore, { kind: 'value' | 'opened' }>;

/**
 * The service's three calls for the members of a team, through its one account.
 * @param follow polls a job to its end
 */
export function createGateway(team: Team, follow: (job: JobRow) => void) {
  const { account, sql, outbox, ports, pauseMs } = team;
  const { clock } = ports;
  const starts = new SharedCalls<OpenedScore>(team, 'start');
  const summaries = new SharedCalls<SummaryOutcome>(team, 'summary');

  /** Responds once the service has responded, or at once if someone has paid for the score before. */
  async function start(request: MemberRequest, aggregator: Aggregator): Promise<GatewayAnswer> {
    const { place, isRepeat } = request;
    const subject = { address: place.account, chain: place.chain };
    const made = await starts.make(request, aggregator, async (spending) => {
      const wanted = { account, aggregator, subject, gesture: gestureOf('panel'), isRepeat };
      const opened = await startScore({ ...ports, spending }, wanted, account.signal);
      if (opened.kind === 'opened') follow(opened.job);
      return opened;
    });
    const { outcome: opened, refusal, units } = made;
    if (opened.kind !== 'value' && opened.kind !== 'opened') {
      return endedStart(opened, refusal, clock.now(), pauseMs);
    }
    return { status: 200, body: await issueId(team, request, aggregator, opened), charged: units };
  }

  return {
    start,

    async summary(request: MemberRequest): Promise<GatewayAnswer> {
      const { place, isRepeat } = request;
      const subject = { address: place.account, chain: place.chain };
      const made = await summaries.make(request, undefined, (spending) => {
        // A person asks for a repeat; anything else may be a hover.
        const source = isRepeat ? 'command' : 'hover';
        return new WindowSummaries({ ...ports, spending }).look(account, subject, source, isRepeat);
      });
      const { outcome, refusal, units } = made;
      const now = clock.now();
      if (outcome.kind !== 'value') return endedSummary(outcome, refusal, now, pauseMs);
      const { body, receivedAt } = outcome.result;
      return { status: 200, body, ageMs: now - receivedAt, charged: units };
    },

    /** The state of a job of the member's own; never a call upstream. */
    async status(member: Member, id: string): Promise<GatewayAnswer> {
      // The ID may be among what is not stored yet.
      if (outbox.size > 0) await outbox.send();
      const own = await findMemberJob(sql, id, member.id);
      return own === null ? unknownJob() : jobAnswer(team, member, own);
    },

    /** Makes a lost start again, which its operator has forgotten before. */
    startAgain(operator: Member, { chain, address, aggregator }: JobRow): Promise<GatewayAnswer> {
      const place = { chain, account: address, spelling: address };
      return start({ member: operator, place, isRepeat: true }, aggregator);
    },

    /** Resolves when no call is in flight. */
    async ended(): Promise<void> {
      await Promise.all([starts.ended(), summaries.ended()]);
    },
  };
}

/** An ID in the shape of the service's, which only this member can use. */
async function issueId(
  { sql, outbox, ports }: Team,
  { member, place }: MemberRequest,
  aggregator: Aggregator,
  opened: AcceptedScore,
): Promise<string> {
  const { chain, spelling } = place;
  const names = [chain, spelling, randomUUID(), randomUUID(), aggregator];
  const id = `risk_score_result_${names.join('.')}`;
  const job = opened.kind === 'opened' ? opened.job.id : null;
  const receivedAt = opened.kind === 'value' ? opened.result.receivedAt : null;
  const own = { ...place, id, member: member.id, aggregator, job, receivedAt };
  const now = ports.clock.now();
  await addMemberJob(sql, own, now).catch((error: unknown) => {
    // It leads to what may just have been paid for.
    if (!(error instanceof LedgerError)) throw error;
    outbox.keep([['addMemberJob', own, now]]);
  });
  return id;
}

const retryAfterSeconds = 60;

/** The state of a job for the member who has its ID. */
async function jobAnswer(
  { ledger, account, ports }: Team,
  member: Member,
  own: MemberJob,
): Promise<GatewayAnswer> {
  const now = ports.clock.now();
  const key = keyOf(account, { chain: own.chain, address: own.account });
  if (own.job === null) {
    const head = { ...key, part: own.aggregator, receivedAt: own.receivedAt ?? 0 };
    const stored =
      (await ledger.readPastResult(head)) ?? (await ledger.readResult(key, own.aggregator));
    return scoreAnswer(member, own, stored, now);
  }
  const job = await ledger.readJob(own.job);
  const lostAt = job && lostSince(job, now);
  if (lostAt !== null) return lostResult(lostAt, job?.lostAt !== null);
  switch (job?.state) {
    case 'done':
      return scoreAnswer(member, own, await ledger.readResult(key, own.aggregator), now);
    case 'intent':
    case 'running':
    case 'unknown':
    case 'pausedQuota':
    case 'stale':
    case 'detached':
      return stillRunning(unansweredSince(job, now));
    case 'pausedAuth':
      return notSent(
        'The service rejected the license of your team. Ask the operator of the gateway.',
        retryAfterSeconds,
      );
    case 'notFound':
    case 'invalidId':
    case 'rejected':
    case undefined:
      return unknownJob();
  }
}

function scoreAnswer(
  member: Member,
  own: MemberJob,
  stored: StoredResult | null,
  now: Instant,
): GatewayAnswer {
  if (stored === null) return unknownJob();
  const body = withScoreMembers(stored.body, {
    tenant_id: member.id,
    created_by: member.accountId,
    creator_display_name: member.name,
    address: own.spelling,
  });
  return { status: 200, body, ageMs: now - stored.receivedAt };
}

function unknownJob(): GatewayAnswer {
  return rejected(404, 'There is no job with this identifier.');
}

/** How often to check whether another process has its response. */
const watchMs = 200;

/**
 * A score that is stored and fresh, or a job that the service has accepted: for callers that fetch the
 * result later. Joins a start in progress and waits for its response, whichever process makes it.
 */
async function startScore(
  ports: LookupPorts,
  request: ScoreRequest,
  signal: AbortSignal,
): Promise<OpenedScore> {
  if (request.isRepeat === true) await forgetDead(ports, request);
  for (;;) {
    const stored = await freshScore(ports, request, true);
    if (stored !== null) return { kind: 'value', result: stored };
    const opened = await openScore(ports, request, signal);
    if (opened.kind !== 'opened' || opened.job.state !== 'intent') return opened;
    const ended = endOf(await untilAnswered(ports, opened.job.id, signal));
    if (ended !== undefined) return ended;
    // It was not sent after all.
  }
}

/** They will not change any more. */
const deadStates: readonly JobState[] = ['stale', 'notFound', 'invalidId'];

/** A member who pays again must not get a job that will bring nothing. */
async function forgetDead(
  { ledger, clock }: LookupPorts,
  { account, subject, aggregator }: ScoreRequest,
): Promise<void> {
  const job = await ledger.openJobOf(keyOf(account, subject), aggregator);
  if (job === null) return;
  if (lostSince(job, clock.now()) === null && !deadStates.includes(job.state)) return;
  await ledger.forgetJob(job.id, job.state);
}

/** Waits until the job isn't an intent; null if it is gone. */
async function untilAnswered(
  { ledger, clock }: LookupPorts,
  id: string,
  signal: AbortSignal,
): Promise<JobRow | null> {
  for (;;) {
    const job = await ledger.readJob(id);
    if (job?.state !== 'intent' || signal.aborted) return job;
    // Its process may have ended.
    await ledger.settleOrphans(clock.now(), clock.tick());
    await clock.wait(watchMs, signal);
  }
}

function endOf(job: JobRow | null): OpenedScore | undefined {
  if (job === null) return undefined;
  switch (job.state) {
    case 'unknown':
      return { kind: 'unknown', job };
    case 'intent':
      return { kind: 'failed', failure: { kind: 'cancelled', endpoint: 'start', wasSent: false } };
    case 'rejected': {
      const status = job.status ?? 0;
      const kind = kindOfStatus('start', status);
      return { kind: 'failed', failure: { kind, endpoint: 'start', status, wasSent: true } };
    }
    default:
      return { kind: 'opened', job };
  }
}
