import { closedStates, openStates, type JobState } from '../risk/jobState.ts';
import type { Database, Row } from './database.ts';
import { aliveLeases, heldByNone, type Hold } from './leases.ts';
import { columnsOf, fieldsOf, insertRow, select, storable } from './rows.ts';
import type { Claim, Instant, JobChange, JobRow, NewJob, Tick } from './store.ts';

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
  return newestJobs(database, { id })[0] ?? null;
}

/** Newest first: the open ones, and the newest of the others. */
export function listJobs(database: Database, account?: string): JobRow[] {
  const any = newestJobs(database, ofAccount(account));
  const open = listJobsIn(database, openStates, account);
  const jobs = new Map([...any, ...open].map((job) => [job.id, job]));
  return [...jobs.values()].sort((one, other) => other.createdAt - one.createdAt);
}

const ofAccount = (account?: string): object => (account === undefined ? {} : { account });

/** The newest of those in each of the states. */
export function listJobsIn(
  database: Database,
  states: readonly JobState[],
  account?: string,
): JobRow[] {
  return states.flatMap((state) => newestJobs(database, { ...ofAccount(account), state }));
}

/** The newest job of a subject that the user would have to confirm paying for again. */
export function findOpenJob(
  database: Database,
  { account, address, chain, aggregator }: Omit<NewJob, 'id' | 'origin' | 'credential'>,
): JobRow | null {
  const where = { account, address, chain, aggregator };
  const isOpen = `AND state NOT IN (${closed})`;
  return newestJobs(database, where, 'job INDEXED BY job_of_subject', isOpen)[0] ?? null;
}

/** Those that have these fields, newest first. */
export function newestJobs(database: Database, where: object, from = 'job', more = ''): JobRow[] {
  const order = [`${more} ORDER BY created_at DESC LIMIT ${mostListed}`] as const;
  return select(database, `SELECT ${jobColumns} FROM ${from}`, where, order).map(toJob);
}

/** What identifies a job, of whatever is known of it. */
export function newJobOf(job: NewJob): NewJob {
  const { id, account, chain, address, aggregator, origin, credential } = job;
  return { id, account, chain, address, aggregator, origin, credential };
}

/** The row of a start before anything is known of its outcome. */
export function intentOf(job: NewJob, now: Instant): JobRow {
  const unknown = { jobId: null, polls: 0, status: null, unreadBody: null, lostAt: null };
  const intent = { state: 'intent', createdAt: now, isNoticed: false } as const;
  return { ...newJobOf(job), ...intent, ...unknown, ...heldByNone };
}

export function insertJob(database: Database, job: JobRow): JobRow {
  insertRow(database, 'job', { ...job, updatedAt: job.createdAt });
  return job;
}

/** The states that a change leaves: it is made in none of the others. */
export type Leaves = readonly JobState[];

/** Held by the claim's owner. */
export function heldByOwner({ owner }: Claim): JobCondition {
  return ['owner = ?', owner];
}

/** Held by the claim's owner, or by no one who is alive. */
export function claimableBy({ owner }: Claim, tick: Tick): JobCondition {
  const isFree = 'owner IS NULL OR owner = ? OR lease_until NOT BETWEEN ? AND ?';
  return [isFree, owner, ...aliveLeases(tick)];
}

/** A further condition of a change, with a `?` for each of its values. */
export type JobCondition = readonly [sql: string, ...values: (string | number)[]];

/**
 * Changes a job in one statement that names the states it leaves: what is settled stays so.
 * @param leaves every state that is not final, if it is not given
 * @returns null if the job is in none of these states
 */
export function updateJob(
  database: Database,
  id: string,
  change: JobChange & Hold & { readonly updatedAt: Instant },
  { leaves, more = ['true'] }: { leaves?: Leaves | undefined; more?: JobCondition },
): JobRow | null {
  const columns = columnsOf('job', change);
  const [condition, ...values] = more;
  const states = leaves?.map((state) => `'${state}'`).join(', ');
  const [row] = database.all(
    `UPDATE job SET ${columns.map(([name]) => `${name} = ?`).join(', ')}
     WHERE id = ? AND state ${states === undefined ? `NOT IN (${closed})` : `IN (${states})`}
       AND (${condition}) RETURNING ${jobColumns}`,
    ...columns.map(([, value]) => storable(value)),
    id,
    ...values,
  );
  return row === undefined ? null : toJob(row);
}
