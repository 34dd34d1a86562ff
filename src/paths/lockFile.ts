import { DatabaseSync } from 'node:sqlite';

/**
 * Keeps a file for one holder, by a lock of SQLite that the operating system frees with the process,
 * however it ends; taking it writes nothing. A file made exclusively was rejected: when one is stale, two
 * processes can each remove it, the second one the new file of the first.
 * @param file created if it is missing, in a folder that is there
 * @returns what releases it; undefined while another one has it
 */
export function lockFile(file: string): (() => void) | undefined {
  const lock = new DatabaseSync(file, { timeout: 0 });
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
