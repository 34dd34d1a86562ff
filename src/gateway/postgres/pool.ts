import pg from 'pg';
import { faultOf } from '../../ledger/faults.ts';
import { UsageError } from '../../options/usageError.ts';
import { StoreProblem } from '../storeProblem.ts';
import type { Connection, PgRow, PgValue, Query } from './connection.ts';
import { databaseProblem, type DatabasePlace } from './databaseProblem.ts';
import { readDatabaseUrl } from './databaseUrl.ts';

/** Connections to one database, shared by everything in a process. */
export interface PgPool extends Connection {
  readonly place: DatabasePlace;
  figures(): { readonly used: number; readonly waiting: number };
  close(): Promise<void>;
}

const maxConnections = 10;
const connectMs = 5_000;
const statementMs = 15_000;
/** A transaction that another one is in the way of is tried so often. */
const maxTries = 5;

/** Of PostgreSQL (its documentation, appendix A): the transaction was undone, and may be repeated. */
const repeatable = new Set(['40001', '40P01']);

/**
 * A role or a database may have turned it off: then a crash undoes what was committed, and it is paid
 * for again. Set in each transaction, because a pooler rejects or forgets what is set for a session. What waits for a standby
 * to apply it waits for more, and stays.
 */
const beginDurably = `BEGIN; SET LOCAL statement_timeout = ${statementMs};
  SELECT set_config('synchronous_commit', 'on', true)
  WHERE current_setting('synchronous_commit') NOT IN ('on', 'remote_apply')`;

/** Numbers of ours are times and counts, which a double holds. */
function numericTypes(): pg.TypeOverrides {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  return types;
}

/**
 * @param url as in `DATABASE_URL`
 * @throws {UsageError} if it cannot be one
 */
export function openPool(url: string): PgPool {
  const { href } = readDatabaseUrl(url);
  const place = placeOf(href);
  const pool = new pg.Pool({
    connectionString: href,
    max: maxConnections,
    types: numericTypes(),
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
    query_timeout: statementMs + connectMs,
    application_name: 'address-risk-gateway',
  });
  // A connection that breaks while it is idle is replaced by the next request.
  pool.on('error', () => undefined);
  const transaction: Connection['transaction'] = (work) =>
    withProblems(place, () => repeated(() => inTransaction(pool, work)));
  return {
    query: (statement, ...values) =>
      withProblems(place, async () => (await pool.query<PgRow>(statement, [...values])).rows),
    change: (statement, ...values) => transaction((query) => query(statement, ...values)),
    transaction,
    place,
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
      if (tries === maxTries || !repeatable.has(codeOf(error))) throw error;
    }
  }
}

async function withProblems<T>(place: DatabasePlace, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StoreProblem ? error : (databaseProblem(error, place) ?? error);
  }
}

/** @throws {UsageError} for a file that cannot be read, such as that of `sslrootcert` */
function placeOf(connectionString: string): DatabasePlace {
  try {
    const { host, port, database, user } = new pg.Client({ connectionString });
    return { host, port, database, user };
  } catch (error) {
    if (faultOf(error) === 'other') throw error;
    throw new UsageError('A file that DATABASE_URL names cannot be read.');
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
