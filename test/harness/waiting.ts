import { setTimeout as delay } from 'node:timers/promises';

/** How long a condition may take to come true before a test gives up; CI machines are slow. */
export const patienceMs = 60_000;

const lookAgainAfterMs = 50;

/**
 * Looks again and again until `probe` returns something other than undefined or false, and returns
 * that. What a probe throws counts as "not yet", and is named as the cause if time runs out.
 * @param what what is waited for, for the error
 */
export async function eventually<T>(
  what: string,
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  limitMs = patienceMs,
): Promise<T> {
  const end = Date.now() + limitMs;
  let cause: unknown;
  do {
    try {
      const found = await probe();
      if (found !== undefined && found !== false) return found;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    await delay(lookAgainAfterMs);
  } while (Date.now() < end);
  throw new Error(`Waited ${limitMs} ms in vain for ${what}`, { cause });
}
