import { closedStates, openStates, type JobState } from '../risk/jobState.ts';
import type { Database, Row } from './database.ts';
import { fieldsOf, insertRow, updateRow } from './rows.ts';
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

/** Those of `JobRow`, in both kinds of ledger. */
export const jobColumns = `id, account, chain, address, aggregator, origin, credential, state, job_id,
  created_at, polls, status, unread_body, lost_at, owner, lease_until, is_noticed`;

const closed = closedStates.map((state) => `'${state}'`).join(', ');

/** A state that cannot be read, or is of a later release, is `unknown`: nothing is paid for again. */
export function toJob(row: Row): JobRow {
  const job = fieldsOf(row) as unknown as JobRow;
  const state = [...closedStates, ...openStates].find((each) => each === job.state) ?? 'unknown';
  return { ...job, state };
}

export function readJob(database: Database, id: string): JobRow | null {
  const row = database.get(`SELECT ${jobColumns} FROM job WHERE id = ?`, id);
  return row === undefined ? null : toJob(row);
}

/** Newest first: the open ones, and the newest of the others. */
export function listJobs(database: Database, account?: string): JobRow[] {
  const newest = listWhere(database, account);
  const open = listJobsIn(database, openStates, account);
  const jobs = new Map([...newest, ...open].map((job) => [job.id, job]));
  return [...jobs.values()].sort((one, other) => other.createdAt - one.createdAt);
}

/** The newest of those in each of the states. */
export function listJobsIn(
  database: Database,
  states: readonly JobState[],
  account?: string,
): JobRow[] {
  return states.flatMap((state) => listWhere(database, account, state));
}

function listWhere(database: Database, account?: string, state?: JobState): JobRow[] {
  const conditions = [
    ...(account === undefined ? [] : ['account = ?']),
    ...(state === undefined ? [] : ['state = ?']),
  ];
  const values = [account, state].filter((value) => value !== undefined);
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const sql = `SELECT ${jobColumns} FROM job ${where} ORDER BY created_at DESC LIMIT ${mostListed}`;
  return database.all(sql, ...values).map(toJob);
}

/** Starts with an unknown outcome of which no user was told. */
export function listUnnoticed(database: Database): JobRow[] {
  return database
    .all(
      `SELECT ${jobColumns} FROM job WHERE state = 'unknown' AND is_noticed = 0 LIMIT ${mostListed}`,
    )
    .map(toJob);
}

/** The newest job of a subject that the user would have to confirm paying for again. */
export function findOpenJob(
  database: Database,
  { account, address, chain, aggregator }: Omit<NewJob, 'id' | 'origin' | 'credential'>,
): JobRow | null {
  const row = database.get(
    `SELECT ${jobColumns} FROM job INDEXED BY job_of_subject
     WHERE account = ? AND address = ? AND chain = ? AND aggregator = ?
     AND state NOT IN (${closed}) ORDER BY created_at DESC LIMIT 1`,
    ...[account, address, chain, aggregator],
  );
  return row === undefined ? null : toJob(row);
}

/** What identifies a job, of whatever is known of it. */
export function newJobOf(job: NewJob): NewJob {
  const { id, account, chain, address, aggregator, origin, credential } = job;
  return { id, account, chain, address, aggregator, origin, credential };
}

/** Stores the intent to start a job. */
export function insertJob(database: Database, job: NewJob, now: Instant): void {
  const intent = { state: 'intent', createdAt: now, updatedAt: now };
  insertRow(database, 'job', { ...newJobOf(job), ...intent });
}

type Hold = Pick<JobRow, 'owner' | 'leaseUntil'>;

/** A change always says which window holds the job from then on. */
export function updateJob(
  database: Database,
  id: string,
  change: JobChange & Hold,
  now: Instant,
): void {
  updateRow(database, 'job', id, { ...change, updatedAt: now });
}

export function holdJob(database: Database, id: string, holder: Claim): void {
  updateRow(database, 'job', id, heldBy(holder));
}

/** @param holder a window; without one, no window holds the job */
export function heldBy(holder?: Claim): Hold {
  if (holder === undefined) return { owner: null, leaseUntil: 0 };
  return { owner: holder.owner, leaseUntil: holder.tick + leaseMs };
}
