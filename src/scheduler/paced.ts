/** More messages than this in the period are not from a user who presses buttons. */
const maxMessages = 40;
const periodMs = 10_000;

/** Limits how many messages may be handled, so that a faulty page cannot flood its host. */
export function createPace(now: () => number = () => performance.now()): () => boolean {
  let since = -Infinity;
  let count = 0;
  return () => {
    if (now() - since >= periodMs) {
      since = now();
      count = 0;
    }
    count++;
    return count <= maxMessages;
  };
}

/** In milliseconds: displays follow a search or typing at this interval instead of at each step. */
const paceMs = 400;

/** Work that is requested often. */
export interface Paced {
  /** Does the work soon, once for all requests until then. */
  run(): void;
  dispose(): void;
}

/** Has a timer only between a request and its work. */
export function paced(work: () => Promise<void>, onFault: (error: unknown) => void): Paced {
  let timer: NodeJS.Timeout | undefined;
  return {
    run() {
      timer ??= setTimeout(() => {
        timer = undefined;
        work().catch(onFault);
      }, paceMs);
    },
    dispose: () => clearTimeout(timer),
  };
}
