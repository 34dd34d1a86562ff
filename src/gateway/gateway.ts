import type { Aggregator } from '../api/parameters.ts';
import type { JobRow } from '../ledger/store.ts';
import type { GatewayAnswer } from './answers.ts';
import type { MemberRequest } from './doors.ts';
import { jobAnswer } from './jobAnswer.ts';
import { MemberStarts, type StartParts } from './memberStarts.ts';
import { MemberSummaries } from './memberSummaries.ts';
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

export function createGateway(parts: StartParts): Gateway {
  const starts = new MemberStarts(parts);
  const summaries = new MemberSummaries(parts);
  const { account, ledger, jobs, outbox, ports } = parts;
  return {
    start: (request, aggregator) => starts.start(request, aggregator),
    summary: (request) => summaries.summary(request),
    async status(member, id) {
      // The ID may be among what is not stored yet.
      if (outbox.size > 0) await outbox.send();
      const own = await jobs.find(id, member.id);
      const reader = { ledger, account: account.key, now: ports.clock.now() };
      return jobAnswer(reader, member, own);
    },
    startAgain(operator, { chain, address, aggregator }) {
      const place = { chain, account: address, spelling: address };
      return starts.start({ member: operator, place, isRepeat: true }, aggregator);
    },
    async ended() {
      await Promise.all([starts.ended(), summaries.ended()]);
    },
  };
}
