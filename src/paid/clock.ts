import { setTimeout as timeout } from 'node:timers/promises';
import { monotonicMs } from '../api/transport.ts';
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
  tick: monotonicMs,
  wait: (ms, signal) => timeout(ms, undefined, { signal }).catch(() => undefined),
  random: () => Math.random(),
};

/**
 * Tolerates a clock that was set back by a time zone and an hour; a larger difference means that it
 * was wrong.
 */
export const clockSlackMs = 25 * 3_600_000;

/**
 * Whether something received then may still be used. A time in the future comes from a clock that
 * was wrong: beyond the slack its age is unknown, and it is not fresh.
 */
export function isFresh(receivedAt: Instant, now: Instant, forMs: number): boolean {
  const ageMs = now - receivedAt;
  return ageMs >= -clockSlackMs && ageMs < forMs;
}

/**
 * Whether the time is from a clock that was wrong. How old such a result is cannot be known: an automatic
 * call takes it, so that nothing is paid for twice, and a start asks first.
 */
export function isDatedAhead(receivedAt: Instant, now: Instant): boolean {
  return receivedAt - now > clockSlackMs;
}

/** The local date, which budgets count by. */
export function dayOf(now: Instant): string {
  const date = new Date(now);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
