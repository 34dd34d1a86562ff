import type { PollEnd } from './jobState.ts';
import { clampRetryAfter, clampRhythm, floorMs, waitBefore, type Rhythm } from './rhythm.ts';

/** The outcome of one status call, in terms of the job. */
export type PollAnswer<Result> =
  | { readonly kind: 'ready'; readonly result: Result }
  | { readonly kind: 'notReady' }
  | { readonly kind: 'quota' }
  | { readonly kind: 'auth' }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'invalidId' }
  | { readonly kind: 'cancelled' }
  /** A 200 response of the service that cannot be read: it is unlikely to change. */
  | { readonly kind: 'unreadable' }
  /** Network, 429, 5xx, and similar: worth another try. */
  | { readonly kind: 'trouble'; readonly retryAfterMs?: number };

/** One step of the loop; the caller decides how to show it. */
export type PollEvent<Result> =
  | { readonly kind: 'waiting'; readonly polls: number; readonly waitMs: number }
  | { readonly kind: 'asking'; readonly polls: number }
  | { readonly kind: 'answered'; readonly polls: number; readonly answer: PollAnswer<Result> }
  | { readonly kind: 'end'; readonly state: Exclude<PollEnd, 'done'> }
  | { readonly kind: 'end'; readonly state: 'done'; readonly result: Result };

export interface PollPorts<Result> {
  /** One status call. */
  ask(signal: AbortSignal): Promise<PollAnswer<Result>>;
  /** Resolves when the account may be polled again; all its jobs share the pace. */
  turn(signal: AbortSignal): Promise<void>;
  readonly clock: PollClock;
}

interface PollClock {
  /** Resolves after the time, or once the signal is aborted; never rejects. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Monotonic milliseconds. */
  tick(): number;
  /** In [0, 1). */
  random(): number;
}

/** A new job may not be known everywhere yet: allow three 404s and half a minute. */
const notFoundLimit = 3;
const notFoundGraceMs = 30_000;

/** A result may be readable only once, so give up early on an unreadable one. */
const unreadableLimit = 3;

/**
 * Polls a job until it ends. Calls are never closer together than the floor, whatever settings or
 * servers request. Ends with `detached` when the signal aborts.
 * @param startedAt monotonic milliseconds from which the wait counts
 */
export async function* pollJob<Result>(
  ports: PollPorts<Result>,
  settings: Rhythm,
  startedAt: number,
  signal: AbortSignal,
): AsyncGenerator<PollEvent<Result>, void, undefined> {
  const { clock } = ports;
  const rhythm = clampRhythm(settings);
  const deadline = startedAt + rhythm.timeoutMs;
  let polls = 0;
  let answered = -Infinity;
  let retryAfterMs = 0;
  let misses = 0;
  let firstMiss = 0;
  let unreadable = 0;

  for (;;) {
    const left = deadline - clock.tick();
    if (left <= 0 && polls > 0) return yield { kind: 'end', state: 'stale' };
    const wanted = Math.max(waitBefore(polls + 1, rhythm, clock.random()), retryAfterMs);
    // The last poll is at the deadline, but never closer to the previous response than the floor.
    const waitMs = Math.max(Math.min(wanted, left), answered + floorMs - clock.tick(), 0);
    yield { kind: 'waiting', polls, waitMs };
    await clock.wait(waitMs, signal);
    if (!signal.aborted) await ports.turn(signal).catch(ignoreAbort(signal));
    if (signal.aborted) return yield { kind: 'end', state: 'detached' };

    polls++;
    yield { kind: 'asking', polls };
    const answer = await ports.ask(signal);
    answered = clock.tick();
    yield { kind: 'answered', polls, answer };
    retryAfterMs = 0;
    if (answer.kind !== 'notFound') misses = 0;

    switch (answer.kind) {
      case 'ready':
        return yield { kind: 'end', state: 'done', result: answer.result };
      case 'quota':
        return yield { kind: 'end', state: 'pausedQuota' };
      case 'auth':
        return yield { kind: 'end', state: 'pausedAuth' };
      case 'invalidId':
        return yield { kind: 'end', state: 'invalidId' };
      case 'cancelled':
        return yield { kind: 'end', state: 'detached' };
      case 'notFound':
        if (misses++ === 0) firstMiss = clock.tick();
        if (misses >= notFoundLimit && clock.tick() - firstMiss >= notFoundGraceMs) {
          return yield { kind: 'end', state: 'notFound' };
        }
        break;
      case 'unreadable':
        if (++unreadable >= unreadableLimit) return yield { kind: 'end', state: 'stale' };
        break;
      case 'trouble':
        if (answer.retryAfterMs !== undefined) retryAfterMs = clampRetryAfter(answer.retryAfterMs);
        break;
      case 'notReady':
        break;
    }
  }
}

function ignoreAbort(signal: AbortSignal): (error: unknown) => void {
  return (error) => {
    if (!signal.aborted) throw error;
  };
}
