import { Database } from '../../src/ledger/database.ts';
import { ledgerFrom, type Ledger } from '../../src/ledger/ledger.ts';
import { storeOver } from '../../src/ledger/sqliteStore.ts';
import type { Store } from '../../src/ledger/store.ts';

/**
 * A store without what a window has around it: no reserve, no second name, and no rescue.
 * @param path a file, or `:memory:`
 */
export function openSqliteStore(path: string): Store {
  return storeOver(new Database(path));
}

/** A ledger over a store that is open. */
export function ledgerOver(store: Store): Ledger {
  return {
    ...ledgerFrom((_, work) => Promise.resolve().then(() => work(store))),
    close() {
      store.close();
      return Promise.resolve();
    },
  };
}
