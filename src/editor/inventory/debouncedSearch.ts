import { setTimeout } from 'node:timers/promises';
import { Refresh } from '../../turns/refresh.ts';
import type { Search } from './search.ts';

/** Before a search that a change leads to, in milliseconds: what is complete is seen for that long. */
const pauseMs = 500;

/**
 * Searches after changes of what decides which files are read. A search that runs goes on, and one
 * more follows it: changes without end would let none come to an end.
 */
export class DebouncedSearch {
  readonly #refresh: Refresh;
  #isDisposed = false;

  constructor(search: Pick<Search, 'ended'>, searchAll: () => Promise<void>) {
    this.#refresh = new Refresh(async () => {
      await search.ended();
      await setTimeout(pauseMs);
      if (this.#isDisposed) return;
      await searchAll();
      await search.ended();
    });
  }

  /** Resolves when the first search that starts after this call has ended. */
  run(): Promise<void> {
    return this.#refresh.run();
  }

  dispose(): void {
    this.#isDisposed = true;
  }
}
