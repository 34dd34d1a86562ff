import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { idOf, type FileId } from './createdFile.ts';
import type { LedgerFiles } from './ledgerFiles.ts';
import { sqliteFaultOf } from './sqliteFaults.ts';

/**
 * Moves an unreadable file away, unless another process has it open.
 * @returns the new path; undefined if it was not moved
 */
export function moveAway(files: LedgerFiles, id: FileId | undefined): string | undefined {
  return files.whileOthersKeepStill(() => {
    if (id === undefined || files.id() !== id || isOpenElsewhere(files.file)) return undefined;
    const stamp = new Date().toISOString().replace(/[:.]/g, '-');
    const moved = join(files.folder, `ledger-damaged-${stamp}.sqlite`);
    // The log first: a new file must not find the log of the old one.
    for (const suffix of ['-wal', '-shm', '']) rename(files.file + suffix, moved + suffix);
    rmSync(files.spare, { force: true });
    return idOf(moved) === id ? moved : undefined;
  });
}

function rename(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    // It does not exist, or is not ours to move.
  }
}

/**
 * Whether another process has the file open in SQLite. Every connection in WAL mode holds a shared
 * lock; the VFS `unix-excl` asks for an exclusive one before it reads anything, so that this works
 * for a file that is no database any more. Windows does not let an open file be renamed at all.
 */
export function isOpenElsewhere(file: string): boolean {
  if (process.platform === 'win32') return false;
  const url = pathToFileURL(file);
  url.searchParams.set('vfs', 'unix-excl');
  try {
    const probe = new DatabaseSync(url, { timeout: 0 });
    try {
      probe.exec('PRAGMA user_version');
      return false;
    } finally {
      probe.close();
    }
  } catch (error) {
    return sqliteFaultOf(error) !== 'damaged';
  }
}
