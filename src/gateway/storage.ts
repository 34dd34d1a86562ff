import { UsageError } from '../sample/usageError.ts';
import type { SharedLedger } from '../ledger/ledger.ts';
import type { LedgerNotice } from '../ledger/notices.ts';
import { openLedger } from '../ledger/openLedger.ts';
import { createTables, deleteOldRows, openPostgresLedger } from './postgres/postgresLedger.ts';
import type { Instant } from '../ledger/store.ts';
import { systemClock, type Clock } from '../lookups/clock.ts';
import { DatabaseClock } from './postgres/databaseClock.ts';
import { gatewaySchema } from './store/schema.ts';
import type { Sql, SqlRow } from './store/sql.ts';
import { openSqliteSql } from './store/sqliteSql.ts';

/** What a gateway stores, and the clock that everything in it goes by. */
export interface GatewayStorage {
  readonly ledger: SharedLedger;
  readonly sql: Sql;
  readonly clock: Clock;
  /** Connections in use, and requests that wait for one. */
  readonly pool: () => { readonly used: number; readonly waiting: number };
  /** Deletes what is older than the ledger promises to keep. */
  tidy(now: Instant): Promise<void>;
  close(): Promise<void>;
}

export interface StorageOptions {
  /** PostgreSQL; undefined for the files of a folder. */
  readonly databaseUrl: string | undefined;
  readonly data: string | undefined;
}

/**
 * Opens the store and creates the tables that are missing.
 * @throws {UsageError} if none is named
 * @throws LedgerError if it cannot be used
 */
export async function openStorage(
  { databaseUrl, data }: StorageOptions,
  onNotice: (notice: LedgerNotice) => void,
): Promise<GatewayStorage> {
  if (databaseUrl !== undefined) return openDatabase(databaseUrl);
  if (data === undefined) throw new UsageError('Name a folder with --data DIR.');
  const sql = openSqliteSql(data);
  const ledger = openLedger(data, onNotice);
  return {
    ...{ ledger, sql, clock: systemClock, pool: () => ({ used: 1, waiting: 0 }) },
    // A ledger in a file does so when it is opened.
    tidy: () => Promise.resolve(),
    async close() {
      await ledger.close();
      await sql.close();
    },
  };
}

async function openDatabase(url: string): Promise<GatewayStorage> {
  // A gateway on files runs without the client of a database.
  const { openPool } = await import('./postgres/pool.ts');
  const pool = openPool(url);
  const clock = new DatabaseClock(pool.query);
  try {
    await createTables(pool, gatewaySchema);
    await clock.start();
  } catch (error) {
    await pool.close();
    throw error;
  }
  const ledger = openPostgresLedger(pool);
  const sql: Sql = {
    all: async (...statement) => (await pool.query(...statement)) as SqlRow[],
    close: () => Promise.resolve(),
  };
  return {
    ...{ ledger, sql, clock, pool: () => pool.figures() },
    tidy: (now) => deleteOldRows(pool, now),
    async close() {
      clock.stop();
      await ledger.close();
      await pool.close();
    },
  };
}
