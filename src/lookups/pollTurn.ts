import { randomUUID } from 'node:crypto';
import type { SendDeadline } from '../api/transport.ts';
import type { SharedLedger } from '../ledger/ledger.ts';
import { sendWithinMs, type Tick } from '../ledger/store.ts';
import type { Clock } from './clock.ts';

/** Well below the length of a turn, and below the longest stall of a window. */
const renewMs = 1_500;
/** How soon to try again when the ledger cannot be written. */
const retryMs = 1_000;

/** An account's turn to poll, taken once per poll and released after its response. */
export class OwnPollTurn implements SendDeadline {
  readonly #ledger: SharedLedger;
  readonly #clock: Clock;
  readonly #account: string;
  readonly #waiter = randomUUID();
  #renewing: NodeJS.Timeout | undefined;
  #sendBefore = -Infinity;

  constructor(
    { ledger, clock }: { readonly ledger: SharedLedger; readonly clock: Clock },
    account: string,
  ) {
    this.#ledger = ledger;
    this.#clock = clock;
    this.#account = account;
  }

  /** Resolves when it is this job's turn, or once the signal is aborted. */
  async take(signal: AbortSignal): Promise<void> {
    const since = this.#clock.tick();
    while (!signal.aborted) {
      const tick = this.#clock.tick();
      const turn = await this.#ledger
        .takeTurn(this.#account, this.#waiter, since, tick)
        .catch(() => undefined);
      if (turn === undefined) {
        // Without a turn another window may be polling: wait until the ledger can give one.
        await this.#clock.wait(retryMs, signal);
        continue;
      }
      if (!turn.isGranted) {
        await this.#clock.wait(turn.waitMs, signal);
        continue;
      }
      this.#sendBefore = turn.sendBefore;
      // Woken too late: request another turn.
      if (this.isOver()) continue;
      this.#renewing = setInterval(() => this.#renew(), renewMs);
      return;
    }
    await this.end();
  }

  get sendBefore(): Tick {
    return this.#sendBefore;
  }

  /** Whether too much time passed to guarantee the pause that other windows rely on. */
  isOver(): boolean {
    return this.#clock.tick() >= this.#sendBefore;
  }

  end(): Promise<void> {
    clearInterval(this.#renewing);
    const ended = this.#ledger.endTurn(this.#account, this.#waiter, this.#clock.tick());
    // A turn that is not released expires.
    return ended.catch(() => undefined);
  }

  #renew(): void {
    const tick = this.#clock.tick();
    this.#ledger
      .renewTurn(this.#account, this.#waiter, tick)
      .then((isHeld) => {
        if (isHeld) this.#sendBefore = tick + sendWithinMs;
      })
      // A briefly busy ledger does not mean that the turn was lost.
      .catch(() => undefined);
  }
}
