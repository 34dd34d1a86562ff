import { CurrentFile } from './currentFile.ts';
import { NewerLedgerError } from './database.ts';
import { Fallback } from './fallback.ts';
import { FileLock } from './fileLock.ts';
import { LedgerFiles } from './ledgerFiles.ts';
import { Notices, type LedgerNotice } from './notices.ts';
import { Reserve } from './reserve.ts';
import { sqliteFaultOf } from './sqliteFaults.ts';
import type { Store } from './store.ts';

/** @param retryMs how long to work without the file before trying it again */
export function openKeeper(
  folder: string,
  tell: (notice: LedgerNotice) => void,
  retryMs: number,
): Keeper {
  const files = new LedgerFiles(folder);
  const reserve = new Reserve(folder);
  const notices = new Notices(tell);
  const file = new CurrentFile(files, reserve);
  const pace = FileLock.ofWriting(files.file);
  const fallback = new Fallback({ file, reserve, pace, notices, retryMs });
  return new Keeper({ file, fallback, notices });
}

interface KeeperParts {
  readonly file: CurrentFile;
  readonly fallback: Fallback;
  readonly notices: Notices;
}

/**
 * The store of a folder. It works on the file as long as that can be written, and otherwise in
 * memory over what can be read of it; then it tries the file again every ten seconds and brings
 * there what it has stored meanwhile. Every work looks first whether the file is still the one that
 * is open.
 */
export class Keeper {
  readonly #parts: KeeperParts;

  constructor(parts: KeeperParts) {
    this.#parts = parts;
  }

  /**
   * Runs the work on the file, or in memory if the file cannot be written.
   * @throws if the file is busy, so that callers can try again, and errors of the work
   */
  run<T>(work: (store: Store) => T): T {
    try {
      return work(this.#store());
    } catch (error) {
      if (this.isInMemory) throw error;
      return work(this.#storeAfter(error));
    }
  }

  /** Whether what is stored now outlives this window. */
  isDurable(): boolean {
    this.#store();
    return !this.isInMemory;
  }

  /** Whether the file could not be written, and has not been since. */
  get isInMemory(): boolean {
    return this.#parts.fallback.store !== undefined;
  }

  /** Whether windows may still be bringing what they had into a file that is new. */
  isSettling(): boolean {
    return this.#parts.file.isSettling;
  }

  /** Tries a file that could not be written at once, before something that others must know of. */
  tryFile(): void {
    try {
      this.#parts.fallback.leave();
    } catch (error) {
      if (sqliteFaultOf(error) === 'damaged') moveDamaged(this.#parts);
    }
  }

  close(): void {
    this.#parts.fallback.close();
    this.#parts.file.close();
  }

  #store(): Store {
    if (this.#parts.fallback.isDue) this.tryFile();
    const { file, fallback } = this.#parts;
    if (fallback.store !== undefined) return fallback.store;
    try {
      return file.store();
    } catch (error) {
      return this.#storeAfter(error);
    }
  }

  /** The store to go on with after an error of the file; throws the error if it is none. */
  #storeAfter(error: unknown): Store {
    if (error instanceof NewerLedgerError) return this.#parts.fallback.enter('newer');
    switch (sqliteFaultOf(error)) {
      case 'busy':
      case 'other':
        throw error;
      case 'notWritable':
        return this.#parts.fallback.enter('notWritable');
      case 'damaged':
        return moveDamaged(this.#parts)
          ? this.#parts.file.store()
          : this.#parts.fallback.enter('damaged');
    }
  }
}

/** False if other windows have the damaged file open. */
function moveDamaged({ file, notices }: KeeperParts): boolean {
  const left = file.leaveDamaged();
  if (left.kind === 'moved') notices.moved(left.file);
  return left.kind !== 'inUse';
}
