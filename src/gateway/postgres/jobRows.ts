import { closedStates, openStates, type JobState } from '../../risk/jobState.ts';
import { jobColumns, toJob } from '../../ledger/jobRows.ts';
import { columnsOf } from '../../ledger/rows.ts';
import {
  leaseMs,
  type Instant,
  type JobChange,
  type JobRow,
  type NewJob,
} from '../../ledger/store.ts';
import type { Query } from './connection.ts';
import { storable } from './results.ts';

/** More than a person reads. */
const mostListed = 1_000;

const listed = (states: readonly JobState[]): string =>
  states.map((state) => `'${state}'`).join(', ');

export async function readJob(query: Query, id: string, forUpdate = ''): Promise<JobRow | null> {
  const [row] = await query(`SELECT ${jobColumns} FROM job WHERE id = $1 ${forUpdate}`, id);
  return row === undefined ? null : toJob(row);
}

/** Newest first: the open ones, and the newest of the others. */
export async function listJobs(query: Query, account?: string): Promise<JobRow[]> {
  const rows = await query(
    `SELECT ${jobColumns} FROM job WHERE ($1::text IS NULL OR account = $1)
     ORDER BY state IN (${listed(openStates)}) DESC, created_at DESC LIMIT ${mostListed}`,
    account ?? null,
  );
  return rows.map(toJob).sort((one, other) => other.createdAt - one.createdAt);
}

export async function listJobsIn(
  query: Query,
  states: readonly JobState[],
  account?: string,
): Promise<JobRow[]> {
  const rows = await query(
    `SELECT ${jobColumns} FROM job WHERE state IN (${listed(states)}) AND ($1::text IS NULL OR account = $1)
     ORDER BY created_at DESC LIMIT ${mostListed}`,
    account ?? null,
  );
  return rows.map(toJob);
}

/** The newest job of a subject that someone would have to confirm paying for again. */
export async function findOpenJob(
  query: Query,
  { account, address, chain, aggregator }: Omit<NewJob, 'id' | 'origin' | 'credential'>,
): Promise<JobRow | null> {
  const [row] = await query(
    `SELECT ${jobColumns} FROM job WHERE account = $1 AND address = $2 AND chain = $3 AND aggregator = $4
     AND state NOT IN (${listed(closedStates)}) ORDER BY created_at DESC LIMIT 1`,
    ...[account, address, chain, aggregator],
  );
  return row === undefined ? null : toJob(row);
}

/** Stores the intent to start a job. */
export async function insertJob(query: Query, job: NewJob, now: Instant): Promise<void> {
  const { id, account, chain, address, aggregator, origin, credential } = job;
  await query(
    `INSERT INTO job (id, account, chain, address, aggregator, origin, credential, state,
       created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, 'intent', $8, $8)`,
    ...[id, account, chain, address, aggregator, origin, credential, now],
  );
}

export async function updateJob(
  query: Query,
  id: string,
  change: JobChange,
  now: Instant,
): Promise<void> {
  const { unreadBody } = change;
  const columns = columnsOf(
    'job',
    typeof unreadBody === 'string' ? { ...change, unreadBody: storable(unreadBody) } : change,
  );
  const names = columns.map(([name], at) => `, ${name} = $${at + 3}`);
  await query(
    `UPDATE job SET updated_at = $2${names.join('')} WHERE id = $1`,
    ...[id, now, ...columns.map(([, value]) => value)],
  );
}

export async function holdJob(query: Query, id: string, owner: string, tick: number) {
  await query(
    'UPDATE job SET owner = $2, lease_until = $3 WHERE id = $1',
    ...[id, owner, tick + leaseMs],
  );
}

export async function releaseJob(query: Query, id: string): Promise<void> {
  await query('UPDATE job SET owner = NULL, lease_until = 0 WHERE id = $1', id);
}
