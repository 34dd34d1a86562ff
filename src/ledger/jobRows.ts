import { closedStates, openStates, type JobState } from '../risk/jobState.ts';
import type { Database } from './database.ts';
import { columnsOf, toJob } from './jobColumns.ts';
import {
  leaseMs,
  type Claim,
  type Instant,
  type JobChange,
  type JobRow,
  type NewJob,
} from './store.ts';

/** More than a person reads, and read in a few milliseconds. */
const mostListed = 200;

const closed = closedStates.map((state) => `'${state}'`).join(', ');

export function readJob(database: Database, id: string): JobRow | null {
  const row = database.get('SELECT * FROM job WHERE id = ?', id);
  return row === undefined ? null : toJob(row);
}

/** Newest first: the open ones, and the newest of the others. */
export function listJobs(database: Database, account?: string): JobRow[] {
  const newest = database.all(
    `SELECT * FROM job ${ofAccount(account)} ORDER BY created_at DESC LIMIT ${mostListed}`,
    ...valuesOf(account),
  );
  const jobs = new Map<string, JobRow>();
  for (const job of [...newest.map(toJob), ...listJobsIn(database, openStates, account)]) {
    jobs.set(job.id, job);
  }
  return [...jobs.values()].sort((one, other) => other.createdAt - one.createdAt);
}

/** The newest of those in one of the states. */
export function listJobsIn(
  database: Database,
  states: readonly JobState[],
  account?: string,
): JobRow[] {
  const where = `${ofAccount(account)} ${account === undefined ? 'WHERE' : 'AND'} state`;
  return states
    .flatMap((state) =>
      database.all(
        `SELECT * FROM job ${where} = ? ORDER BY created_at DESC LIMIT ${mostListed}`,
        ...[...valuesOf(account), state],
      ),
    )
    .map(toJob);
}

/** Starts with an unknown outcome of which no user was told. */
export function listUnnoticed(database: Database): JobRow[] {
  return database
    .all(`SELECT * FROM job WHERE state = 'unknown' AND is_noticed = 0 LIMIT ${mostListed}`)
    .map(toJob);
}

function ofAccount(account: string | undefined): string {
  return account === undefined ? '' : 'WHERE account = ?';
}

function valuesOf(account: string | undefined): string[] {
  return account === undefined ? [] : [account];
}

/** The newest job of a subject that the user would have to confirm paying for again. */
export function findOpenJob(
  database: Database,
  wanted: Pick<JobRow, 'account' | 'chain' | 'address' | 'aggregator'>,
): JobRow | null {
  const row = database.get(
    `SELECT * FROM job INDEXED BY job_of_subject
     WHERE account = ? AND address = ? AND chain = ? AND aggregator = ?
     AND state NOT IN (${closed}) ORDER BY created_at DESC LIMIT 1`,
    wanted.account,
    wanted.address,
    wanted.chain,
    wanted.aggregator,
  );
  return row === undefined ? null : toJob(row);
}

/** Stores the intent to start a job. */
export function insertJob(database: Database, job: NewJob, now: Instant): void {
  database.run(
    `INSERT INTO job (id, account, chain, address, aggregator, origin, credential, state,
       created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'intent', ?, ?)`,
    job.id,
    job.account,
    job.chain,
    job.address,
    job.aggregator,
    job.origin,
    job.credential,
    now,
    now,
  );
}

export function updateJob(database: Database, id: string, change: JobChange, now: Instant): void {
  const columns = columnsOf(change);
  const names = Object.keys(columns).map((name) => `, ${name} = ?`);
  const values = Object.values(columns);
  database.run(
    `UPDATE job SET updated_at = ?${names.join('')} WHERE id = ?`,
    now,
    ...values.map((value) => (typeof value === 'boolean' ? Number(value) : value)),
    id,
  );
}

export function holdJob(database: Database, id: string, { owner, tick }: Claim): void {
  database.run('UPDATE job SET owner = ?, lease_until = ? WHERE id = ?', owner, tick + leaseMs, id);
}

export function releaseJob(database: Database, id: string): void {
  database.run('UPDATE job SET owner = NULL, lease_until = 0 WHERE id = ?', id);
}
