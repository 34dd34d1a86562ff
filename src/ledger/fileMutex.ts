import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * A lock that one process holds at a time, on a file without content: taking it writes nothing, so
 * that it works on a full disk, and the end of a process releases it.
 */
export class FileMutex {
  readonly #file: string;
  #held: DatabaseSync | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  get isHeld(): boolean {
    return this.#held !== undefined;
  }

  /** False if another process holds it, or the file cannot be created. */
  tryTake(): boolean {
    if (this.#held !== undefined) return true;
    let database: DatabaseSync | undefined;
    try {
      closeSync(openSync(this.#file, 'a', 0o600));
      database = new DatabaseSync(this.#file, { timeout: 0 });
      database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
      this.#held = database;
      return true;
    } catch {
      database?.close();
      return false;
    }
  }

  release(): void {
    this.#held?.close();
    this.#held = undefined;
  }
}
