import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { sqliteFaultOf } from './sqliteFaults.ts';

/**
 * A lock of SQLite on a file, held by one process at a time. Taking it writes nothing, so that it
 * works on a full disk; the end of a process releases it.
 */
export class FileLock {
  readonly #file: string;
  readonly #begin: string;
  #held: DatabaseSync | undefined;

  private constructor(file: string, begin: string) {
    this.#file = file;
    this.#begin = begin;
  }

  /** On a file without content, for what only processes of this release do. */
  static ofEmptyFile(file: string): FileLock {
    return new FileLock(file, 'PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  }

  /** On writing to a ledger: processes of any release wait while it is held. */
  static ofWriting(file: string): FileLock {
    return new FileLock(file, 'BEGIN IMMEDIATE');
  }

  /** `impossible` if the file cannot be opened for writing at all. */
  tryTake(): 'taken' | 'busy' | 'impossible' {
    if (this.#held !== undefined) return 'taken';
    let database: DatabaseSync | undefined;
    try {
      closeSync(openSync(this.#file, 'a', 0o600));
      database = new DatabaseSync(this.#file, { timeout: 0 });
      database.exec(this.#begin);
      this.#held = database;
      return 'taken';
    } catch (error) {
      database?.close();
      return sqliteFaultOf(error) === 'busy' ? 'busy' : 'impossible';
    }
  }

  release(): void {
    this.#held?.close();
    this.#held = undefined;
  }
}
