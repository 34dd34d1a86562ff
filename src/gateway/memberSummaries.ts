import type { SubjectKey } from '../ledger/store.ts';
import { subjectName } from '../ledger/subjectKey.ts';
import type { SummaryOutcome } from '../lookups/summaries.ts';
import { WindowSummaries } from '../lookups/windowSummaries.ts';
import { endedSummary, type GatewayAnswer } from './answers.ts';
import { doorFor, isUsedUp, waitForOthers, type MemberRequest, type TeamParts } from './doors.ts';
import { Flights } from './flights.ts';
import type { MemberRefusal } from './memberDoor.ts';

interface Fetched {
  readonly outcome: SummaryOutcome;
  readonly refusal: MemberRefusal | undefined;
  readonly units: number;
}

/** Summaries for the members of a team: one call upstream for all who want the same one. */
export class MemberSummaries {
  readonly #parts: TeamParts;
  readonly #flights = new Flights<Fetched>();

  constructor(parts: TeamParts) {
    this.#parts = parts;
  }

  async summary(request: MemberRequest): Promise<GatewayAnswer> {
    const { account, ports, pauseMs } = this.#parts;
    const { place, isRepeat } = request;
    const key: SubjectKey = { account: account.key, chain: place.chain, address: place.account };
    const name = JSON.stringify([subjectName(key), isRepeat]);
    const waits = waitForOthers(this.#parts, key, 'summary');
    for (;;) {
      const mayPay = !(await isUsedUp(this.#parts, request, 'summary'));
      const call = (): Promise<Fetched> => this.#summaryFor(request, key, mayPay);
      const { outcome: fetched, isOwn } = await this.#flights.share(name, call, mayPay);
      const { outcome, refusal, units } = fetched;
      // Someone else's allowance is used up: this member's may not be.
      if (!isOwn && outcome.kind === 'refused' && refusal !== undefined) continue;
      if (outcome.kind === 'refused' && (await waits(refusal))) continue;
      const now = ports.clock.now();
      if (outcome.kind !== 'value') return endedSummary(outcome, refusal, { now, pauseMs });
      if (!isOwn) this.#parts.onJoin('summary');
      const { body, receivedAt } = outcome.result;
      return { status: 200, body, ageMs: now - receivedAt, charged: isOwn ? units : 0 };
    }
  }

  /** Resolves when no call is in flight. */
  ended(): Promise<void> {
    return this.#flights.ended();
  }

  async #summaryFor(request: MemberRequest, key: SubjectKey, mayPay: boolean): Promise<Fetched> {
    const { account, ports } = this.#parts;
    const door = doorFor(this.#parts, request, !mayPay);
    const summaries = new WindowSummaries({ ...ports, spending: door });
    const subject = { address: key.address, chain: key.chain };
    // A person asks for a repeat; anything else may be a hover.
    const source = request.isRepeat ? 'command' : 'hover';
    const outcome = await summaries.look(account, subject, source, request.isRepeat);
    return { outcome, refusal: door.refusal, units: door.units };
  }
}
