import type { PaidKind, SubjectKey } from '../ledger/store.ts';
import type { Aggregator } from '../api/parameters.ts';
import { subjectName } from '../ledger/subjectKey.ts';
import { limitOf, MemberDoor, type MemberRefusal, type MemberRequest, type Team } from './doors.ts';

/** What a call for a member has come to. */
interface MadeCall<Outcome> {
  readonly outcome: Outcome;
  /** Why it was not permitted. */
  readonly refusal: MemberRefusal | undefined;
  /** Units that this member has used. */
  readonly units: number;
}

/** Calls upstream of one kind: one for all members who want the same result at the same time. */
export class SharedCalls<Outcome extends { readonly kind: string }> {
  readonly #team: Team;
  readonly #kind: PaidKind;
  readonly #inFlight = new Map<string, Promise<MadeCall<Outcome>>>();

  constructor(team: Team, kind: PaidKind) {
    this.#team = team;
    this.#kind = kind;
  }

  /** @param call does the work, through the spending door of its member */
  async make(
    request: MemberRequest,
    aggregator: Aggregator | undefined,
    call: (door: MemberDoor) => Promise<Outcome>,
  ): Promise<MadeCall<Outcome>> {
    const { account, charges, ports, onJoin } = this.#team;
    const { member, place, isRepeat } = request;
    const kind = this.#kind;
    const key: SubjectKey = { account: account.key, chain: place.chain, address: place.account };
    const name = JSON.stringify([subjectName(key, aggregator), isRepeat]);
    const waits = waitForOthers(this.#team, key, kind);
    for (;;) {
      // It may have to wait for other requests of this member: before the flight that all share.
      const limit = limitOf(member, kind);
      const mayPay = !(await charges.isUsedUp(member.id, kind, limit, ports.clock.now()));
      const joined = this.#inFlight.get(name);
      const made = await (joined ?? this.#call(request, mayPay ? name : undefined, call));
      const { outcome, refusal } = made;
      if (refusal !== undefined && ['declined', 'refused'].includes(outcome.kind)) {
        // Someone else's allowance is used up: this member's may not be.
        if (joined !== undefined || (await waits(refusal))) continue;
      }
      if (joined === undefined) return made;
      if (['value', 'opened'].includes(outcome.kind)) onJoin(kind);
      return { ...made, units: 0 };
    }
  }

  /** Resolves when no call is in flight, however each has ended. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#inFlight.values());
  }

  /** @param name by which others may join; undefined for a member who may not pay */
  #call(
    request: MemberRequest,
    name: string | undefined,
    call: (door: MemberDoor) => Promise<Outcome>,
  ): Promise<MadeCall<Outcome>> {
    const door = new MemberDoor(this.#team, request, name === undefined);
    const made = call(door).then((outcome) => {
      return { outcome, refusal: door.refusal, units: door.units };
    });
    if (name === undefined) return made;
    const shared = made.finally(() => this.#inFlight.delete(name));
    this.#inFlight.set(name, shared);
    return shared;
  }
}

/** How long a member whose allowance is used up waits for what another one is paying for. */
const maxWaitMs = 20_000;
const firstLookMs = 100;
const lastLookMs = 1_000;

/**
 * Waits outside of the flight that all share: a member who may pay need not wait for one who may not.
 * @returns whether to look again for what was refused here
 */
function waitForOthers(team: Team, key: SubjectKey, kind: PaidKind) {
  const { clock } = team.ports;
  const giveUpAt = clock.tick() + maxWaitMs;
  let lookMs = firstLookMs;
  return async (refusal: MemberRefusal | undefined): Promise<boolean> => {
    if (refusal?.kind !== 'usedUp' || clock.tick() >= giveUpAt) return false;
    if (!(await team.charges.isInFlight(key, kind, clock.now()))) return false;
    await clock.wait(lookMs, team.account.signal);
    lookMs = Math.min(2 * lookMs, lastLookMs);
    return true;
  };
}
