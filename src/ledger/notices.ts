/** Why nothing that this window does outlives it for now. */
export type NotStoredReason =
  /** The disk is full, read-only, or failing. */
  | 'notWritable'
  /** The file is damaged, and cannot be moved away while other windows have it open. */
  | 'damaged'
  /** The file is from a release with other tables. */
  | 'newer';

/** Notices about the ledger itself, for the user. */
export type LedgerNotice =
  /** The file could not be read; it was renamed and replaced. */
  | { readonly kind: 'moved'; readonly file: string }
  | { readonly kind: 'notStored'; readonly reason: NotStoredReason }
  | { readonly kind: 'storedAgain' };

/** A disk that is full now and then is reported once in this time. */
const quietMs = 5 * 60_000;

/** What the user is told of the ledger: not each time that a disk is full for a moment. */
export class Notices {
  readonly #tell: (notice: LedgerNotice) => void;
  #toldAt = -Infinity;
  #isTold = false;

  constructor(tell: (notice: LedgerNotice) => void) {
    this.#tell = tell;
  }

  moved(file: string): void {
    this.#tell({ kind: 'moved', file });
  }

  notStored(reason: NotStoredReason): void {
    if (performance.now() - this.#toldAt < quietMs) return;
    this.#toldAt = performance.now();
    this.#isTold = true;
    this.#tell({ kind: 'notStored', reason });
  }

  storedAgain(): void {
    if (this.#isTold) this.#tell({ kind: 'storedAgain' });
    this.#isTold = false;
  }
}
