import { mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createMemoryStore } from './memoryStore.ts';
import type { Store } from './store.ts';

/** What a person is told of the ledger itself. */
export type LedgerNotice =
  /** The file could not be read, or is from a newer version; it was renamed, and a new one begun. */
  | { readonly kind: 'setAside'; readonly reason: 'damaged' | 'newer'; readonly file: string }
  /** Nothing outlives this window. */
  | { readonly kind: 'inMemory'; readonly reason: 'noSqlite' | 'notWritable' };

export interface Keeper {
  /** Works on the store; a file found damaged is set aside, and the work done on a new one. */
  run<T>(work: (store: Store) => T): T;
}

const fileName = 'ledger.sqlite';

/** SQLite's primary result codes (sqlite.org/rescode.html); `node:sqlite` gives the extended ones. */
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
 * Opens the ledger of a folder, or what can take its place. A file that cannot be read is set
 * aside, never deleted. Rejects only where the file is busy: then it is worth trying again.
 */
export async function openKeeper(
  folder: string,
  tell: (notice: LedgerNotice) => void,
): Promise<Keeper> {
  const sqlite = await import('./sqliteStore.ts').catch(() => undefined);
  if (sqlite === undefined) {
    tell({ kind: 'inMemory', reason: 'noSqlite' });
    const store = createMemoryStore();
    return { run: (work) => work(store) };
  }
  const { openSqliteStore, NewerLedgerError } = sqlite;
  const file = join(folder, fileName);

  /** Which file is open: another window may have set aside the one of that name, and begun anew. */
  let opened: bigint | undefined;

  const inode = (): bigint | undefined =>
    statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;

  function open(): Store {
    try {
      mkdirSync(folder, { recursive: true });
      opened = inode();
      const store = openSqliteStore(file);
      opened ??= inode();
      return store;
    } catch (error) {
      if (isBusy(error)) throw error;
      const isNewer = error instanceof NewerLedgerError;
      if (isNewer || isDamaged(error)) {
        setAside(isNewer ? 'newer' : 'damaged');
        return openSqliteStore(file);
      }
      tell({ kind: 'inMemory', reason: 'notWritable' });
      return openSqliteStore(':memory:');
    }
  }

  function setAside(reason: 'damaged' | 'newer'): void {
    if (inode() !== opened) return;
    const stamp = new Date().toISOString().replace(/[:.]/g, '-');
    const aside = join(folder, `ledger-set-aside-${stamp}.sqlite`);
    for (const suffix of ['', '-wal', '-shm']) {
      try {
        renameSync(file + suffix, aside + suffix);
      } catch {
        // Another window was quicker, or there is no such file: either way it is out of the way.
      }
    }
    tell({ kind: 'setAside', reason, file: aside });
  }

  let store = open();
  return {
    run(work) {
      try {
        return work(store);
      } catch (error) {
        if (!isDamaged(error)) throw error;
        store.close();
        setAside('damaged');
        store = open();
        return work(store);
      }
    },
  };
}
