import type { DatabaseSync } from 'node:sqlite';
import type { Licenses } from './licenses.ts';

export interface Job {
  readonly id: string;
  readonly recordId: string;
  readonly tenant: string;
  readonly createdBy: string;
  readonly chain: string;
  readonly address: string;
  readonly aggregator: string;
  /** Unix milliseconds; before it the calculation is running. */
  readonly readyAt: number;
  /** The body of the answer, once calculated. */
  readonly result: string | null;
}

/** The jobs that were started, with their results. */
export class Jobs {
  readonly #database: DatabaseSync;
  readonly #licenses: Licenses;
  readonly #statements: ReturnType<typeof prepare>;

  /** @param database as `openRecords` opens it */
  constructor(database: DatabaseSync, licenses: Licenses) {
    this.#database = database;
    this.#licenses = licenses;
    this.#statements = prepare(database);
  }

  /** Takes one calculation and stores the job, or neither. */
  add(job: Omit<Job, 'result'>): boolean {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const isAccepted = this.#licenses.consume(job.tenant, 'calculation');
      if (isAccepted) {
        const { id, recordId, tenant, createdBy, chain, address, aggregator, readyAt } = job;
        this.#statements.add.run(
          ...[id, recordId, tenant, createdBy, chain, address, aggregator, readyAt],
        );
      }
      this.#database.exec('COMMIT');
      return isAccepted;
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  /** Undefined too if the job is another tenant's. */
  find(id: string, tenant: string): Job | undefined {
    return this.#statements.find.get(id, tenant) as unknown as Job | undefined;
  }

  /** Stores a job's result unless another process was first. @returns the one that is stored */
  putResult(id: string, tenant: string, result: string): string {
    this.#statements.putResult.run(result, id);
    return this.find(id, tenant)?.result ?? result;
  }

  /** @returns whether this was the first reading */
  markRead(id: string): boolean {
    return this.#statements.markRead.run(id).changes === 1;
  }
}

function prepare(database: DatabaseSync) {
  const sql = (text: string) => database.prepare(text);
  return {
    add: sql(`INSERT INTO job
      (id, recordId, tenant, createdBy, chain, address, aggregator, readyAt)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`),
    find: sql('SELECT * FROM job WHERE id = ? AND tenant = ?'),
    putResult: sql('UPDATE job SET result = ? WHERE id = ? AND result IS NULL'),
    markRead: sql('UPDATE job SET isRead = 1 WHERE id = ? AND isRead = 0'),
  };
}
