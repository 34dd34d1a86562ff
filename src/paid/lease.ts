import type { SendDeadline } from '../api/transport.ts';
import { leaseMs, type Claim, type Tick } from '../ledger/store.ts';
import type { Clock } from './clock.ts';
import { notStored, type NotStored } from './writeUntilStored.ts';

/** A window that is stopped for longer than this between a look at the clock and a write is not caught. */
const maxStallMs = 2_000;
const heartbeatMs = 3_000;

interface LeaseParts {
  readonly owner: string;
  readonly clock: Pick<Clock, 'now' | 'tick'>;
  /** False if another window holds it by now. */
  readonly renew: (claim: Claim) => Promise<boolean>;
  readonly beatMs?: number;
  /** How long after a renewal something may be sent. */
  readonly sendWithinMs?: number;
}

/** A claim of this window, renewed while its work lasts. */
export class Lease implements SendDeadline {
  readonly #lost = new AbortController();
  /** Aborted once another window holds it. */
  readonly lost = this.#lost.signal;
  readonly #parts: LeaseParts;
  readonly #beat: NodeJS.Timeout;
  #sendBefore: Tick;

  /** @param sendBefore until when something may be sent before it is renewed */
  constructor(parts: LeaseParts, sendBefore = -Infinity) {
    this.#parts = parts;
    this.#sendBefore = sendBefore;
    this.#beat = setInterval(() => {
      // A briefly busy ledger does not mean that the claim was lost.
      this.#renew().catch(() => undefined);
    }, parts.beatMs ?? heartbeatMs);
  }

  get sendBefore(): Tick {
    return this.#sendBefore;
  }

  /** Verifies and renews the claim. Send nothing unless it returns `held`. */
  async check(): Promise<'held' | 'lost' | NotStored> {
    return this.#renew().then((isHeld) => (isHeld ? 'held' : 'lost'), notStored);
  }

  end(): void {
    clearInterval(this.#beat);
  }

  async #renew(): Promise<boolean> {
    const { renew, sendWithinMs = leaseMs - maxStallMs } = this.#parts;
    const claim = claimOf(this.#parts);
    const isHeld = await renew(claim);
    this.#sendBefore = isHeld ? claim.tick + sendWithinMs : -Infinity;
    if (!isHeld) {
      this.end();
      this.#lost.abort();
    }
    return isHeld;
  }
}

export function claimOf({ owner, clock }: Pick<LeaseParts, 'owner' | 'clock'>): Claim {
  return { owner, now: clock.now(), tick: clock.tick() };
}
