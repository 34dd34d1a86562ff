import { openStates, type JobState } from '../risk/jobState.ts';
import type { Database, Row } from './database.ts';
import {
  leaseMs,
  type Claim,
  type Instant,
  type JobChange,
  type JobRow,
  type NewJob,
} from './store.ts';

const open = openStates.map((state) => `'${state}'`).join(', ');

export function readJob(database: Database, id: string): JobRow | null {
  const row = database.get('SELECT * FROM job WHERE id = ?', id);
  return row === undefined ? null : toJob(row);
}

/** Newest first. */
export function listJobs(database: Database, account?: string): JobRow[] {
  const [where, values] = account === undefined ? ['', []] : ['WHERE account = ?', [account]];
  return database.all(`SELECT * FROM job ${where} ORDER BY created_at DESC`, ...values).map(toJob);
}

export function listJobsIn(database: Database, state: JobState): JobRow[] {
  return database.all('SELECT * FROM job WHERE state = ?', state).map(toJob);
}

/** The newest job of a subject that the user would have to confirm paying for again. */
export function findOpenJob(
  database: Database,
  wanted: Pick<JobRow, 'account' | 'chain' | 'address' | 'aggregator'>,
): JobRow | null {
  const row = database.get(
    `SELECT * FROM job WHERE account = ? AND address = ? AND chain = ? AND aggregator = ?
     AND state IN (${open}) ORDER BY created_at DESC LIMIT 1`,
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
  database.run(
    `UPDATE job SET updated_at = ?${names.join('')} WHERE id = ?`,
    now,
    ...Object.values(columns),
    id,
  );
}

export function holdJob(database: Database, id: string, { owner, tick }: Claim): void {
  database.run('UPDATE job SET owner = ?, lease_until = ? WHERE id = ?', owner, tick + leaseMs, id);
}

export function releaseJob(database: Database, id: string): void {
  database.run('UPDATE job SET owner = NULL, lease_until = 0 WHERE id = ?', id);
}

/** Writes only the columns that a change names. */
function columnsOf(change: JobChange): Record<string, string | number | null> {
  const columns: Record<string, string | number | null> = {};
  if (change.state !== undefined) columns['state'] = change.state;
  if (change.credential !== undefined) columns['credential'] = change.credential;
  if (change.jobId !== undefined) columns['job_id'] = change.jobId;
  if (change.polls !== undefined) columns['polls'] = change.polls;
  if (change.status !== undefined) columns['status'] = change.status;
  if (change.unreadBody !== undefined) columns['unread_body'] = change.unreadBody;
  if (change.isNoticed !== undefined) columns['is_noticed'] = Number(change.isNoticed);
  return columns;
}

function toJob(row: Row): JobRow {
  return {
    id: row['id'] as string,
    account: row['account'] as string,
    chain: row['chain'] as string,
    address: row['address'] as string,
    aggregator: row['aggregator'] as JobRow['aggregator'],
    origin: row['origin'] as string,
    credential: row['credential'] as string,
    state: row['state'] as JobRow['state'],
    jobId: row['job_id'] as string | null,
    createdAt: row['created_at'] as number,
    polls: row['polls'] as number,
    status: row['status'] as number | null,
    unreadBody: row['unread_body'] as string | null,
    owner: row['owner'] as string | null,
    leaseUntil: row['lease_until'] as number,
    isNoticed: row['is_noticed'] === 1,
  };
}
