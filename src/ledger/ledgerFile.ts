import { CurrentFile, type OpenFile } from './currentFile.ts';
import { faultOf } from './faults.ts';
import { ledgerMethods, type LedgerMethod } from './ledger.ts';
import { LedgerFiles } from './ledgerFiles.ts';
import { storedNotices, type LedgerNotice } from './notices.ts';
import { Reserve } from './reserve.ts';
import { recover } from './recovery.ts';
import { reservedStore } from './reservedStore.ts';
import type { Store } from './store.ts';
import { deleteOldRows } from './upkeep.ts';

/**
 * The ledger of a folder, in one file that all of the user's windows share. If data cannot be
 * stored, nothing is done; only the outcome of a call that was already sent goes to the reserve.
 */
export class LedgerFile {
  readonly #file: CurrentFile;
  readonly #reserve: Reserve;
  readonly #notices: ReturnType<typeof storedNotices>;
  #opened: { readonly file: OpenFile; readonly store: Store } | undefined;
  /** Counts the files, so that a new one is a new version. */
  #epoch = 0;

  constructor(folder: string, tell: (notice: LedgerNotice) => void) {
    this.#reserve = new Reserve(folder);
    this.#notices = storedNotices(tell);
    this.#file = new CurrentFile(new LedgerFiles(folder), tell);
  }

  get hasUnsaved(): boolean {
    return this.#reserve.unsaved.size > 0;
  }

  /** @throws LedgerError, errors of SQLite and of the file system, and errors of the work */
  run<T>(method: LedgerMethod, work: (store: Store) => T): T {
    try {
      return this.#run(method, work);
    } catch (error) {
      if (ledgerMethods[method] !== 'read') this.#notices.notStored(faultOf(error));
      throw error;
    }
  }

  /** Before a call that is paid for: of a damaged file, what can be saved comes first. */
  check(): Promise<void> {
    return check(this.#file);
  }

  /** Tries again to bring into the ledger what only the reserve holds. */
  retry(): void {
    if (this.hasUnsaved) recover(this.#file.toWrite().store, this.#reserve);
  }

  /** Deletes old rows. @returns whether more are left */
  tidy(): boolean {
    return deleteOldRows(this.#file.toWrite().database, Date.now());
  }

  /** @throws if something stays in the reserve, where the next window finds it */
  close(): void {
    try {
      this.retry();
    } finally {
      this.#file.close();
    }
  }

  /** A damaged file is replaced, and the work done on what could be saved. */
  #run<T>(method: LedgerMethod, work: (store: Store) => T, isSalvaged = false): T {
    const kind = ledgerMethods[method];
    try {
      const file = kind === 'read' ? this.#file.toRead() : this.#file.toWrite();
      const value = work(this.#storeOf(file));
      if (kind !== 'read') this.#notices.storedAgain();
      return value;
    } catch (error) {
      if (isSalvaged || !this.#file.isDamage(error)) throw error;
      this.#file.leave();
      return this.#run(method, work, true);
    }
  }

  #storeOf(file: OpenFile): Store {
    if (this.#opened?.file !== file) {
      if (file.isWritable) recover(file.store, this.#reserve, file.isNew);
      const epoch = ++this.#epoch * 2 ** 32;
      const version = (): number => file.store.version() + epoch;
      this.#opened = { file, store: { ...reservedStore(file.store, this.#reserve), version } };
    }
    return this.#opened.store;
  }
}

/** @throws SQLite's error if the file is busy */
async function check(file: CurrentFile): Promise<void> {
  try {
    await file.check();
  } catch (error) {
    const fault = faultOf(error);
    if (fault === 'busy') throw error;
    if (fault === 'damaged') file.leave();
    // Any other error meets the call itself.
  }
}
