import type { Database, Row, RowValue } from './database.ts';
import { stateBesideOpenJob } from '../risk/jobState.ts';
import { insertRow } from './insertRow.ts';
import { findOpenJob } from './jobRows.ts';
import { sqliteFaultOf } from './sqliteFaults.ts';

/**
 * Brings the rows of a ledger that this window wrote to, and that is no longer the file of the
 * folder, into the one that is. Of the same row, the newer one stays. Rows that cannot be read any
 * more are lost.
 * @param meanwhile what is known of rows that were copied from that file before
 */
export function mergeRows(from: Database, into: Database, meanwhile: Meanwhile = nothing): void {
  into.transaction(() => {
    for (const id of meanwhile.forgotten) into.run('DELETE FROM job WHERE id = ?', id);
    for (const { table, write } of tables) {
      for (const row of readable(from, table)) if (!meanwhile.isCopy(table, row)) write(into, row);
    }
  });
}

interface Meanwhile {
  /** IDs of jobs that were deleted. */
  readonly forgotten: ReadonlySet<string>;
  /** Whether a row is as it was copied: it says nothing of its own. */
  readonly isCopy: (table: string, row: Row) => boolean;
}

const nothing: Meanwhile = { forgotten: new Set(), isCopy: () => false };

const tables: readonly {
  readonly table: string;
  readonly write: (into: Database, row: Row) => void;
}[] = [
  {
    table: 'older_result',
    write: (into, row) => insertRow(into, 'older_result', row, 'DO NOTHING'),
  },
  { table: 'result', write: mergeResult },
  { table: 'job', write: mergeJob },
  {
    table: 'call',
    write: (into, row) =>
      insertRow(
        into,
        'call',
        row,
        `DO UPDATE SET owner = excluded.owner, lease_until = excluded.lease_until
         WHERE excluded.lease_until > call.lease_until`,
      ),
  },
  {
    table: 'usage',
    write: (into, row) =>
      insertRow(into, 'usage', row, 'DO UPDATE SET count = max(count, excluded.count)'),
  },
  { table: 'stop', write: (into, row) => insertRow(into, 'stop', row, 'DO NOTHING') },
  {
    table: 'turn',
    write: (into, row) =>
      insertRow(into, 'turn', row, 'DO UPDATE SET next_at = max(next_at, excluded.next_at)'),
  },
  {
    table: 'spending',
    // Its place in the order of calls is another one in the other file.
    write: (into, row) =>
      insertRow(
        into,
        'spending',
        { ...row, seq: null },
        `(id) DO UPDATE SET charge = excluded.charge WHERE charge = 'open'`,
      ),
  },
  {
    table: 'allowance',
    write: (into, row) =>
      insertRow(
        into,
        'allowance',
        { ...row, counted_from: 0 },
        'DO UPDATE SET declined_at = max(ifnull(declined_at, 0), ifnull(excluded.declined_at, 0))',
      ),
  },
  {
    table: 'breaker',
    write: (into, row) =>
      insertRow(into, 'breaker', row, 'DO UPDATE SET failures = max(failures, excluded.failures)'),
  },
];

/** A result that is older than the one in the file goes to the older ones. */
function mergeResult(into: Database, row: Row): void {
  const { account, address, chain, part, received_at: at } = row;
  const stored = into.get(
    'SELECT received_at FROM result WHERE account = ? AND address = ? AND chain = ? AND part = ?',
    ...([account, address, chain, part] as RowValue[]),
  );
  const storedAt = stored?.['received_at'] as number | undefined;
  if (storedAt === at) return;
  const isOlder = storedAt !== undefined && storedAt > (at as number);
  if (isOlder) insertRow(into, 'older_result', row, 'DO NOTHING');
  else insertRow(into, 'result', row);
}

/** Two jobs of one subject are not both followed: of the second one, only the ID is kept. */
function mergeJob(into: Database, row: Row): void {
  const open = findOpenJob(into, row as never);
  const state = row['state'] as string;
  const isSecond = open !== null && open.id !== row['id'] && state === 'running';
  const kept = isSecond ? { ...row, state: stateBesideOpenJob('running') } : row;
  const changes = Object.keys(row).map((name) => `${name} = excluded.${name}`);
  insertRow(
    into,
    'job',
    kept,
    `(id) DO UPDATE SET ${changes.join(', ')}
     WHERE (${progressOf('excluded')}, excluded.updated_at) > (${progressOf('job')}, job.updated_at)`,
  );
}

/** How far a job is, whatever the clock said: with its result, with its ID, or without. */
function progressOf(row: string): string {
  return `2 * (${row}.state = 'done') + (${row}.job_id IS NOT NULL)`;
}

/** The rows of a table up to the first one that cannot be read. */
function* readable(from: Database, table: string): Iterable<Row> {
  try {
    yield* from.each(`SELECT * FROM ${table}`);
  } catch (error) {
    if (sqliteFaultOf(error) === 'other' && !isMissingTable(error)) throw error;
  }
}

/** A file of the first release, opened without writing, has fewer tables. */
function isMissingTable(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('no such table');
}
