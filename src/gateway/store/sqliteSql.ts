import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { faultOf, LedgerError } from '../../ledger/faults.ts';
import { gatewaySchema } from './schema.ts';
import type { Sql, SqlRow, SqlValue } from './sql.ts';

/** How long a statement waits for another process, such as `members add`. */
const busyMs = 5_000;

/**
 * The store of a gateway of one process, in a file beside the ledger, readable by its user only.
 * @throws LedgerError
 */
export function openSqliteSql(folder: string): Sql {
  return storeErrors(() => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, 'gateway.sqlite');
    closeSync(openSync(file, 'a', 0o600));
    return new SqliteSql(new DatabaseSync(file, { timeout: busyMs }));
  });
}

class SqliteSql implements Sql {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; BEGIN IMMEDIATE');
    for (const statement of gatewaySchema) database.exec(statement);
    database.exec('COMMIT');
  }

  all(text: string, ...values: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    return Promise.resolve().then(() =>
      storeErrors(() => {
        let statement = this.#statements.get(text);
        if (statement === undefined) {
          statement = this.#database.prepare(text);
          this.#statements.set(text, statement);
        }
        const named = Object.fromEntries(values.map((value, at) => [`$${at + 1}`, value]));
        return statement.all(named) as SqlRow[];
      }),
    );
  }

  close(): Promise<void> {
    this.#database.close();
    return Promise.resolve();
  }
}

function storeErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const fault = faultOf(error);
    throw fault === 'other' ? error : new LedgerError(fault);
  }
}
