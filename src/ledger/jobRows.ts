import { closedStates, openStates, type JobState } from '../risk/jobState.ts';
import type { Database, Row, RowValue } from './database.ts';
import type { Hold } from './leases.ts';
import { fieldsOf, insertRow, updateRows } from './rows.ts';
import type { Instant, JobChange, JobRow, NewJob } from './store.ts';

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
  return newest(database, 'WHERE id = ?', id)[0] ?? null;
}

/** Newest first: the open ones, and the newest of the others. */
export function listJobs(database: Database, account?: string): JobRow[] {
  const any =
    account === undefined ? newest(database, '') : newest(database, 'WHERE account = ?', account);
  const open = listJobsIn(database, openStates, account);
  const jobs = new Map([...any, ...open].map((job) => [job.id, job]));
  return [...jobs.values()].sort((one, other) => other.createdAt - one.createdAt);
}

/** The newest of those in each of the states. */
export function listJobsIn(
  database: Database,
  states: readonly JobState[],
  account?: string,
): JobRow[] {
  return states.flatMap((state) =>
    account === undefined
      ? newest(database, 'WHERE state = ?', state)
      : newest(database, 'WHERE account = ? AND state = ?', account, state),
  );
}

/** Starts with an unknown outcome of which no user was told. */
export function listUnnoticed(database: Database): JobRow[] {
  return newest(database, "WHERE state = 'unknown' AND is_noticed = 0");
}

/** The newest job of a subject that the user would have to confirm paying for again. */
export function findOpenJob(
  database: Database,
  { account, address, chain, aggregator }: Omit<NewJob, 'id' | 'origin' | 'credential'>,
): JobRow | null {
  const ofSubject = 'account = ? AND address = ? AND chain = ? AND aggregator = ?';
  const where = `INDEXED BY job_of_subject WHERE ${ofSubject} AND state NOT IN (${closed})`;
  return newest(database, where, account, address, chain, aggregator)[0] ?? null;
}

function newest(database: Database, where: string, ...values: RowValue[]): JobRow[] {
  const sql = `SELECT ${jobColumns} FROM job ${where} ORDER BY created_at DESC LIMIT ${mostListed}`;
  return database.all(sql, ...values).map(toJob);
}

/** What identifies a job, of whatever is known of it. */
export function newJobOf(job: NewJob): NewJob {
  const { id, account, chain, address, aggregator, origin, credential } = job;
  return { id, account, chain, address, aggregator, origin, credential };
}

/** Stores the intent to start a job. */
export function insertJob(database: Database, job: NewJob, now: Instant, hold: Hold): void {
  const intent = { state: 'intent', createdAt: now, updatedAt: now };
  insertRow(database, 'job', { ...newJobOf(job), ...intent, ...hold });
}

/** A change always says which window holds the job from then on. Null if there is no such job. */
export function updateJob(
  database: Database,
  id: string,
  change: JobChange & Hold,
  now: Instant,
): JobRow | null {
  updateRows(database, 'job', { ...change, updatedAt: now }, ['id = ?', id]);
  return readJob(database, id);
}
