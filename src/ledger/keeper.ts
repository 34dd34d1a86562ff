import { chmodSync, closeSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createMemoryStore } from './memoryStore.ts';
import type * as Sqlite from './sqliteStore.ts';
import type { Store } from './store.ts';

/** Notices about the ledger itself, for the user. */
export type LedgerNotice =
  /** The file could not be read, or is from a newer version; it was renamed and replaced. */
  | { readonly kind: 'setAside'; readonly reason: 'damaged' | 'newer'; readonly file: string }
  /** Nothing outlives this window. */
  | { readonly kind: 'inMemory'; readonly reason: 'noSqlite' | 'notWritable' };

export interface Keeper {
  /** Works on the store. A damaged file is moved away, and the work repeated on a new one. */
  run<T>(work: (store: Store) => T): T;
}

const ledgerFileName = 'ledger.sqlite';

/**
 * SQLite's primary result codes (sqlite.org/rescode.html); `node:sqlite` returns the extended ones.
 */
export function isBusy(error: unknown): boolean {
  return [5, 6].includes(primaryCode(error));
}

function isDamaged(error: unknown): boolean {
  return [11, 26].includes(primaryCode(error));
}

function primaryCode(error: unknown): number {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  return typeof code === 'number' ? code & 0xff : 0;
}

/**
 * Opens the ledger of a folder, or a replacement in memory. An unreadable file is moved away, never
 * deleted. Rejects only if the file is busy, so callers can try again.
 */
export async function openKeeper(
  folder: string,
  tell: (notice: LedgerNotice) => void,
): Promise<Keeper> {
  const sqlite = await import('./sqliteStore.ts').catch(() => undefined);
  if (sqlite !== undefined) return new FileKeeper(sqlite, folder, tell);
  tell({ kind: 'inMemory', reason: 'noSqlite' });
  const store = createMemoryStore();
  return { run: (work) => work(store) };
}

/** The file of SQLite, and those beside it. */
const suffixes = ['', '-wal', '-shm'];

class FileKeeper implements Keeper {
  readonly #sqlite: typeof Sqlite;
  readonly #folder: string;
  readonly #file: string;
  readonly #tell: (notice: LedgerNotice) => void;
  /** Identifies the open file: another window may have moved it away and created a new one. */
  #opened: bigint | undefined;
  #store: Store;

  constructor(sqlite: typeof Sqlite, folder: string, tell: (notice: LedgerNotice) => void) {
    this.#sqlite = sqlite;
    this.#folder = folder;
    this.#file = join(folder, ledgerFileName);
    this.#tell = tell;
    this.#store = this.#open();
  }

  run<T>(work: (store: Store) => T): T {
    try {
      return work(this.#store);
    } catch (error) {
      if (!isDamaged(error)) throw error;
      this.#store.close();
      this.#setAside('damaged');
      this.#store = this.#open();
      return work(this.#store);
    }
  }

  #open(): Store {
    const { openSqliteStore, NewerLedgerError } = this.#sqlite;
    try {
      makePrivate(this.#folder, this.#file);
      this.#opened = inodeOf(this.#file);
      return openSqliteStore(this.#file);
    } catch (error) {
      if (isBusy(error)) throw error;
      const isNewer = error instanceof NewerLedgerError;
      if (isNewer || isDamaged(error)) {
        this.#setAside(isNewer ? 'newer' : 'damaged');
        return openSqliteStore(this.#file);
      }
      this.#tell({ kind: 'inMemory', reason: 'notWritable' });
      return openSqliteStore(':memory:');
    }
  }

  #setAside(reason: 'damaged' | 'newer'): void {
    if (inodeOf(this.#file) !== this.#opened) return;
    const stamp = new Date().toISOString().replace(/[:.]/g, '-');
    const aside = join(this.#folder, `ledger-set-aside-${stamp}.sqlite`);
    for (const suffix of suffixes) {
      try {
        renameSync(this.#file + suffix, aside + suffix);
      } catch {
        // Another window moved it first, or it does not exist: either way it is gone.
      }
    }
    this.#tell({ kind: 'setAside', reason, file: aside });
  }
}

function inodeOf(file: string): bigint | undefined {
  return statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;
}

/** Readable by the user only: it shows which addresses were looked up. */
function makePrivate(folder: string, file: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // SQLite gives its side files the permissions of the first.
  closeSync(openSync(file, 'a', 0o600));
  const files = suffixes.map((suffix) => [file + suffix, 0o600] as const);
  for (const [path, mode] of [[folder, 0o700] as const, ...files]) {
    try {
      chmodSync(path, mode);
    } catch {
      // Missing, or owned by another user: leave it unchanged.
    }
  }
}
