import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';

/**
 * Holds the right to be the service of a data folder, as a lock that the operating system frees with
 * the process, however it ends. A file made exclusively was rejected: when one is stale, two
 * processes can each remove it, the second one the new file of the first.
 */
export class Mutex {
  readonly #database: DatabaseSync;

  private constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /**
   * Waits while another process holds it, since that one may be about to leave.
   *
   * @param giveUp asked between attempts
   * @returns undefined once `giveUp` says so
   */
  static async acquire(
    dataDir: string,
    giveUp: () => Promise<boolean>,
  ): Promise<Mutex | undefined> {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    for (;;) {
      const database = new DatabaseSync(join(dataDir, 'mutex.db'), { timeout: 0 });
      try {
        database.exec('BEGIN EXCLUSIVE');
        return new Mutex(database);
      } catch (error) {
        database.close();
        if (!isBusy(error)) throw error;
      }
      if (await giveUp()) return undefined;
      await setTimeout(50);
    }
  }

  release(): void {
    this.#database.close();
  }
}

function isBusy(error: unknown): boolean {
  // SQLITE_BUSY (https://sqlite.org/rescode.html#busy)
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}
