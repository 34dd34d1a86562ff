import { LedgerError, type NotStoredReason } from '../ledger/faults.ts';
import type { Clock } from './clock.ts';

const firstWaitMs = 500;
const maxWaitMs = 8_000;
/** About a minute: if the disk is full for longer, the user must act. */
const maxTries = 11;

/**
 * Stores what was paid for, with retries: a response that is not stored is lost with this window.
 * @throws the error of the last try
 */
export async function writeUntilStored<T>(
  clock: Pick<Clock, 'wait'>,
  write: () => Promise<T>,
): Promise<T> {
  const whatever = new AbortController().signal;
  for (let tries = 1, waitMs = firstWaitMs; ; tries++) {
    try {
      return await write();
    } catch (error) {
      if (tries === maxTries) throw error;
      await clock.wait(waitMs, whatever);
      waitMs = Math.min(waitMs * 2, maxWaitMs);
    }
  }
}

/** For what no one waits for: it is stored later if it cannot be now. */
export async function writeSoon(clock: Pick<Clock, 'wait'>, write: () => Promise<void>) {
  await write().catch(() => void tryWrite(writeUntilStored(clock, write)));
}

/** For what is read before a paid call: where the ledger cannot be read, the call is not made. */
export async function readOrNull<T>(read: Promise<T | null>): Promise<T | null> {
  return read.catch((error: unknown) => {
    if (error instanceof LedgerError) return null;
    throw error;
  });
}

/** Nothing was sent, because the ledger cannot be used. */
export interface NotStored {
  readonly kind: 'notStored';
  readonly reason: NotStoredReason;
}

/**
 * Converts an error before a paid call into its outcome.
 * @throws the error, unless it is the ledger's
 */
export function notStored(error: unknown): NotStored {
  if (error instanceof LedgerError) return { kind: 'notStored', reason: error.reason };
  throw error;
}

/** For what is good to store but not needed: it never fails the call or the wait that it belongs to. */
export async function tryWrite(write: Promise<unknown>): Promise<void> {
  await write.catch(() => undefined);
}
