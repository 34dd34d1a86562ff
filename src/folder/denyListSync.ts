import type { DenySearch } from '../book/denySearch.ts';
import type { RowsPortion } from './scanDiskFiles.ts';
import type { ScanThread } from './scanThread.ts';

/** What the deny lists of a folder have. */
export interface FolderDenyLists {
  /** Absolute. */
  readonly root: string;
  readonly search: DenySearch;
}

/** Sends threads the rows of deny lists, once, and again after they have changed. */
export class DenyListSync {
  readonly #nextTurn: () => Promise<void>;
  readonly #sent = new WeakMap<ScanThread, Map<string, DenySearch>>();
  #sending = Promise.resolve();

  constructor(nextTurn: () => Promise<void>) {
    this.#nextTurn = nextTurn;
  }

  /**
   * Resolves when the thread has them.
   * @throws ScanThreadEndedError
   */
  send(thread: ScanThread, folders: readonly FolderDenyLists[]): Promise<void> {
    // One after the other: a request in between would be answered without the rest.
    const sending = this.#sending.then(() => this.#sendAll(thread, folders));
    this.#sending = sending.catch(() => undefined);
    return sending;
  }

  async #sendAll(thread: ScanThread, folders: readonly FolderDenyLists[]): Promise<void> {
    const sent = this.#sent.get(thread) ?? new Map<string, DenySearch>();
    this.#sent.set(thread, sent);
    for (const { root, search } of folders) {
      const before = sent.get(root);
      if (before === undefined ? search.isEmpty : search.hasSameRows(before)) continue;
      for (const portion of rowPortions(root, search)) {
        await thread.addRows(portion);
        await this.#nextTurn();
      }
      sent.set(root, search);
    }
  }
}

/** At least one, so that rows from before count no more. */
export function* rowPortions(root: string, search: DenySearch): Generator<RowsPortion, void> {
  yield { root, isFirst: true, texts: [] };
  for (const texts of search.portions()) yield { root, isFirst: false, texts };
}
