import { setTimeout as timeout } from 'node:timers/promises';
import { systemClock, type Clock } from '../../src/paid/clock.ts';

/**
 * A clock on which hours pass in seconds, for what also waits for real servers: while something
 * waits, one step for each turn of the event loop, so that time is as slow as the process is.
 */
export function fastClock(stepMs: number): Clock {
  const [now, tick] = [systemClock.now(), systemClock.tick()];
  let passedMs = 0;
  let next: Promise<void> | undefined;

  function turn(): Promise<void> {
    next ??= timeout(1).then(() => {
      passedMs += stepMs;
      next = undefined;
    });
    return next;
  }

  return {
    now: () => now + passedMs,
    tick: () => tick + passedMs,
    async wait(ms, signal) {
      const until = passedMs + ms;
      while (passedMs < until && !signal.aborted) await turn();
    },
    random: () => 0,
  };
}
