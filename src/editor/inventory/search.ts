import { EventEmitter } from 'vscode';
import { fileName } from '../../folder/fileNotes.ts';
import type { FilePlace } from '../../folder/inventory.ts';
import type { Listed } from './folderFiles.ts';

/** `waiting`: nothing has requested it yet, and nothing was read. */
export type SearchState = 'waiting' | 'searching' | 'complete' | 'canceled';

/** How far the search has come. */
interface SearchProgress {
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
  state: 'waiting',
  read: 0,
  total: 0,
  isCut: false,
  uncounted: 0,
  unlisted: 0,
};

/** The state of the search for files and their addresses. */
export class Search {
  readonly #changed = new EventEmitter<void>();
  readonly #ended = new EventEmitter<void>();
  #progress = noProgress;
  #isListed = false;
  #end = Promise.withResolvers<undefined>();
  /** Listed files that were not read yet: one that changes meanwhile is read again, but counts once. */
  readonly #unread = new Set<string>();

  /** Fires when addresses or the state have changed. */
  readonly onDidChange = this.#changed.event;
  /** Fires when a search is complete or canceled. */
  readonly onDidEnd = this.#ended.event;

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
    this.#unread.clear();
    this.#end = Promise.withResolvers();
    this.#update({ ...noProgress, state: 'searching' });
  }

  /** @param found undefined if the files of a folder could not be listed */
  addFiles(folder: number, found: Listed): void {
    for (const path of found?.paths ?? []) this.#unread.add(fileName({ folder, path }));
    this.#update(withListing(this.#progress, found));
  }

  /** All files are known. */
  endListing(): void {
    this.#isListed = true;
    this.noteRead([]);
  }

  /** Files were read, be it for the search or after a change. */
  noteRead(places: readonly FilePlace[]): void {
    for (const place of places) this.#unread.delete(fileName(place));
    if (!this.isRunning || this.isListing) {
      this.#update({});
      return;
    }
    const left = this.#unread.size;
    this.#update({
      state: left === 0 ? 'complete' : 'searching',
      read: this.#progress.total - left,
    });
  }

  cancel(): void {
    this.#update(this.isRunning ? { state: 'canceled' } : {});
  }

  /** Resolves when the search that runs is complete or canceled. */
  async ended(): Promise<void> {
    if (this.isRunning) await this.#end.promise;
  }

  dispose(): void {
    this.#changed.dispose();
    this.#ended.dispose();
  }

  #update(change: Partial<SearchProgress>): void {
    const before = this.#progress.state;
    this.#progress = { ...this.#progress, ...change };
    const { state } = this.#progress;
    if (state !== 'searching') this.#end.resolve(undefined);
    this.#changed.fire();
    if (state !== 'searching' && state !== before) this.#ended.fire();
  }
}

function withListing(
  { total, isCut, uncounted, unlisted }: SearchProgress,
  found: Listed,
): Partial<SearchProgress> {
  if (found === undefined) return { unlisted: unlisted + 1 };
  return {
    total: total + found.paths.length,
    isCut: isCut || found.isCut,
    uncounted: uncounted + found.uncounted,
  };
}
