import { LedgerError } from '../../ledger/faults.ts';

const firstWaitMs = 500;
const longestWaitMs = 10_000;
/** About an hour: by then an operator has been told. */
const mostTries = 360;

/**
 * Undoes what a failed statement may have done: where the response of a commit is lost, it is not known
 * whether it happened.
 */
export class Cleanup {
  #isClosed = false;
  readonly #timers = new Set<NodeJS.Timeout>();

  /** @param undo run until it succeeds, if the work fails because of the database */
  async afterFailure<T>(work: () => Promise<T>, undo: () => Promise<unknown>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof LedgerError) this.#later(undo, firstWaitMs, mostTries);
      throw error;
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #later(undo: () => Promise<unknown>, waitMs: number, tries: number): void {
    if (this.#isClosed || tries === 0) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      undo().catch(() => this.#later(undo, Math.min(2 * waitMs, longestWaitMs), tries - 1));
    }, waitMs).unref();
    this.#timers.add(timer);
  }
}
