import { DatabaseSync } from 'node:sqlite';
import { createEmpty, idOf } from './createdFile.ts';

/**
 * A lock of SQLite on a file, held by one process at a time. Taking it writes nothing, so that it
 * works on a full disk; the end of a process releases it.
 */
export class FileLock {
  readonly #file: string;
  readonly #begin: string;
  readonly #isOwn: boolean;
  #held: DatabaseSync | undefined;

  /** @param isOwn whether the file serves nothing else, and may be created */
  private constructor(file: string, begin: string, isOwn: boolean) {
    this.#file = file;
    this.#begin = begin;
    this.#isOwn = isOwn;
  }

  /** On a file without content, for what only processes of this release do. */
  static ofEmptyFile(file: string): FileLock {
    return new FileLock(file, 'PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE', true);
  }

  /** On writing to a ledger: processes of any release wait while it is held. */
  static ofWriting(file: string): FileLock {
    return new FileLock(file, 'BEGIN IMMEDIATE', false);
  }

  /** `impossible` if there is no such file, or no process can open it for writing. */
  tryTake(): 'taken' | 'busy' | 'impossible' {
    if (this.#held !== undefined) return 'taken';
    let database: DatabaseSync | undefined;
    try {
      if (this.#isOwn) createEmpty(this.#file);
      else if (idOf(this.#file) === undefined) return 'impossible';
      database = new DatabaseSync(this.#file, { timeout: 0 });
      database.exec(this.#begin);
      this.#held = database;
      return 'taken';
    } catch (error) {
      database?.close();
      return isForAll(error) ? 'impossible' : 'busy';
    }
  }

  release(): void {
    this.#held?.close();
    this.#held = undefined;
  }
}

/**
 * SQLITE_PERM, SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_NOTADB (sqlite.org/rescode.html), and errors of
 * the file system. A disk that fails for a moment is none: another process may have the lock.
 */
function isForAll(error: unknown): boolean {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  return typeof code !== 'number' || [3, 8, 14, 26].includes(code & 0xff);
}
