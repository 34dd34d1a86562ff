import { randomUUID } from 'node:crypto';
import type { CheckOutcome } from '../api/client.ts';
import type { Outcome } from '../api/failure.ts';
import type { SendDeadline } from '../api/transport.ts';
import { sendWithinMs, type Claim, type PollSource, type Tick } from '../ledger/store.ts';
import type { ConnectedAccount } from './account.ts';
import { dayOf } from './clock.ts';
import { Lease } from './lease.ts';
import type { LookupPorts } from './ports.ts';
import { tryWrite, writeSoon } from './writeUntilStored.ts';

/** Well below the length of a turn, and below the longest stall of a window. */
const renewMs = 1_500;
/** How soon to try again when the ledger cannot be written. */
const retryMs = 1_000;

type TurnPorts = Pick<LookupPorts, 'ledger' | 'clock'>;

/** An account's turn to poll, taken once per poll and released after its response. */
export class OwnPollTurn implements SendDeadline {
  readonly #ports: TurnPorts;
  readonly #account: string;
  readonly #waiter = randomUUID();
  #lease: Lease | undefined;

  constructor(ports: TurnPorts, account: string) {
    this.#ports = ports;
    this.#account = account;
  }

  /** Resolves when it is this job's turn, or once the signal is aborted. */
  async take(signal: AbortSignal): Promise<void> {
    const { ledger, clock } = this.#ports;
    const since = clock.tick();
    while (!signal.aborted) {
      // Without a turn another window may be polling: wait until the ledger can give one.
      const asked = clock.tick();
      const waitMs = await ledger
        .takeTurn(this.#account, this.#waiter, since, asked)
        .catch(() => retryMs);
      if (waitMs > 0) await clock.wait(waitMs, signal);
      // If woken too late, request another turn.
      else if (clock.tick() < asked + sendWithinMs) {
        const renew = ({ owner, tick }: Claim): Promise<boolean> =>
          ledger.renewTurn(this.#account, owner, tick);
        const parts = { owner: this.#waiter, clock, renew, beatMs: renewMs, sendWithinMs };
        this.#lease = new Lease(parts, asked + sendWithinMs);
        return;
      }
    }
    await this.end();
  }

  /** Makes one status call in the turn, counted before it is sent. */
  async call<T>(
    source: PollSource,
    signal: AbortSignal,
    send: () => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    const { ledger, clock } = this.#ports;
    const day = dayOf(clock.now());
    const count = (): Promise<void> => ledger.countPoll(this.#account, day, source);
    await writeSoon(clock, count);
    // If the ledger was busy for long, the turn expired: another window may be polling.
    while (this.isOver() && !signal.aborted) {
      await this.end();
      await this.take(signal);
    }
    const outcome = await send();
    const isUnsent = !outcome.ok && !outcome.failure.wasSent;
    if (isUnsent) await tryWrite(ledger.uncountPoll(this.#account, day, source));
    return outcome;
  }

  get sendBefore(): Tick {
    return this.#lease?.sendBefore ?? -Infinity;
  }

  /** Whether too much time passed to guarantee the pause that other windows rely on. */
  isOver(): boolean {
    return this.#ports.clock.tick() >= this.sendBefore;
  }

  end(): Promise<void> {
    const { ledger, clock } = this.#ports;
    this.#lease?.end();
    const ended = ledger.endTurn(this.#account, this.#waiter, clock.tick());
    // A turn that is not released expires.
    return ended.catch(() => undefined);
  }
}

/**
 * Checks whether the service responds: one status call, in the account's turn, counted as a poll.
 */
export async function checkService(
  ports: TurnPorts,
  account: ConnectedAccount,
  canceled: AbortSignal,
): Promise<CheckOutcome> {
  const turn = new OwnPollTurn(ports, account.key);
  const signal = AbortSignal.any([canceled, account.signal]);
  await turn.take(signal);
  try {
    return await turn.call('check', signal, () => account.client.check(signal, turn));
  } finally {
    await turn.end();
  }
}
