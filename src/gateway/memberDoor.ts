import { mayBeKey } from '../scan/parse.ts';
import type { Instant, PaidKind, SettledCharge } from '../ledger/store.ts';
import { Permit } from '../lookups/permit.ts';
import { notStored } from '../lookups/retryWrite.ts';
import type { PaidCall, SpendingAnswer, SpendingDoor } from '../lookups/spending.ts';
import type { Charges, DayLimits } from './store/charges.ts';
import type { Member } from './store/members.ts';

/** Why a call for a member may not be made. */
export type MemberRefusal =
  | { readonly kind: 'usedUp'; readonly by: 'member' | 'team' }
  /** Upstream said that the license of the team is used up. */
  | { readonly kind: 'paused'; readonly until: Instant }
  /** A result may have been lost with a damaged file, and be fresh. */
  | { readonly kind: 'mayBeLost' };

export interface MemberDoorParts {
  readonly charges: Charges;
  readonly now: () => Instant;
  /** Resolves after a time. */
  readonly wait: (ms: number) => Promise<void>;
  /** Units that the team may use on a day; null for no limit. */
  readonly teamLimits: Readonly<Record<PaidKind, number | null>>;
  /** Why no call of a kind may be made for anyone now, if so. */
  readonly holdOf: (kind: PaidKind) => Promise<MemberRefusal | undefined>;
}

/** How soon to look again whether a call that may bring the same result has ended. */
const watchMs = 100;

/** The spending door for one request of one member: it counts the call before it is sent. */
export class MemberDoor implements SpendingDoor {
  readonly #parts: MemberDoorParts;
  readonly #member: Member;
  #refusal: MemberRefusal | undefined;
  #charge: SettledCharge | undefined;

  constructor(parts: MemberDoorParts, member: Member) {
    this.#parts = parts;
    this.#member = member;
  }

  /** Why the last call was not permitted. */
  get refusal(): MemberRefusal | undefined {
    return this.#refusal;
  }

  /** Units that the request has used. */
  get units(): number {
    return this.#charge === 'made' || this.#charge === 'maybe' ? 1 : 0;
  }

  async ask(call: PaidCall): Promise<SpendingAnswer> {
    this.#refusal = undefined;
    try {
      return await this.#ask(call);
    } catch (error) {
      return { kind: 'refused', refusal: notStored(error) };
    }
  }

  async #ask({ key, kind, aggregator }: PaidCall): Promise<SpendingAnswer> {
    const { charges, now, holdOf } = this.#parts;
    const hold = await holdOf(kind);
    if (hold !== undefined) return this.#refuse(hold);
    const charge = { member: this.#member.id, kind, key, at: now() };
    const reserved = await charges.reserve(
      { ...charge, aggregator: aggregator ?? null },
      this.#limitsOf(kind),
    );
    if (reserved.kind === 'usedUp') return this.#refuse(reserved);
    const { id } = reserved;
    const record = (state: SettledCharge | null): Promise<void> => {
      if (state === null) return charges.release(id);
      this.#charge = state;
      return charges.settle(id, state);
    };
    // The member's own client has asked its user.
    const isAgreed = mayBeKey(key.address, key.chain);
    return { kind: 'granted', permit: new Permit(record, isAgreed) };
  }

  /** Whether a call of someone else may bring what was refused here; resolves a moment later if so. */
  async mayBeShared(key: PaidCall['key'], kind: PaidKind): Promise<boolean> {
    const { charges, now, wait } = this.#parts;
    if (this.#refusal?.kind !== 'usedUp') return false;
    const isInFlight = await charges.isInFlight(key, kind, now());
    if (isInFlight) await wait(watchMs);
    return isInFlight;
  }

  #limitsOf(kind: PaidKind): DayLimits {
    const { calculations, apiCalls } = this.#member;
    const team = this.#parts.teamLimits[kind];
    return { member: kind === 'start' ? calculations : apiCalls, team };
  }

  #refuse(refusal: MemberRefusal): SpendingAnswer {
    this.#refusal = refusal;
    return { kind: 'refused', refusal: { kind: 'allowance' } };
  }
}
