import { closedStates } from '../../risk/jobState.ts';
import type { SharedLedger } from '../../ledger/ledger.ts';
import type { Instant } from '../../ledger/store.ts';
import { pgCalls } from './calls.ts';
import { Cleanup } from './cleanup.ts';
import { databaseNow, lock, type Connection } from './connection.ts';
import { pgJobs, type TickOf } from './jobs.ts';
import { pgResults } from './results.ts';
import { postgresSchema } from './schema.ts';
import { pgPolls, pgStops } from './stops.ts';
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
    // A damaged database is restored from a backup, and not salvaged.
    readLoss: () => Promise.resolve(null),
    close() {
      cleanup.close();
      return Promise.resolve();
    },
  };
}

/** Creates the tables that are missing, one process at a time. */
export async function createTables(
  { transaction }: Connection,
  more: readonly string[] = [],
): Promise<void> {
  await transaction(async (query) => {
    await lock(query, 'schema');
    for (const statement of [...postgresSchema, ...more]) await query(statement);
  });
}

const dayMs = 24 * 3_600_000;
/** As long as a ledger in a file keeps them (`ledger/upkeep.ts`). */
const finishedMs = 90 * dayMs;
const olderResultMs = 3 * 365 * dayMs;

/** Deletes what is older than a ledger promises to keep. */
export async function deleteOldRows({ query }: Connection, now: Instant): Promise<void> {
  const closed = closedStates.map((state) => `'${state}'`).join(', ');
  await query('DELETE FROM older_result WHERE received_at < $1', now - olderResultMs);
  await query(`DELETE FROM job WHERE state IN (${closed}) AND updated_at < $1`, now - finishedMs);
  await query(
    'DELETE FROM summary_call WHERE owner IS NULL AND kind IS NOT NULL AND retry_at < $1',
    now - finishedMs,
  );
  const day = new Date(now - finishedMs).toISOString().slice(0, 10);
  await query('DELETE FROM poll_count WHERE day < $1', day);
}
