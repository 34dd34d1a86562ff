import { closedStates, openStates, type JobState } from '../risk/jobState.ts';
import type { JobChange, JobRow } from './store.ts';

/** The columns that a change names. Their names are ours. */
export function columnsOf(change: JobChange): Record<string, string | number | boolean | null> {
  const columns: Record<string, string | number | boolean | null> = {};
  if (change.state !== undefined) columns['state'] = change.state;
  if (change.credential !== undefined) columns['credential'] = change.credential;
  if (change.jobId !== undefined) columns['job_id'] = change.jobId;
  if (change.polls !== undefined) columns['polls'] = change.polls;
  if (change.status !== undefined) columns['status'] = change.status;
  if (change.unreadBody !== undefined) columns['unread_body'] = change.unreadBody;
  if (change.lostAt !== undefined) columns['lost_at'] = change.lostAt;
  if (change.isNoticed !== undefined) columns['is_noticed'] = change.isNoticed;
  return columns;
}

type Row = Readonly<Record<string, unknown>>;

/** A state that cannot be read, or is of a later release, is `unknown`: nothing is paid for again. */
function stateOf(row: Row): JobState {
  return [...closedStates, ...openStates].find((state) => state === row['state']) ?? 'unknown';
}

export function toJob(row: Row): JobRow {
  return {
    id: row['id'] as string,
    account: row['account'] as string,
    chain: row['chain'] as string,
    address: row['address'] as string,
    aggregator: row['aggregator'] as JobRow['aggregator'],
    origin: row['origin'] as string,
    credential: row['credential'] as string,
    state: stateOf(row),
    jobId: row['job_id'] as string | null,
    createdAt: row['created_at'] as number,
    polls: row['polls'] as number,
    status: row['status'] as number | null,
    unreadBody: row['unread_body'] as string | null,
    lostAt: row['lost_at'] as number | null,
    owner: row['owner'] as string | null,
    leaseUntil: row['lease_until'] as number,
    // SQLite has no booleans.
    isNoticed: Boolean(row['is_noticed']),
  };
}
