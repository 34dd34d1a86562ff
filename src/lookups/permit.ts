import type { Outcome } from '../api/failure.ts';
import type { Answer } from '../api/readAnswer.ts';
import type { Charge } from '../ledger/store.ts';
import { chargeOf } from '../api/chargeOf.ts';

/** Permission for one paid call, recorded before it is made. */
export interface Permit {
  /** Whether the user agreed to send an address that could as well be a private key. */
  readonly isAgreed: boolean;
  /** Makes the call; a second one is rejected. */
  spend<T>(call: () => Promise<Outcome<Answer<T>>>): Promise<Outcome<Answer<T>>>;
  /**
   * Records what is known about the charge, or returns the permission if no call was made. Call it
   * after the more valuable response is stored; a second call does nothing.
   */
  settle(): Promise<void>;
}

export type SettledCharge = Exclude<Charge, 'open'>;

/** Where a permitted call is recorded. */
export interface CallRecord {
  /** No call was made. */
  release(): Promise<void>;
  settle(charge: SettledCharge): Promise<void>;
}

export class RecordedPermit implements Permit {
  readonly isAgreed: boolean;
  readonly #record: CallRecord;
  #isUsed = false;
  #isSettled = false;
  #charge: SettledCharge | undefined;

  constructor(record: CallRecord, isAgreed: boolean) {
    this.#record = record;
    this.isAgreed = isAgreed;
  }

  async spend<T>(call: () => Promise<Outcome<Answer<T>>>): Promise<Outcome<Answer<T>>> {
    if (this.#isUsed || this.#isSettled) throw new Error('A permit is for one call.');
    this.#isUsed = true;
    const outcome = await call();
    if (!outcome.ok) this.#charge = chargeOf(outcome.failure);
    else this.#charge = outcome.value.charged === 0 ? 'shared' : 'made';
    return outcome;
  }

  async settle(): Promise<void> {
    if (this.#isSettled) return;
    this.#isSettled = true;
    const settled =
      this.#charge === undefined && !this.#isUsed
        ? this.#record.release()
        : this.#record.settle(this.#charge ?? 'maybe');
    // A charge that cannot be recorded now stays `open`: counted, and shown without a response.
    await settled.catch(() => undefined);
  }
}
