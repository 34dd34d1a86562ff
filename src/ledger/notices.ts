import type { CarriedRows } from './carryOver.ts';
import type { LedgerFault, NotStoredReason } from './faults.ts';

/** Notices about the ledger itself, for the user. */
export type LedgerNotice =
  /** Another file was in its place; it was renamed. */
  | { readonly kind: 'moved'; readonly file: string }
  /** It was damaged; its readable rows are in a new file, and the damaged one was renamed. */
  | { readonly kind: 'salvaged'; readonly file: string; readonly rows: CarriedRows }
  /** No paid call is sent. */
  | { readonly kind: 'notStored'; readonly reason: NotStoredReason }
  | { readonly kind: 'storedAgain' };

/** A disk that is full now and then is reported once in this time. */
const quietMs = 5 * 60_000;

/** Remembers what the user last saw about whether the ledger can be written. */
export function storedNotices(tell: (notice: LedgerNotice) => void) {
  let toldAt = -Infinity;
  let isTold = false;
  return {
    notStored(reason: LedgerFault): void {
      // The call was busy for long, or has a fault of its own, which it reports itself.
      if (reason === 'busy' || reason === 'other') return;
      if (performance.now() - toldAt < quietMs) return;
      toldAt = performance.now();
      isTold = true;
      tell({ kind: 'notStored', reason });
    },

    storedAgain(): void {
      if (isTold) tell({ kind: 'storedAgain' });
      isTold = false;
    },
  };
}
