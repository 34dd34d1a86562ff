import { EventEmitter } from 'vscode';
import type { FolderListing } from '../../inventory/listFolder.ts';

/** `waiting`: nothing has requested it yet, and nothing was read. */
export type SearchState = 'waiting' | 'searching' | 'complete' | 'canceled';

/** How far the search has come. */
export interface SearchProgress {
  readonly state: SearchState;
  readonly read: number;
  /** Files to read; 0 while they are looked for. */
  readonly total: number;
  /** Whether a folder has more files than are searched. */
  readonly isCut: boolean;
  /** `.gitignore` files whose patterns do not count. */
  readonly uncounted: number;
  /** Folders whose files could not be listed. */
  readonly unlisted: number;
}

const noProgress: SearchProgress = {
  ...{ state: 'waiting', read: 0, total: 0 },
  ...{ isCut: false, uncounted: 0, unlisted: 0 },
};

/** The state of the search for files and their addresses. */
export class Search {
  readonly #changed = new EventEmitter<void>();
  #progress = noProgress;
  #isListed = false;

  /** Fires when addresses or the state have changed. */
  readonly onDidChange = this.#changed.event;

  get progress(): SearchProgress {
    return this.#progress;
  }

  get isRunning(): boolean {
    return this.#progress.state === 'searching';
  }

  /** Whether the files are still looked for. */
  get isListing(): boolean {
    return this.isRunning && !this.#isListed;
  }

  begin(): void {
    this.#isListed = false;
    this.#update({ ...noProgress, state: 'searching' });
  }

  /** @param found undefined if the files of a folder could not be listed */
  addFiles(found: FolderListing | undefined): void {
    const { total, isCut, uncounted, unlisted } = this.#progress;
    this.#update(
      found === undefined
        ? { unlisted: unlisted + 1 }
        : {
            total: total + found.paths.length,
            isCut: isCut || found.isCut,
            uncounted: uncounted + found.uncounted,
          },
    );
  }

  /** All files are known. Changed ones may have been read before. */
  endListing(): void {
    this.#isListed = true;
  }

  /** Files were read, be it for the search or after a change. */
  noteRead(count: number): void {
    const { read, total } = this.#progress;
    // A file that changes meanwhile is read twice.
    this.#update(this.isRunning ? { read: Math.min(read + count, total) } : {});
  }

  /** No file waits to be read. */
  complete(): void {
    this.#update(this.isRunning && this.#isListed ? { state: 'complete' } : {});
  }

  cancel(): void {
    this.#update(this.isRunning ? { state: 'canceled' } : {});
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #update(change: Partial<SearchProgress>): void {
    this.#progress = { ...this.#progress, ...change };
    this.#changed.fire();
  }
}
