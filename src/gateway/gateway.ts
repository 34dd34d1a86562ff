import { randomUUID } from 'node:crypto';
import type { Aggregator } from '../api/parameters.ts';
import { LedgerError } from '../ledger/faults.ts';
import type { SharedLedger } from '../ledger/ledger.ts';
import type { Instant, JobRow, StoredResult, SubjectKey } from '../ledger/store.ts';
import { gestureOf } from '../paid/gesture.ts';
import type { OpenedScore } from '../paid/scoreRun.ts';
import type { SummaryOutcome } from '../paid/summaries.ts';
import { WindowSummaries } from '../paid/windowSummaries.ts';
import { lostSince, unansweredSince } from '../risk/jobState.ts';
import {
  endedStart,
  endedSummary,
  lostResult,
  notSent,
  rejected,
  stillRunning,
  type GatewayAnswer,
} from './answers.ts';
import type { MemberRequest, TeamParts } from './doors.ts';
import type { JobKeeper } from './jobKeeper.ts';
import { withScoreMembers } from './memberBody.ts';
import { SharedCalls } from './sharedCalls.ts';
import { startScore } from './startScore.ts';
import type { MemberJob, MemberJobs } from './store/memberJobs.ts';
import type { Member } from './store/members.ts';

/** The three calls of the service, for the members of a team, by one account of it. */
export interface Gateway {
  start(request: MemberRequest, aggregator: Aggregator): Promise<GatewayAnswer>;
  summary(request: MemberRequest): Promise<GatewayAnswer>;
  /** The state of a job of the member's own; never a call upstream. */
  status(member: Member, id: string): Promise<GatewayAnswer>;
  /** Makes a lost start again, which its operator has forgotten before. */
  startAgain(operator: Member, job: JobRow): Promise<GatewayAnswer>;
  /** Resolves when no call is in flight. */
  ended(): Promise<void>;
}

export interface GatewayParts extends TeamParts {
  readonly keeper: JobKeeper;
  readonly jobs: MemberJobs;
}

type AcceptedScore = Extract<OpenedScore, { kind: 'value' | 'opened' }>;

export function createGateway(parts: GatewayParts): Gateway {
  const { account, ledger, jobs, outbox, ports, keeper, pauseMs } = parts;
  const { clock } = ports;
  const starts = new SharedCalls<OpenedScore>(parts, 'start');
  const summaries = new SharedCalls<SummaryOutcome>(parts, 'summary');

  /** Responds once the service has responded, or at once if someone has paid for the score before. */
  async function start(request: MemberRequest, aggregator: Aggregator): Promise<GatewayAnswer> {
    const { place, isRepeat } = request;
    const subject = { address: place.account, chain: place.chain };
    const made = await starts.make(request, aggregator, async (spending) => {
      const wanted = { account, aggregator, subject, gesture: gestureOf('panel'), isRepeat };
      const opened = await startScore({ ...ports, spending }, wanted, account.signal);
      if (opened.kind === 'opened') keeper.follow(opened.job);
      return opened;
    });
    const { outcome: opened, refusal, units } = made;
    if (opened.kind !== 'value' && opened.kind !== 'opened') {
      return endedStart(opened, refusal, { now: clock.now(), pauseMs });
    }
    return { status: 200, body: await issueId(request, aggregator, opened), charged: units };
  }

  /** An ID in the shape of the service's, which only this member can use. */
  async function issueId(
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
    const now = clock.now();
    await jobs.add(own, now).catch((error: unknown) => {
      // It leads to what may just have been paid for.
      if (!(error instanceof LedgerError)) throw error;
      outbox.keep([['addMemberJob', own, now]]);
    });
    return id;
  }

  return {
    start,
    async summary(request) {
      const { place, isRepeat } = request;
      const subject = { address: place.account, chain: place.chain };
      const made = await summaries.make(request, undefined, (spending) => {
        // A person asks for a repeat; anything else may be a hover.
        const source = isRepeat ? 'command' : 'hover';
        return new WindowSummaries({ ...ports, spending }).look(account, subject, source, isRepeat);
      });
      const { outcome, refusal, units } = made;
      const now = clock.now();
      if (outcome.kind !== 'value') return endedSummary(outcome, refusal, { now, pauseMs });
      const { body, receivedAt } = outcome.result;
      return { status: 200, body, ageMs: now - receivedAt, charged: units };
    },
    async status(member, id) {
      // The ID may be among what is not stored yet.
      if (outbox.size > 0) await outbox.send();
      const own = await jobs.find(id, member.id);
      return jobAnswer({ ledger, account: account.key, now: clock.now() }, member, own);
    },
    startAgain(operator, { chain, address, aggregator }) {
      const place = { chain, account: address, spelling: address };
      return start({ member: operator, place, isRepeat: true }, aggregator);
    },
    async ended() {
      await Promise.all([starts.ended(), summaries.ended()]);
    },
  };
}

interface JobReader {
  readonly ledger: Pick<SharedLedger, 'readJob' | 'readResult' | 'readPastResult'>;
  /** The key of the account upstream. */
  readonly account: string;
  readonly now: Instant;
}

const retryAfterSeconds = 60;

/** The state of a job for the member who has its ID. */
async function jobAnswer(
  reader: JobReader,
  member: Member,
  own: MemberJob | null,
): Promise<GatewayAnswer> {
  if (own === null) return unknownJob();
  const { ledger, account, now } = reader;
  const key: SubjectKey = { account, chain: own.chain, address: own.account };
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
  const values = {
    tenant_id: member.id,
    created_by: member.accountId,
    creator_display_name: member.name,
    address: own.spelling,
  };
  const texts = Object.entries(values).map(([name, text]) => [name, JSON.stringify(text)] as const);
  const body = withScoreMembers(stored.body, new Map(texts));
  return { status: 200, body, ageMs: now - stored.receivedAt };
}

function unknownJob(): GatewayAnswer {
  return rejected(404, 'There is no job with this identifier.');
}
