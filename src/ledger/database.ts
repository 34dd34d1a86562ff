import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { laterSchema, schema, schemaVersion } from './schema.ts';

/** A row as SQLite returns it. The columns are STRICT, so their types match the schema. */
export type Row = Record<string, unknown>;

export type RowValue = SQLInputValue;

export class NewerLedgerError extends Error {
  constructor() {
    super('The ledger is from a newer version.');
  }
}

/** SQLITE_CORRUPT (sqlite.org/rescode.html). */
const damagedCode = 11;
/** SQLite keeps the original SQL text of each table. */
const statements = schema.match(/^CREATE[^;]+/gm) ?? [];

interface DatabaseOptions {
  /** Nothing is created, and nothing can be written. */
  readonly isReadOnly?: boolean;
}

/** One connection with a cache of its statements; everything is synchronous. */
export class Database {
  readonly #sqlite: DatabaseSync;
  readonly #statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();

  /**
   * @param path a file, or `:memory:`
   * @throws NewerLedgerError, or SQLite's error if the file is not ours or cannot be written
   */
  constructor(path: string, { isReadOnly = false }: DatabaseOptions = {}) {
    // Another process usually holds the file for milliseconds; longer waits are retried without
    // blocking.
    this.#sqlite = new DatabaseSync(path, { timeout: 50, readOnly: isReadOnly });
    try {
      if (isReadOnly) checkTables(this);
      else {
        // Paid results must be on disk before they are shown, so every commit is synced.
        this.#sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
        this.transaction(() => prepareSchema(this, this.#sqlite));
      }
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
  each(sql: string): Iterable<Row> {
    return this.#sqlite.prepare(sql).iterate();
  }

  /** The number of rows that changed. */
  run(sql: string, ...values: RowValue[]): number {
    return Number(this.#prepare(sql).run(...values).changes);
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
      this.#rollBack();
      throw error;
    }
  }

  /** Some SQLite errors have already rolled back. */
  #rollBack(): void {
    if (this.#sqlite.isTransaction) this.#sqlite.exec('ROLLBACK');
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

/** Creates the tables, or checks that those of the file are ours. */
function prepareSchema(database: Database, sqlite: DatabaseSync): void {
  const version = versionOf(database);
  if (version > schemaVersion) throw new NewerLedgerError();
  if (version !== schemaVersion) sqlite.exec(schema);
  checkTables(database);
  sqlite.exec(laterSchema);
  // Write each time: a read-only file must fail now, not at the first paid call.
  sqlite.exec(`PRAGMA user_version = ${schemaVersion}`);
}

function checkTables(database: Database): void {
  if (versionOf(database) > schemaVersion) throw new NewerLedgerError();
  const tables = new Set(database.all('SELECT sql FROM sqlite_master').map(({ sql }) => sql));
  if (statements.every((statement) => tables.has(statement))) return;
  // Readable, but none of our statements would run: treat it as damaged.
  const message = 'The tables of the ledger are not its own.';
  throw Object.assign(new Error(message), { errcode: damagedCode });
}

function versionOf(database: Database): number {
  return Number(database.get('PRAGMA user_version')?.['user_version']);
}
