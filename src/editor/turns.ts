import { channel } from 'node:diagnostics_channel';

/** Half a frame of work in one turn, in milliseconds: the extension host is everybody's. */
export const turnMs = 8;

/** Lets everything else that waits have its turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** What measurements listen to; see `test/bench/editor.bench.ts`. */
export interface Span {
  readonly what: 'scan' | 'edit' | 'sightings' | 'diagnostics' | 'hover';
  /** In milliseconds. */
  readonly took: number;
}

const spans = channel('address-risk.spans');

/** Does a piece of work and tells who listens how long it held this thread. */
export function measured<T>(what: Span['what'], work: () => T): T {
  if (!spans.hasSubscribers) return work();
  const began = performance.now();
  const result = work();
  spans.publish({ what, took: performance.now() - began } satisfies Span);
  return result;
}

/** The same for an answer that comes later: from the question to the answer. */
export async function measuredAnswer<T>(what: Span['what'], work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  spans.publish({ what, took: performance.now() - began } satisfies Span);
  return result;
}
