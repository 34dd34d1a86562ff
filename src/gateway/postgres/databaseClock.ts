import { setTimeout as timeout } from 'node:timers/promises';
import { monotonicMs } from '../../api/transport.ts';
import { databaseNow, type Query } from './connection.ts';
import type { Clock } from '../../paid/clock.ts';

/** Clocks drift by far less in this time than the precision that ages have. */
const refreshMs = 60_000;

/**
 * The time of the database, which all processes share: results are dated and judged by it, however far
 * apart the clocks of their machines are.
 */
export class DatabaseClock implements Clock {
  readonly #query: Query;
  #offsetMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(query: Query) {
    this.#query = query;
  }

  /** Reads it once and from then on now and then. @throws LedgerError */
  async start(): Promise<void> {
    await this.#read();
    this.#timer = setInterval(() => {
      // The last offset holds on.
      this.#read().catch(() => undefined);
    }, refreshMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  now(): number {
    return monotonicMs() + this.#offsetMs;
  }

  tick(): number {
    return monotonicMs();
  }

  wait(ms: number, signal: AbortSignal): Promise<void> {
    return timeout(ms, undefined, { signal }).catch(() => undefined);
  }

  random(): number {
    return Math.random();
  }

  async #read(): Promise<void> {
    const before = monotonicMs();
    const [row] = await this.#query(`SELECT ${databaseNow} AS now`);
    const middle = (before + monotonicMs()) / 2;
    this.#offsetMs = Math.round((row?.['now'] as number) - middle);
  }
}
