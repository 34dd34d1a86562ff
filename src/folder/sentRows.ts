import type { DenySearch } from '../book/denySearch.ts';
import type { ScanThread } from './scanThread.ts';

/** What the deny lists of a folder have. */
export interface FolderDenyLists {
  /** Absolute. */
  readonly root: string;
  readonly search: DenySearch;
}

/** Sends threads the rows of deny lists, once, and again after they have changed. */
export class SentRows {
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
      let isFirst = true;
      for (const texts of portionsOf(search)) {
        await thread.addRows({ root, isFirst, texts });
        isFirst = false;
        await this.#nextTurn();
      }
      sent.set(root, search);
    }
  }
}

/** At least one, so that rows from before count no more. */
function* portionsOf(search: DenySearch): Generator<readonly string[], void> {
  yield [];
  yield* search.portions();
}
