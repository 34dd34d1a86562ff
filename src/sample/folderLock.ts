import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Keeps a folder for one process, by a lock of SQLite that the operating system frees with the process,
 * however it ends. A file made exclusively was rejected: when one is stale, two processes can each
 * remove it, the second one the new file of the first.
 * @returns what releases it; undefined while another process has it
 */
export function lockFolder(folder: string, name: string): (() => void) | undefined {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(folder, name), { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return () => lock.close();
  } catch (error) {
    lock.close();
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : NaN;
    // SQLITE_BUSY (https://sqlite.org/rescode.html#busy)
    if ((code & 0xff) === 5) return undefined;
    throw error;
  }
}
