import { floorMs } from '../risk/rhythm.ts';
import { leaseMs, sendWithinMs, type JobRow, type Tick } from './store.ts';

/** What is added to the service's floor, for clocks that are read a moment apart. */
const marginMs = 10;
/** The longest stall between the last look at the clock and the write that a turn allows for. */
const longestStallMs = 2_000;
/** How long a turn that is never given back keeps the others waiting. */
const turnMs = sendWithinMs + longestStallMs + floorMs + marginMs;
/** A waiter that has not asked for this long is taken to be gone. */
const waiterMs = 2_000;
/** How soon to ask again behind somebody who waits longer. */
const behindMs = 100;

/**
 * By how much a request may be older than what another window has stored meanwhile: the tick is
 * read before the ledger is asked, and a ledger that others write to is asked for up to 10 s.
 */
const latenessMs = 30_000;

/** A lease that reaches further than any lease can is from before the machine was started. */
export function isAlive(
  { owner, leaseUntil }: Pick<JobRow, 'owner' | 'leaseUntil'>,
  tick: Tick,
): boolean {
  return owner !== null && leaseUntil > tick && leaseUntil <= tick + leaseMs + latenessMs;
}

export function endOfTurn(tick: Tick): Tick {
  return tick + turnMs;
}

/** The floor is counted from the answer: that a request arrived before its answer is sure. */
export function afterTurn(tick: Tick): Tick {
  return tick + floorMs + marginMs;
}

/** Milliseconds until it is worth asking again; 0 where the turn may be taken now. */
export function turnDecision(
  nextAt: Tick | null,
  rivals: readonly { readonly since: Tick; readonly seen: Tick }[],
  since: Tick,
  tick: Tick,
): number {
  const isPending = nextAt !== null && nextAt > tick && nextAt <= endOfTurn(tick) + latenessMs;
  if (isPending) return nextAt - tick;
  const isBehind = rivals.some(
    (rival) => rival.since < since && rival.seen <= tick && rival.seen > tick - waiterMs,
  );
  return isBehind ? behindMs : 0;
}
