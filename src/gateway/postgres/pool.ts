import pg from 'pg';
import { faultOf, type NotStoredReason } from '../../ledger/faults.ts';
import type { SqlValue } from '../../ledger/store.ts';
import { UsageError } from '../../options/options.ts';
import { StoreProblem } from '../storeProblem.ts';

/** A row as PostgreSQL returns it; `bigint` as a number. */
export type PgRow = Readonly<Record<string, unknown>>;

/** Runs one statement. Values are parameters, never part of its text. */
export type Query = (statement: string, ...values: readonly SqlValue[]) => Promise<PgRow[]>;

/**
 * A database connection for the ledger. Every method throws LedgerError while it is unreachable.
 */
export interface Connection {
  /** Reads. */
  readonly query: Query;
  /** Runs the work in one transaction, on disk once it resolves. It may run again if another transaction is in its way. */
  readonly transaction: <T>(work: (query: Query) => Promise<T>) => Promise<T>;
}

const maxConnections = 10;
const connectMs = 5_000;
const statementMs = 15_000;
/** A transaction that another one is in the way of is tried so often. */
const maxTries = 5;

/** Of PostgreSQL (its documentation, appendix A): the transaction was undone, and may be repeated. */
const repeatable = new Set(['40001', '40P01']);

/**
 * A role or a database may have disabled synchronous commits; a crash would then undo them, and
 * results would be paid for again. Set per transaction, because a pooler rejects or forgets session
 * settings. A stricter setting that waits for a standby is kept.
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
 * Connections to one database, shared by everything in a process.
 * @param url as in `DATABASE_URL`
 * @throws {UsageError} if it cannot be one
 */
export function openPool(url: string) {
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
  const connection: Connection = {
    query: (statement, ...values) =>
      withProblems(place, async () => (await pool.query<PgRow>(statement, [...values])).rows),
    transaction,
  };
  return {
    ...connection,
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
    const value = await work(async (statement: string, ...values: readonly SqlValue[]) => {
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

/** @throws {UsageError} if a file cannot be read, such as that of `sslrootcert` */
function placeOf(connectionString: string) {
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

/**
 * The client's options for each `sslmode`. Both the client and libpq have modes that accept any
 * certificate; the gateway has none, so `require` also verifies the certificate and its name.
 */
const tlsOptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  disable: { sslmode: 'disable' },
  require: { sslmode: 'verify-full' },
  // The client compares no name only as libpq does.
  'verify-ca': { sslmode: 'verify-ca', uselibpqcompat: 'true' },
  'verify-full': { sslmode: 'verify-full' },
};

/**
 * A `DATABASE_URL` as the client of PostgreSQL reads it.
 * @throws {UsageError} for the URL of something else; it quotes no password
 */
export function readDatabaseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null) {
    throw new UsageError(
      'DATABASE_URL cannot be read: it needs the form postgresql://USER:PASSWORD@HOST:PORT/DATABASE, with %40 for @, %2F for /, and so on in the password.',
    );
  }
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') {
    throw new UsageError(
      `DATABASE_URL begins with ${url.protocol}//, and the gateway needs PostgreSQL: postgresql://USER:PASSWORD@HOST:PORT/DATABASE.`,
    );
  }
  const mode = url.searchParams.get('sslmode');
  if (mode === null) return url;
  const tls = Object.hasOwn(tlsOptions, mode) ? tlsOptions[mode] : undefined;
  if (tls === undefined) {
    throw new UsageError(
      `sslmode in DATABASE_URL is one of: ${Object.keys(tlsOptions).join(', ')}.`,
    );
  }
  if (mode === 'verify-ca' && !url.searchParams.has('sslrootcert')) {
    throw new UsageError(
      'sslmode=verify-ca in DATABASE_URL needs sslrootcert, the file of the CA.',
    );
  }
  for (const [name, value] of Object.entries(tls)) url.searchParams.set(name, value);
  return url;
}

/** How messages identify a database. */
type DatabasePlace = ReturnType<typeof placeOf>;

/**
 * By PostgreSQL’s code (its documentation, appendix A), the system’s code, or the client's message:
 * a sentence with placeholders in braces, and why nothing can be stored, by default `busy`. The
 * first match counts.
 */
const problems: readonly (readonly [RegExp, string, NotStoredReason?])[] = [
  [/^53100/, 'The disk of {it} is full.', 'full'],
  [/^25006/, '{It} takes no changes: it is a standby, or fails over.', 'readOnly'],
  [/^42501/, 'The user {user} may not create tables in {it}: make it the owner.', 'readOnly'],
  [/^28P01/, '{It} rejected the password of {user}.'],
  [
    /^28|^SASL/,
    '{It} does not accept {user}: the user does not exist, needs a password, or pg_hba.conf does not allow it.',
  ],
  [
    /^3D000/,
    'PostgreSQL at {host}:{port} has no database {database}. Create it, or correct DATABASE_URL.',
  ],
  [/^53300/, '{It} has no connection left: raise max_connections, or put PgBouncer in front.'],
  [/^57P0/, '{It} is starting, stopping, or failing over.'],
  [/^timeout exceeded when trying/, 'All connections of this process to {it} are in use.'],
  [
    /does not support SSL/,
    '{It} does not offer TLS: turn it on there, or remove sslmode from DATABASE_URL.',
  ],
  [
    /CERT|ISSUER|SIGNATURE|^ERR_TLS|^ERR_SSL|^EPROTO/,
    'The certificate of {it} is not trusted{code}: name its CA with sslrootcert in DATABASE_URL.',
  ],
  [/^ECONNREFUSED/, '{It} does not listen.'],
  [/^ENOTFOUND|^EAI_AGAIN/, 'The host of {it} was not found{code}.'],
  [/timeout|^ETIMEDOUT/, '{It} does not respond in time.'],
  // It has no resources left, has another transaction in the way, or has a fault.
  [/^(?:08|40|53|55|57|58|XX)/, '{It} cannot be used now{code}.'],
  // A mistake of our own: all of PostgreSQL’s codes have a digit, and the system’s have none.
  [/^(?=[A-Z]{0,4}\d)[0-9A-Z]{5}$/, ''],
  [/^/, 'The connection to {it} broke{code}.'],
];

/** Undefined for a fault of our own, such as a statement with a mistake. */
export function databaseProblem(error: unknown, place: DatabasePlace): StoreProblem | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = codeOf(error);
  const [, sentence = '', reason = 'busy'] =
    problems.find(([pattern]) => pattern.test(code || error.message)) ?? [];
  if (sentence === '') return undefined;
  const it = `the database ${place.database} at ${place.host}:${place.port}`;
  const known = { ...place, it, It: `T${it.slice(1)}`, code: code && ` (${code})` };
  const filled = sentence.replace(/\{(\w+)\}/g, (_, name: keyof typeof known) =>
    String(known[name]),
  );
  return new StoreProblem(reason, filled);
}
