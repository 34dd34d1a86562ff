import type { Clock } from './clock.ts';

const firstWaitMs = 500;
const longestWaitMs = 8_000;
/** About a minute: a disk that is full for longer is a person's to see to. */
const mostTries = 11;

/**
 * Writes down what was paid for, again and again if need be: an answer that is not stored is lost
 * with this window.
 * @throws what the last try threw
 */
export async function untilKept<T>(
  clock: Pick<Clock, 'wait'>,
  write: () => Promise<T>,
): Promise<T> {
  const whatever = new AbortController().signal;
  for (let tries = 1, waitMs = firstWaitMs; ; tries++) {
    try {
      return await write();
    } catch (error) {
      if (tries === mostTries) throw error;
      await clock.wait(waitMs, whatever);
      waitMs = Math.min(waitMs * 2, longestWaitMs);
    }
  }
}
