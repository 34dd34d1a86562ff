import { tracingChannel } from 'node:diagnostics_channel';

/** Work in one turn, in milliseconds: a third of a frame, because extensions share the host. */
export const turnMs = 5;

/** Readers waiting for a turn, in order. */
const waiting: (() => void)[] = [];
/** Whether this round of the event loop had its turn. */
let isTaken = false;

/**
 * Yields to everything else that waits. Each round of the event loop has one turn, for which all work
 * in turns waits in line: several kinds of work would otherwise hold up the host together.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    takeTurn();
  });
}

function takeTurn(): void {
  if (!isTaken) setImmediate(passTurn);
  isTaken = true;
}

function passTurn(): void {
  isTaken = false;
  const next = waiting.shift();
  if (next === undefined) return;
  takeTurn();
  next();
}

/** The first turn, which is now if this round of the event loop had none. */
async function firstTurn(): Promise<void> {
  if (isTaken) await nextTurn();
  else takeTurn();
}

/** Places between two checks of the clock: a checksum takes some microseconds. */
const batch = 32;

/**
 * Visits places in order, in turns, while `visit` returns true, and `isWanted` does between two
 * turns.
 * @returns false if `isWanted` ended it early
 */
export async function visitInTurns(
  what: Work['what'],
  count: number,
  visit: (index: number) => boolean,
  isWanted: () => boolean,
): Promise<boolean> {
  let index = 0;
  let goesOn = count > 0;
  await firstTurn();
  if (!isWanted()) return false;
  while (goesOn) {
    measured(what, () => {
      const end = performance.now() + turnMs;
      do {
        goesOn = visit(index++) && index < count;
      } while (goesOn && (index % batch !== 0 || performance.now() < end));
    });
    await nextTurn();
    if (!isWanted()) return false;
  }
  return true;
}

/** Runs a reader that yields between slices of work, as many slices per turn as time allows. */
export async function runInTurns<T>(what: Work['what'], steps: Iterator<unknown, T>): Promise<T> {
  await firstTurn();
  for (;;) {
    const last = measured(what, () => {
      const end = performance.now() + turnMs;
      let step = steps.next();
      while (step.done !== true && performance.now() < end) step = steps.next();
      return step;
    });
    if (last.done === true) return last.value;
    await nextTurn();
  }
}

/** Work that blocks the extension host's thread, or that the user waits for. */
export interface Work {
  readonly what:
    | 'scan'
    | 'edit'
    | 'addresses'
    | 'lenses'
    | 'diagnostics'
    | 'hover'
    | 'book'
    | 'inventory';
}

/** Marks cost almost nothing without a listener; `test/bench/editor.bench.ts` is one. */
const marks = tracingChannel<unknown, Work>('address-risk');

/** Does a piece of work between two marks. */
export function measured<T>(what: Work['what'], work: () => T): T {
  return marks.traceSync(work, { what });
}

/** The same for a promise. */
export function measuredAnswer<T>(what: Work['what'], work: () => Promise<T>): Promise<T> {
  return marks.tracePromise(work, { what });
}
