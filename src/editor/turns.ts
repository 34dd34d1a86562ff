import { tracingChannel } from 'node:diagnostics_channel';

/** Work in one turn, in milliseconds: a third of a frame, as the extension host is everybody's. */
export const turnMs = 5;

/** Lets everything else that waits have its turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Places between two looks at the clock: a checksum takes some microseconds. */
const batch = 32;

/**
 * Visits places in their order, in turns, for as long as `visit` says true and `isWanted` does
 * between two turns.
 * @returns false where it was not wanted to the end
 */
export async function visitInTurns(
  what: Work['what'],
  count: number,
  visit: (index: number) => boolean,
  isWanted: () => boolean,
): Promise<boolean> {
  let index = 0;
  let goesOn = count > 0;
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

/** What holds the extension host's thread, or what a person waits for. */
export interface Work {
  readonly what: 'scan' | 'edit' | 'sightings' | 'lenses' | 'diagnostics' | 'hover';
}

/** Where nobody listens, marks cost next to nothing; `test/bench/editor.bench.ts` does. */
const marks = tracingChannel<unknown, Work>('address-risk');

/** Does a piece of work between two marks. */
export function measured<T>(what: Work['what'], work: () => T): T {
  return marks.traceSync(work, { what });
}

/** The same for an answer that comes later. */
export function measuredAnswer<T>(what: Work['what'], work: () => Promise<T>): Promise<T> {
  return marks.tracePromise(work, { what });
}
