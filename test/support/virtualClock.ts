import { setImmediate } from 'node:timers/promises';
import type { Transport, WireRequest } from '../../src/api/transport.ts';
import type { Clock } from '../../src/paid/clock.ts';

export interface VirtualClock extends Clock {
  /** Moves only the wall clock, as users and time servers do. */
  jump(ms: number): void;
  /** Lets time pass. */
  pass(ms: number): void;
  /** A transport during whose requests time stands still. */
  watch(transport: Transport): Transport;
}

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
}

/** Rounds of the event loop without a request in progress until time is taken to be waited for. */
const quietTurns = 8;

/** A deadline in virtual time, for a transport that looks at the real clock. */
function inRealTime({ deadline, ...request }: WireRequest, tick: () => number): WireRequest {
  if (deadline === undefined) return request;
  const real = {
    get sendBefore() {
      return tick() < deadline.sendBefore ? Infinity : -Infinity;
    },
  };
  return { ...request, deadline: real };
}

/** Time that passes only where everything waits for it: the shortest sleep ends first. */
export function virtualClock(start = Date.UTC(2026, 0, 15, 12)): VirtualClock {
  let now = start;
  let tick = 1_000_000;
  let requests = 0;
  let isPumping = false;
  const sleepers = new Set<Sleeper>();
  const pass = (ms: number): void => {
    now += ms;
    tick += ms;
  };

  async function pump(): Promise<void> {
    isPumping = true;
    let quiet = 0;
    while (sleepers.size > 0) {
      await setImmediate();
      quiet = requests === 0 ? quiet + 1 : 0;
      if (quiet < quietTurns) continue;
      quiet = 0;
      const [first] = [...sleepers].sort((a, b) => a.due - b.due);
      if (first === undefined) break;
      sleepers.delete(first);
      pass(Math.max(0, first.due - tick));
      first.wake();
    }
    isPumping = false;
  }

  return {
    now: () => now,
    tick: () => tick,
    random: () => 0,
    wait(ms, signal) {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      if (signal.aborted) return Promise.resolve();
      const sleeper: Sleeper = { due: tick + ms, wake: () => resolve(undefined) };
      sleepers.add(sleeper);
      const stop = (): void => {
        sleepers.delete(sleeper);
        resolve(undefined);
      };
      signal.addEventListener('abort', stop, { once: true });
      if (!isPumping) void pump();
      return promise.finally(() => signal.removeEventListener('abort', stop));
    },
    jump(ms) {
      now += ms;
    },
    pass,
    watch: (transport) => ({
      async send(...args) {
        requests++;
        try {
          const [request, ...rest] = args;
          return await transport.send(
            inRealTime(request, () => tick),
            ...rest,
          );
        } finally {
          requests--;
        }
      },
      finish: () => transport.finish(),
      close: () => transport.close(),
    }),
  };
}
