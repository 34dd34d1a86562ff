import type { SharedLedger } from '../ledger/ledger.ts';
import type { Instant, StoredResult, SubjectKey } from '../ledger/store.ts';
import { lostSince, unansweredSince } from '../risk/jobState.ts';
import { lostResult, notSent, rejected, stillRunning, type GatewayAnswer } from './answers.ts';
import { withScoreMembers } from './memberBody.ts';
import type { MemberJob } from './store/memberJobs.ts';
import type { Member } from './store/members.ts';

interface JobReader {
  readonly ledger: Pick<SharedLedger, 'readJob' | 'readResult' | 'readPastResult'>;
  /** The key of the account upstream. */
  readonly account: string;
  readonly now: Instant;
}

const retryAfterSeconds = 60;

/** The state of a job for the member who has its ID. */
export async function jobAnswer(
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
  const body = withScoreMembers(
    stored.body,
    new Map([
      ['tenant_id', JSON.stringify(member.id)],
      ['created_by', JSON.stringify(member.accountId)],
      ['creator_display_name', JSON.stringify(member.name)],
      ['address', JSON.stringify(own.spelling)],
    ]),
  );
  return { status: 200, body, ageMs: now - stored.receivedAt };
}

function unknownJob(): GatewayAnswer {
  return rejected(404, 'There is no job with this identifier.');
}
