import type { Ledger } from '../ledger/ledger.ts';
import type { LedgerNotice } from '../ledger/notices.ts';
import { openLedger } from '../ledger/openLedger.ts';
import { watchLedger } from './ledgerWatch.ts';

/** Where an engine keeps what must survive; another store can take the place of the folder's. */
export interface EngineStorage {
  /** Opens nothing before its first call. */
  open(onNotice: (notice: LedgerNotice) => void): Ledger;
  /**
   * Calls back when someone else may have stored something.
   * @returns what stops watching
   */
  watch(look: () => void): () => void;
}

/** The file in a folder that all of the user's windows share. */
export function folderStorage(folder: string): EngineStorage {
  return {
    open: (onNotice) => openLedger(folder, onNotice),
    watch: (look) => watchLedger(folder, look),
  };
}
