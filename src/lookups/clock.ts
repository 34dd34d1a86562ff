import { setTimeout as timeout } from 'node:timers/promises';
import type { Instant, Tick } from '../ledger/store.ts';

/** Time and randomness, injected so that tests can control both. */
export interface Clock {
  now(): Instant;
  tick(): Tick;
  /** Resolves after the time, or once the signal is aborted; never rejects. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** In [0, 1). */
  random(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  // Counts from the start of the machine, so it is the same in all its processes.
  tick: () => Number(process.hrtime.bigint() / 1_000_000n),
  wait: (ms, signal) => timeout(ms, undefined, { signal }).catch(() => undefined),
  random: () => Math.random(),
};

/** The local date, which budgets count by. */
export function dayOf(now: Instant): string {
  const date = new Date(now);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
