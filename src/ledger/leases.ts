import { floorMs } from '../risk/rhythm.ts';
import { leaseMs, sendWithinMs, type Claim, type JobRow, type Tick } from './store.ts';

/** Added to the service's floor, because clocks are read at slightly different times. */
const marginMs = 10;
/** The longest stall that a turn allows between the last clock check and the write. */
const maxStallMs = 2_000;
/** How long a turn that is never released blocks the others. */
const turnMs = sendWithinMs + maxStallMs + floorMs + marginMs;
/** A waiter that has been silent for this long counts as gone. */
const waiterMs = 2_000;
/** How soon to ask again behind a job that has waited longer. */
const behindMs = 100;

/**
 * By how much a request may be older than what another window has stored meanwhile: the tick is
 * read before the ledger call, which may take up to 10 s while others write.
 */
const latenessMs = 30_000;

/** Which window holds something, and until when. */
export type Hold = Pick<JobRow, 'owner' | 'leaseUntil'>;

/** Held by no window. */
export const heldByNone: Hold = { owner: null, leaseUntil: 0 };

export function heldBy({ owner, tick }: Claim): Hold {
  return { owner, leaseUntil: tick + leaseMs };
}

/** A lease that reaches further than any lease can is from before the machine started. */
export function isAlive({ owner, leaseUntil }: Hold, tick: Tick): boolean {
  const [from, to] = aliveLeases(tick);
  return owner !== null && leaseUntil >= from && leaseUntil <= to;
}

/** From when and until when a lease lasts whose holder is alive. */
export function aliveLeases(tick: Tick): readonly [from: Tick, to: Tick] {
  return [tick + 1, tick + leaseMs + latenessMs];
}

export function endOfTurn(tick: Tick): Tick {
  return tick + turnMs;
}

/** Count the floor from the response: its request certainly arrived before it. */
export function afterTurn(tick: Tick): Tick {
  return tick + floorMs + marginMs;
}

/** Another that waits for a turn: since when, and when it asked last. */
export interface Rival {
  readonly since: Tick;
  readonly seen: Tick;
}

/** Milliseconds until it is worth asking again; 0 if the turn may be taken now. */
export function turnDecision(
  nextAt: Tick | null,
  rivals: readonly Rival[],
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
