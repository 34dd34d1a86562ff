export type SqlValue = string | number | null;

export type SqlRow = Readonly<Record<string, SqlValue>>;

/**
 * Where a gateway keeps members, their jobs, and what they have used. Every statement is atomic and runs
 * on SQLite and on PostgreSQL alike; values are parameters, `$1` and so on, and never part of its text.
 */
export interface Sql {
  /** @throws LedgerError if the store cannot be used */
  all(statement: string, ...values: readonly SqlValue[]): Promise<readonly SqlRow[]>;
  close(): Promise<void>;
}
