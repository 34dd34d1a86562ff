import { closedStates, openStates, type JobState } from '../../risk/jobState.ts';
import { jobColumns, toJob, type JobCondition, type Leaves } from '../../ledger/jobRows.ts';
import { columnsOf } from '../../ledger/rows.ts';
import type { Hold } from '../../ledger/leases.ts';
import type { Instant, JobChange, JobRow, NewJob } from '../../ledger/store.ts';
import type { PgValue, Query } from './connection.ts';
import { storable } from './results.ts';

/** More than a person reads. */
const mostListed = 1_000;

const listed = (states: readonly JobState[]): string =>
  states.map((state) => `'${state}'`).join(', ');

export async function readJob(query: Query, id: string): Promise<JobRow | null> {
  const [row] = await query(`SELECT ${jobColumns} FROM job WHERE id = $1`, id);
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

/** Stores the intent to start a job, unless it is stored. */
export async function insertJob(query: Query, job: NewJob, now: Instant): Promise<void> {
  const { id, account, chain, address, aggregator, origin, credential } = job;
  await query(
    `INSERT INTO job (id, account, chain, address, aggregator, origin, credential, state,
       created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, 'intent', $8, $8)
     ON CONFLICT DO NOTHING`,
    ...[id, account, chain, address, aggregator, origin, credential, now],
  );
}

/**
 * Changes a job in one statement that names the states it leaves: what is settled stays so.
 * @param leaves every state that is not final, if it is not given
 * @param more a further condition, with a `?` for each of its values
 * @returns null if the job is in none of these states
 */
export async function updateJob(
  query: Query,
  id: string,
  change: JobChange & Hold & { readonly updatedAt: Instant },
  { leaves, more = ['true'] }: { leaves?: Leaves | undefined; more?: JobCondition },
): Promise<JobRow | null> {
  const { unreadBody } = change;
  const safe = typeof unreadBody === 'string' ? { unreadBody: storable(unreadBody) } : {};
  const values: PgValue[] = [id];
  const placeOf = (value: PgValue): string => `$${values.push(value)}`;
  const columns = columnsOf('job', { ...change, ...safe });
  const names = columns.map(([name, value]) => `${name} = ${placeOf(value)}`);
  const [condition, ...having] = more;
  const terms = having.values();
  const [row] = await query(
    `UPDATE job SET ${names.join(', ')} WHERE id = $1
       AND state ${leaves === undefined ? `NOT IN (${listed(closedStates)})` : `IN (${listed(leaves)})`}
       AND (${condition.replaceAll('?', () => placeOf(terms.next().value ?? null))})
     RETURNING ${jobColumns}`,
    ...values,
  );
  return row === undefined ? null : toJob(row);
}
