import { systemClock, type Clock } from '../../src/lookups/clock.ts';

/** A clock on which hours pass in seconds, for what also waits for real servers. */
export function fastClock(factor: number): Clock {
  const [now, tick] = [systemClock.now(), systemClock.tick()];
  return {
    now: () => now + Math.round((systemClock.now() - now) * factor),
    tick: () => tick + (systemClock.tick() - tick) * factor,
    wait: (ms, signal) => systemClock.wait(ms / factor, signal),
    random: () => 0,
  };
}
