import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { LedgerError } from './faults.ts';
import { takeSteps, type Row, type Steps } from './steps.ts';
import type { Statement } from './store.ts';
import { columnTypes, schema, schemaVersion, type TableName } from './schema.ts';

export type RowValue = SQLInputValue;

/** One connection with a cache of its statements; everything is synchronous. */
export class Database {
  readonly #sqlite: DatabaseSync;
  readonly #statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();

  /**
   * @param path a file, or `:memory:`; of one that is read only, nothing is created or written
   * @throws LedgerError if the file is from a newer release or is not ours; errors of SQLite
   */
  constructor(path: string, { isReadOnly = false } = {}) {
    // Another process usually holds the file for milliseconds; longer waits are retried without
    // blocking.
    this.#sqlite = new DatabaseSync(path, { timeout: 50, readOnly: isReadOnly });
    try {
      if (!isReadOnly) prepareToWrite(this.#sqlite);
      checkTables(this);
    } catch (error) {
      this.#sqlite.close();
      throw error;
    }
  }

  close(): void {
    this.#sqlite.close();
  }

  get(sql: string, ...values: RowValue[]): Row | undefined {
    return this.#prepare(sql).get(...values);
  }

  all(sql: string, ...values: RowValue[]): Row[] {
    return this.#prepare(sql).all(...values);
  }

  /** Row by row, for tables that may not fit into memory. */
  each(sql: string, ...values: RowValue[]): Iterable<Row> {
    return this.#sqlite.prepare(sql).iterate(...values);
  }

  /** The number of rows that changed. */
  run(sql: string, ...values: RowValue[]): number {
    return Number(this.#prepare(sql).run(...values).changes);
  }

  /** Runs a statement that a database of several machines could run as well. */
  apply([sql, ...values]: Statement): Row[] {
    const own = values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
    return this.all(sql, ...own);
  }

  /** Does all steps of some work. */
  do<T>(steps: Steps<T>): T {
    return takeSteps(steps, (statement) => this.apply(statement));
  }

  /** Runs the work in one transaction, or in the one already open. */
  transaction<T>(work: () => T): T {
    if (this.#sqlite.isTransaction) return work();
    this.#sqlite.exec('BEGIN IMMEDIATE');
    try {
      const value = work();
      this.#sqlite.exec('COMMIT');
      return value;
    } catch (error) {
      rollBack(this.#sqlite);
      throw error;
    }
  }

  #prepare(sql: string): ReturnType<DatabaseSync['prepare']> {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#sqlite.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

/** Some errors of SQLite have done so. */
function rollBack(sqlite: DatabaseSync): void {
  if (sqlite.isTransaction) sqlite.exec('ROLLBACK');
}

/**
 * Paid results must be on disk before they are shown, so every commit is synced, and everything is
 * in one file: a separate log (WAL) can get lost, and its memory-mapped index ends the process with
 * SIGBUS if someone replaces the file.
 */
function prepareToWrite(sqlite: DatabaseSync): void {
  sqlite.exec(
    'PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;',
  );
  const lacksTables = (): boolean => {
    const version = Number(sqlite.prepare('PRAGMA user_version').get()?.['user_version']);
    const isEmpty = sqlite.prepare('SELECT name FROM sqlite_schema').get() === undefined;
    return version === 0 ? isEmpty : version < schemaVersion;
  };
  if (!lacksTables()) return;
  sqlite.exec('BEGIN IMMEDIATE');
  // Another process may have created the tables meanwhile.
  if (lacksTables()) {
    const isFirst = sqlite.prepare('PRAGMA table_info(call)').get() !== undefined;
    if (isFirst) sqlite.exec('ALTER TABLE call RENAME TO summary_call');
    // Older versions didn't distinguish permitted calls from sent ones.
    const sent = `UPDATE spending SET charge = 'sent' WHERE charge = 'open'`;
    const columns = sqlite.prepare('PRAGMA table_info(job)').all();
    if (columns.length > 0 && columns.every(({ name }) => name !== 'unanswered_at')) {
      // A damaged file is read by how many values a row has, so each row is written again.
      const unknown = 'UPDATE job SET unanswered_at = NULL';
      sqlite.exec(`ALTER TABLE job ADD COLUMN unanswered_at INTEGER; ${unknown}`);
    }
    sqlite.exec(`${schema}; ${sent}; PRAGMA user_version = ${schemaVersion}`);
  }
  sqlite.exec('COMMIT');
}

/**
 * A file that lacks a column of its own format would break every statement, so it counts as
 * damaged. A file in an older format is completed when it is opened for writing.
 */
function checkTables(database: Database): void {
  const version = Number(database.get('PRAGMA user_version')?.['user_version']);
  if (version > schemaVersion) throw new LedgerError('newer');
  const columnsOf = (table: TableName): Set<unknown> =>
    new Set(database.all(`PRAGMA table_info(${table})`).map(({ name }) => name));
  const tables = [...columnTypes].map(([table, types]) => [types, columnsOf(table)] as const);
  if (version === 0 && tables.every(([, columns]) => columns.size === 0)) {
    throw new LedgerError('foreign');
  }
  const isOurs =
    version < schemaVersion ||
    tables.every(([types, columns]) => [...types.keys()].every((name) => columns.has(name)));
  if (version === 0 || !isOurs) throw new LedgerError('damaged');
}
