import { UsageError } from '../sample/usageError.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { LedgerNotice } from '../ledger/notices.ts';
import { openLedger } from '../ledger/openLedger.ts';
import { systemClock, type Clock } from '../lookups/clock.ts';
import type { Sql } from './store/sql.ts';
import { openSqliteSql } from './store/sqliteSql.ts';

/** What a gateway stores, and the clock that everything in it goes by. */
export interface GatewayStorage {
  readonly ledger: Ledger;
  readonly sql: Sql;
  readonly clock: Clock;
  readonly pool: () => { readonly used: number; readonly waiting: number };
  close(): Promise<void>;
}

export interface StorageOptions {
  /** The folder of SQLite files; undefined where a database is used. */
  readonly data: string | undefined;
}

/**
 * @throws {UsageError} if none is named
 * @throws LedgerError if it cannot be used
 */
export async function openStorage(
  { data }: StorageOptions,
  onNotice: (notice: LedgerNotice) => void,
): Promise<GatewayStorage> {
  if (data === undefined) throw new UsageError('Name a folder with --data DIR.');
  const sql = openSqliteSql(data);
  const ledger = openLedger(data, onNotice);
  return Promise.resolve({
    ...{ ledger, sql, clock: systemClock, pool: () => ({ used: 1, waiting: 0 }) },
    async close() {
      await ledger.close();
      await sql.close();
    },
  });
}
