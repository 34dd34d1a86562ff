import { chargeOf } from '../api/chargeOf.ts';
import type { Failure, Outcome } from '../api/failure.ts';
import type { Answer } from '../api/readAnswer.ts';
import type { PaidKind, SettledCharge } from '../ledger/store.ts';
import { notStored } from './writeUntilStored.ts';

/** Stores what is known about a charge; null if no call was made. */
export type RecordCharge = (charge: SettledCharge | null) => Promise<void>;

/** Stores that a call is sent next; resolves with why it must not be. */
type MarkCall = () => Promise<Failure | undefined>;

/** @param mark false if the permission is over: its window was stopped for long */
export function lateUnless(endpoint: PaidKind, mark: () => Promise<boolean>): MarkCall {
  return async () => {
    const isMarked = await mark().catch(notStored);
    return isMarked === true ? undefined : { kind: 'late', endpoint, wasSent: false };
  };
}

/** Permission for one paid call, recorded before it is made. */
export class Permit {
  /** Shared by its record and the job that it starts, so that each identifies the other. */
  readonly id: string;
  /** Whether the user agreed to send an address that could as well be a private key. */
  readonly isAgreed: boolean;
  readonly #record: RecordCharge;
  readonly #mark: MarkCall;
  #isSettled = false;
  /** Null until the call is made; until its outcome is known, it may be charged. */
  #charge: SettledCharge | null = null;

  constructor(id: string, record: RecordCharge, isAgreed: boolean, mark: MarkCall) {
    this.id = id;
    this.#record = record;
    this.isAgreed = isAgreed;
    this.#mark = mark;
  }

  /** Makes the call; a second one is rejected. */
  async spend<T>(call: () => Promise<Outcome<Answer<T>>>): Promise<Outcome<Answer<T>>> {
    if (this.#charge !== null || this.#isSettled) throw new Error('A permit is for one call.');
    this.#charge = 'none';
    const unmarked = await this.#mark();
    if (unmarked !== undefined) return { ok: false, failure: unmarked };
    this.#charge = 'maybe';
    const outcome = await call();
    if (!outcome.ok) this.#charge = chargeOf(outcome.failure);
    else this.#charge = outcome.value.charged === 0 ? 'shared' : 'made';
    return outcome;
  }

  /**
   * Records what is known about the charge, or returns the permission if no call was made. Call it
   * after the more valuable response is stored; a second call does nothing.
   */
  async settle(): Promise<void> {
    if (this.#isSettled) return;
    this.#isSettled = true;
    // A charge that cannot be recorded at all stays `sent`: counted, and shown without a response.
    await this.#record(this.#charge).catch(() => undefined);
  }
}
