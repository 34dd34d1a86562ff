/** A row as PostgreSQL returns it; `bigint` as a number. */
export type PgRow = Readonly<Record<string, unknown>>;

export type PgValue = string | number | boolean | null | readonly string[];

/** Runs one statement. Values are parameters, never part of its text. */
export type Query = (statement: string, ...values: readonly PgValue[]) => Promise<PgRow[]>;

/** What the ledger needs of a database. Every method throws LedgerError while it cannot be reached. */
export interface Connection {
  /** Reads. */
  readonly query: Query;
  /** Changes something in one statement, on disk once it resolves. */
  readonly change: Query;
  /** Runs the work in one transaction, on disk once it resolves. It may run again if another transaction is in its way. */
  readonly transaction: <T>(work: (query: Query) => Promise<T>) => Promise<T>;
}

/** The database's clock in milliseconds: claims and leases of all processes go by it. */
export const databaseNow = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

/** Waits for other transactions on the same thing, to the end of the transaction. */
export async function lock(query: Query, ...name: readonly string[]): Promise<void> {
  await query(
    'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
    JSON.stringify(['address-risk', ...name]),
  );
}
