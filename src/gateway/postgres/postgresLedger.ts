import { ledgerMethods, type LedgerMethod, type SharedLedger } from '../../ledger/ledger.ts';
import { storable } from '../../ledger/rows.ts';
import { sharedTables } from '../../ledger/sqliteStore.ts';
import { valueIfUndone, type Steps } from '../../ledger/steps.ts';
import type { Statement, Tick } from '../../ledger/store.ts';
import { monotonicMs } from '../../api/transport.ts';
import { systemClock, type Clock } from '../../paid/clock.ts';
import { newerStore, StoreProblem } from '../storeProblem.ts';
import type { Connection, PgRow, Query } from './pool.ts';
import { schemaOf, sharedIndexes, teamTables, type TableName } from '../../ledger/schema.ts';

/** The database's clock in milliseconds: claims and leases of all processes go by it. */
const databaseNow = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

/** The time for claims: the database's, whatever the caller's clock shows. */
type TickOf = (query: Query, callerTick: Tick) => Promise<Tick>;

/** Claims and leases by the one clock that all processes can read. */
const byDatabase: TickOf = async (query) => {
  const [row] = await query(`SELECT ${databaseNow} AS tick`);
  return row?.['tick'] as number;
};

/**
 * A ledger in PostgreSQL 14 or newer, for processes on several machines.
 * @param connection to a database that has the tables (`createTables`)
 */
export function openPostgresLedger(
  { query, transaction }: Connection,
  tickOf: TickOf = byDatabase,
): SharedLedger {
  const methods = Object.entries(sharedTables).map(([name, method]) => {
    const work = method as (...args: unknown[]) => Steps<unknown>;
    const isRead = ledgerMethods[name as LedgerMethod] === 'read';
    // A transaction may run again, and its steps start over.
    const run = (...args: unknown[]): Promise<unknown> =>
      isRead
        ? doSteps(query, tickOf, work(...args))
        : transaction((each) => doSteps(each, tickOf, work(...args))).catch(valueIfUndone);
    return [name, run] as const;
  });
  return {
    ...(Object.fromEntries(methods) as unknown as SharedLedger),
    // A damaged database is restored from a backup, and not salvaged.
    readLoss: () => Promise.resolve(null),
    close: () => Promise.resolve(),
  };
}

/** A statement as PostgreSQL takes it, which numbers its parameters. */
function numbered([sql, ...values]: Statement): Statement {
  let at = 0;
  return [sql.replaceAll('?', () => `$${++at}`), ...values.map(storable)];
}

/** Does the steps of some work, one after the other. */
async function doSteps<T>(query: Query, tickOf: TickOf, steps: Steps<T>): Promise<T> {
  let next = steps.next();
  while (next.done !== true) {
    const { value } = next;
    let rows: PgRow[] = [];
    if ('tick' in value) rows = [{ tick: await tickOf(query, value.tick) }];
    else if ('lock' in value) await lock(query, ...value.lock);
    else rows = await query(...numbered(value));
    next = steps.next(rows);
  }
  return next.value;
}

/** Waits for other transactions on the same thing, to the end of the transaction. */
async function lock(query: Query, ...name: readonly string[]): Promise<void> {
  await query(
    'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
    JSON.stringify(['address-risk', ...name]),
  );
}

/**
 * Creates the tables that are missing, one process at a time.
 * @throws LedgerError if a newer major version has changed them
 */
export async function createTables({ transaction }: Connection): Promise<void> {
  await transaction(async (query) => {
    await lock(query, 'schema');
    for (const statement of storeVersion) await query(statement);
    const [row] = await query('SELECT major FROM store_version');
    if ((row?.['major'] as number) > storeMajor) throw new StoreProblem('newer', newerStore);
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
  if (row?.['sync'] === 'on' || row?.['sync'] === 'remote_apply') return;
  throw new StoreProblem(
    'notDurable',
    'The database reports commits that are not on disk yet: something keeps synchronous_commit off.',
  );
}

/** Clocks drift by far less in this time than the precision that ages have. */
const refreshMs = 60_000;

/**
 * The time of the database, which all processes share: results are dated and judged by it, however far
 * apart the clocks of their machines are. It is read at once and from then on now and then.
 * @throws LedgerError
 */
export async function startDatabaseClock(
  query: Query,
): Promise<{ readonly clock: Clock; readonly stop: () => void }> {
  let offsetMs = 0;
  const read = async (): Promise<void> => {
    const before = monotonicMs();
    const [row] = await query(`SELECT ${databaseNow} AS now`);
    const middle = (before + monotonicMs()) / 2;
    offsetMs = Math.round((row?.['now'] as number) - middle);
  };
  await read();
  // After a failure, the last offset holds on.
  const timer = setInterval(() => void read().catch(() => undefined), refreshMs).unref();
  return {
    clock: { ...systemClock, now: () => monotonicMs() + offsetMs },
    stop: () => clearInterval(timer),
  };
}

/**
 * Tables of a ledger shared by processes on several machines: those that prevent double payment,
 * and the team's.
 */
const tables: readonly TableName[] = [
  ...(['result', 'older_result', 'job', 'turn', 'waiter', 'summary_call', 'poll_count'] as const),
  'stop',
  ...(Object.keys(teamTables) as (keyof typeof teamTables)[]),
];

/** SQLite has one type for numbers, and none for truth values. A database had no sums at first. */
function columnsOf(table: TableName): string {
  return schemaOf(table)
    .replaceAll(
      /(is_noticed|may_be_charged) INTEGER NOT NULL DEFAULT 0/g,
      '$1 BOOLEAN NOT NULL DEFAULT false',
    )
    .replaceAll('sum INTEGER NOT NULL', 'sum BIGINT')
    .replaceAll('INTEGER', 'BIGINT');
}

/** Increased by a release whose processes cannot share a database with the previous release's. */
const storeMajor = 1;

/** Read before anything else, because a newer major version's changes must be left alone. */
const storeVersion: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS store_version
     (id BIGINT PRIMARY KEY CHECK (id = 1), major BIGINT NOT NULL)`,
  `INSERT INTO store_version VALUES (1, ${storeMajor}) ON CONFLICT DO NOTHING`,
];

/**
 * Later releases of a major version may add tables, columns with a default, and indexes: processes of two releases run side
 * by side during an upgrade.
 */
export const postgresSchema: readonly string[] = [
  ...tables.map((table) => `CREATE TABLE IF NOT EXISTS ${table} (${columnsOf(table)})`),
  ...['result', 'older_result'].map(
    (table) => `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS sum BIGINT`,
  ),
  'ALTER TABLE charge ADD COLUMN IF NOT EXISTS lease_until BIGINT NOT NULL DEFAULT 0',
  'ALTER TABLE job ADD COLUMN IF NOT EXISTS unanswered_at BIGINT',
  ...sharedIndexes,
];
