import { ledgerMethods, type LedgerMethod, type SharedLedger } from '../../ledger/ledger.ts';
import { storable } from '../../ledger/rows.ts';
import { sharedTables } from '../../ledger/sqliteStore.ts';
import type { Steps } from '../../ledger/steps.ts';
import type { Tick } from '../../ledger/store.ts';
import { newerStore, StoreProblem } from '../storeProblem.ts';
import { databaseNow, lock, type Connection, type PgRow, type Query } from './connection.ts';
import { postgresSchema, storeMajor, storeVersion } from './schema.ts';
import { pgSql } from './sql.ts';

/** What the time is for a claim: the database's, whatever clock the caller has. */
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
  connection: Connection,
  tickOf: TickOf = byDatabase,
): SharedLedger {
  const { query, transaction } = connection;
  const methods = Object.entries(sharedTables).map(([name, method]) => {
    const work = method as (...args: unknown[]) => Steps<unknown>;
    const isRead = ledgerMethods[name as LedgerMethod] === 'read';
    // A transaction may run again, and its steps begin anew.
    const run = (...args: unknown[]): Promise<unknown> =>
      isRead
        ? doSteps(query, tickOf, work(...args))
        : transaction((each) => doSteps(each, tickOf, work(...args)));
    return [name, run] as const;
  });
  return {
    ...(Object.fromEntries(methods) as unknown as SharedLedger),
    ...pgSql(connection),
    // A damaged database is restored from a backup, and not salvaged.
    readLoss: () => Promise.resolve(null),
    close: () => Promise.resolve(),
  };
}

/** Does the steps of some work, one after the other. */
async function doSteps<T>(query: Query, tickOf: TickOf, steps: Steps<T>): Promise<T> {
  let next = steps.next();
  while (next.done !== true) {
    const { value } = next;
    let rows: PgRow[] = [];
    if ('tick' in value) rows = [{ tick: await tickOf(query, value.tick) }];
    else if ('lock' in value) await lock(query, ...value.lock);
    else {
      const [sql, ...values] = value;
      let at = 0;
      rows = await query(
        sql.replaceAll('?', () => `$${++at}`),
        ...values.map(storable),
      );
    }
    next = steps.next(rows);
  }
  return next.value;
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
