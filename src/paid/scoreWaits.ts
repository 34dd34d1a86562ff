import type { Aggregator } from '../api/parameters.ts';
import type { SubjectKey } from '../ledger/store.ts';
import { subjectName } from '../ledger/subjectKey.ts';

/** Callers in this window that wait for scores. Canceling a score cancels all of them. */
export class ScoreWaits {
  readonly #waiting = new Set<{ readonly name: string; readonly cancel: AbortController }>();

  /** Runs work that Cancel in the report of its subject ends. */
  async during<T>(
    key: SubjectKey,
    aggregator: Aggregator,
    work: (cancel: AbortController) => Promise<T>,
  ): Promise<T> {
    const entry = { name: subjectName(key, aggregator), cancel: new AbortController() };
    this.#waiting.add(entry);
    try {
      return await work(entry.cancel);
    } finally {
      this.#waiting.delete(entry);
    }
  }

  cancel(key: SubjectKey, aggregator: Aggregator): void {
    const name = subjectName(key, aggregator);
    for (const wait of this.#waiting) if (wait.name === name) wait.cancel.abort();
  }
}
