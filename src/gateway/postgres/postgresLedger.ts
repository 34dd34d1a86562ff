import { LedgerError } from '../../ledger/faults.ts';
import type { SharedLedger } from '../../ledger/ledger.ts';
import type { Instant } from '../../ledger/store.ts';
import { oldRows, sliceRows } from '../../ledger/upkeep.ts';
import { pgCalls } from './calls.ts';
import { Cleanup } from './cleanup.ts';
import { databaseNow, lock, type Connection } from './connection.ts';
import { pgJobs, type TickOf } from './jobs.ts';
import { pgResults } from './results.ts';
import { postgresSchema } from './schema.ts';
import { pgPolls, pgStops } from './stops.ts';
import { pgSql } from './sql.ts';
import { pgTurns } from './turns.ts';

/** Claims and leases by the one clock that all processes can read. */
export const byDatabase: TickOf = async (query) => {
  const [row] = await query(`SELECT ${databaseNow} AS tick`);
  return row?.['tick'] as number;
};

/**
 * A ledger in PostgreSQL 14 or newer, for processes on several machines.
 * @param connection to a database that has the tables (`createTables`)
 */
export function openPostgresLedger(
  connection: Connection,
  tickOf: TickOf = byDatabase,
): SharedLedger {
  const cleanup = new Cleanup();
  const parts = { connection, tickOf, cleanup };
  return {
    ...pgResults(connection),
    ...pgJobs(parts),
    ...pgTurns(parts),
    ...pgCalls(parts),
    ...pgStops(connection),
    ...pgPolls(connection),
    ...pgSql(connection),
    // A damaged database is restored from a backup, and not salvaged.
    readLoss: () => Promise.resolve(null),
    close() {
      cleanup.close();
      return Promise.resolve();
    },
  };
}

/** Creates the tables that are missing, one process at a time. */
export async function createTables({ transaction }: Connection): Promise<void> {
  await transaction(async (query) => {
    await lock(query, 'schema');
    for (const statement of postgresSchema) await query(statement);
  });
}

/**
 * @throws LedgerError if the server does not put on disk what it commits: a pooler may drop settings
 */
export async function checkDurability({ transaction }: Connection): Promise<void> {
  const [row] = await transaction((query) =>
    query(`SELECT current_setting('synchronous_commit') AS sync`),
  );
  if (row?.['sync'] !== 'on' && row?.['sync'] !== 'remote_apply')
    throw new LedgerError('notDurable');
}

/** Deletes what is older than a ledger promises to keep, in slices, each on disk before the next. */
export async function deleteOldRows({ change }: Connection, now: Instant): Promise<void> {
  for (const statement of oldRows(now, 'summary_call')) {
    while ((await change(...statement)).length === sliceRows);
  }
}
