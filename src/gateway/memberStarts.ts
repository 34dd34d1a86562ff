import { randomUUID } from 'node:crypto';
import type { Aggregator } from '../api/parameters.ts';
import { LedgerError } from '../ledger/faults.ts';
import type { SubjectKey } from '../ledger/store.ts';
import { subjectName } from '../ledger/subjectKey.ts';
import { gestureOf } from '../lookups/gesture.ts';
import type { OpenedScore } from '../lookups/scoreRun.ts';
import { startScore } from './startScore.ts';
import { endedStart, type GatewayAnswer } from './answers.ts';
import { doorFor, isUsedUp, waitForOthers, type MemberRequest, type TeamParts } from './doors.ts';
import { Flights } from './flights.ts';
import type { JobKeeper } from './jobKeeper.ts';
import type { MemberRefusal } from './memberDoor.ts';
import type { MemberJobs } from './store/memberJobs.ts';

export interface StartParts extends TeamParts {
  readonly keeper: JobKeeper;
  readonly jobs: MemberJobs;
}

interface Started {
  readonly opened: OpenedScore;
  readonly refusal: MemberRefusal | undefined;
  readonly units: number;
}

type AcceptedScore = Extract<OpenedScore, { kind: 'value' | 'opened' }>;

/** Starts for the members of a team: one upstream for all who want the same score. */
export class MemberStarts {
  readonly #parts: StartParts;
  readonly #flights = new Flights<Started>();

  constructor(parts: StartParts) {
    this.#parts = parts;
  }

  /** Responds once the service has responded, or at once if someone has paid for the score before. */
  async start(request: MemberRequest, aggregator: Aggregator): Promise<GatewayAnswer> {
    const { account, ports, pauseMs } = this.#parts;
    const { place, isRepeat } = request;
    const key: SubjectKey = { account: account.key, chain: place.chain, address: place.account };
    const name = JSON.stringify([subjectName(key, aggregator), isRepeat]);
    const waits = waitForOthers(this.#parts, key, 'start');
    for (;;) {
      const mayPay = !(await isUsedUp(this.#parts, request, 'start'));
      const open = (): Promise<Started> => this.#open(request, key, aggregator, mayPay);
      const { outcome, isOwn } = await this.#flights.share(name, open, mayPay);
      const { opened, refusal, units } = outcome;
      // Someone else's allowance is used up: this member's may not be.
      if (!isOwn && opened.kind === 'declined' && refusal !== undefined) continue;
      if (opened.kind === 'declined' && (await waits(refusal))) continue;
      if (opened.kind !== 'value' && opened.kind !== 'opened') {
        return endedStart(opened, refusal, { now: ports.clock.now(), pauseMs });
      }
      if (!isOwn) this.#parts.onJoin('start');
      const id = await this.#issueId(request, aggregator, opened);
      return { status: 200, body: id, charged: isOwn ? units : 0 };
    }
  }

  /** Resolves when no call is in flight. */
  ended(): Promise<void> {
    return this.#flights.ended();
  }

  async #open(
    request: MemberRequest,
    key: SubjectKey,
    aggregator: Aggregator,
    mayPay: boolean,
  ): Promise<Started> {
    const { account, ports, keeper } = this.#parts;
    const door = doorFor(this.#parts, request, !mayPay);
    const wanted = {
      ...{ account, aggregator, subject: { address: key.address, chain: key.chain } },
      ...{ gesture: gestureOf('panel'), isRepeat: request.isRepeat },
    };
    const opened = await startScore({ ...ports, spending: door }, wanted, account.signal);
    if (opened.kind === 'opened') keeper.follow(opened.job);
    return { opened, refusal: door.refusal, units: door.units };
  }

  /** An ID in the shape of the service's, which only this member can use. */
  async #issueId(
    { member, place }: MemberRequest,
    aggregator: Aggregator,
    opened: AcceptedScore,
  ): Promise<string> {
    const { chain, account, spelling } = place;
    const parts = [chain, spelling, randomUUID(), randomUUID(), aggregator];
    const id = `risk_score_result_${parts.join('.')}`;
    const job = opened.kind === 'opened' ? opened.job.id : null;
    const receivedAt = opened.kind === 'value' ? opened.result.receivedAt : null;
    const own = { id, member: member.id, chain, account, spelling, aggregator, job, receivedAt };
    const now = this.#parts.ports.clock.now();
    await this.#parts.jobs.add(own, now).catch((error: unknown) => {
      // It leads to what may just have been paid for.
      if (!(error instanceof LedgerError)) throw error;
      this.#parts.outbox.keep([['addMemberJob', own, now]]);
    });
    return id;
  }
}
