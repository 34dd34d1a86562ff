import pg from 'pg';
import { LedgerError, type NotStoredReason } from '../../ledger/faults.ts';
import type { Connection, PgRow, PgValue, Query } from './connection.ts';

/** Connections to one database, shared by everything in a process. */
export interface PgPool extends Connection {
  figures(): { readonly used: number; readonly waiting: number };
  close(): Promise<void>;
}

const mostConnections = 10;
const connectMs = 5_000;
const statementMs = 15_000;
/** A transaction that another one is in the way of is tried so often. */
const mostTries = 5;

/** Of PostgreSQL (its documentation, appendix A): the transaction was undone, and may be repeated. */
const repeatable = new Set(['40001', '40P01']);

/**
 * A role or a database may have turned it off: then a crash undoes what was committed, and it is paid
 * for again. Set in each transaction, so that it applies behind a pooler too. What waits for a standby
 * to apply it waits for more, and stays.
 */
const beginDurably = `BEGIN; SELECT set_config('synchronous_commit', 'on', true)
  WHERE current_setting('synchronous_commit') NOT IN ('on', 'remote_apply')`;

/** Numbers of ours are times and counts, which a double holds. */
function numericTypes(): pg.TypeOverrides {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  return types;
}

/** @param url as in `DATABASE_URL` */
export function openPool(url: string): PgPool {
  const pool = new pg.Pool({
    ...{ connectionString: url, max: mostConnections, types: numericTypes(), keepAlive: true },
    ...{ connectionTimeoutMillis: connectMs, statement_timeout: statementMs },
    ...{ query_timeout: statementMs + connectMs, application_name: 'address-risk-gateway' },
  });
  // A connection that breaks while it is idle is replaced by the next request.
  pool.on('error', () => undefined);
  const transaction: Connection['transaction'] = (work) =>
    ledgerErrors(() => repeated(() => inTransaction(pool, work)));
  return {
    query: (statement, ...values) =>
      ledgerErrors(async () => (await pool.query<PgRow>(statement, [...values])).rows),
    change: (statement, ...values) => transaction((query) => query(statement, ...values)),
    transaction,
    figures: () => ({ used: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}

async function inTransaction<T>(pool: pg.Pool, work: (query: Query) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // The failure of a connection that is in use also rejects its query.
  const ignore = (): void => undefined;
  client.on('error', ignore);
  let problem: Error | undefined;
  try {
    await client.query(beginDurably);
    const value = await work(async (statement: string, ...values: readonly PgValue[]) => {
      return (await client.query<PgRow>(statement, [...values])).rows;
    });
    await client.query('COMMIT');
    return value;
  } catch (error) {
    problem = error instanceof Error ? error : new Error('The transaction failed.');
    // A connection on which this fails, too, is closed below.
    await client.query('ROLLBACK').then(
      () => (problem = undefined),
      () => undefined,
    );
    throw error;
  } finally {
    client.off('error', ignore);
    client.release(problem);
  }
}

async function repeated<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === mostTries || !repeatable.has(codeOf(error))) throw error;
    }
  }
}

async function ledgerErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = reasonOf(error);
    throw reason === undefined ? error : new LedgerError(reason);
  }
}

/** Undefined for a fault of our own, such as a statement with a mistake. */
function reasonOf(error: unknown): NotStoredReason | undefined {
  const code = codeOf(error);
  if (code === '53100') return 'full';
  if (code === '25006') return 'readOnly';
  // It starts, stops, has no connection left, or another one is in the way.
  if (/^(?:08|53|55|57|40|58)/.test(code)) return 'busy';
  // Of the system, such as ECONNREFUSED, and errors without any code: the connection broke.
  return /^[0-9A-Z]{5}$/.test(code) ? undefined : 'busy';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
