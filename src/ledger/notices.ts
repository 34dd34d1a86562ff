import type { CarriedRows } from './carryOver.ts';
import type { LedgerFault, NotStoredReason } from './faults.ts';

/** Notices about the ledger itself, for the user. */
export type LedgerNotice =
  /** Another file was in its place; it was renamed. */
  | { readonly kind: 'moved'; readonly file: string }
  /** It was damaged; what could be read is in a new one, and the damaged one was renamed. */
  | { readonly kind: 'salvaged'; readonly file: string; readonly rows: CarriedRows }
  /** No paid call is sent. */
  | { readonly kind: 'notStored'; readonly reason: NotStoredReason }
  | { readonly kind: 'storedAgain' };

/** A disk that is full now and then is reported once in this time. */
const quietMs = 5 * 60_000;

/** Whether the ledger can be written, as the user was told. */
export class StoredNotices {
  readonly #tell: (notice: LedgerNotice) => void;
  #toldAt = -Infinity;
  #isTold = false;

  constructor(tell: (notice: LedgerNotice) => void) {
    this.#tell = tell;
  }

  notStored(reason: LedgerFault): void {
    // The call was busy for long, or has a fault of its own: it says so itself.
    if (reason === 'busy' || reason === 'other') return;
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
