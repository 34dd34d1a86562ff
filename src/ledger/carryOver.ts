import { stateBesideOpenJob } from '../risk/jobState.ts';
import type { FoundRow } from './damagedFile.ts';
import type { Database } from './database.ts';
import type { Row } from './steps.ts';
import { faultOf } from './faults.ts';
import { jobTable } from './jobs.ts';
import { intactResult, resultTable } from './results.ts';
import { fieldsOf, insertRow } from './rows.ts';
import { tableNames, type TableName } from './schema.ts';
import type { JobRow } from './store.ts';

/** How many rows were brought along, by what they are to the user. */
export interface CarriedRows {
  readonly results: number;
  readonly jobs: number;
  readonly calls: number;
}

/**
 * Brings rows of another file into a ledger. Of the same row, the one that knows more stays, so that
 * several windows can do so with the same file.
 */
export function carryRows(rows: Iterable<FoundRow>, into: Database): CarriedRows {
  const written: TableName[] = [];
  into.transaction(() => {
    for (const { table, row } of rows) if (isWritten(into, table, row)) written.push(table);
  });
  const count = (...tables: readonly TableName[]): number =>
    written.filter((table) => tables.includes(table)).length;
  return { results: count('result', 'older_result'), jobs: count('job'), calls: count('spending') };
}

/** SQLite's code for a row that its table does not accept (SQLITE_CONSTRAINT). */
const constraintCode = 19;

/** False for a row that is damaged itself, or that no release has written: a page may hold anything. */
function isWritten(into: Database, table: TableName, row: Row): boolean {
  try {
    if (table === 'result' || table === 'older_result') {
      const result = intactResult(row);
      if (result !== null) into.do(resultTable.addResult(result));
      return result !== null;
    }
    const isOpen = table === 'spending' && row['charge'] === 'open';
    const [fields, onConflict] =
      table === 'job'
        ? [besideOpenJob(into, row), ifFurther]
        : [{ ...row, ...ownOrder[table], ...(isOpen && { charge: 'sent' }) }, 'DO NOTHING'];
    into.apply(insertRow(table, fields, onConflict));
    return true;
  } catch (error) {
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
    if ((code & 0xff) !== constraintCode) throw error;
    return false;
  }
}

/**
 * All rows of an open ledger; those of a damaged file were saved by the window that replaced it.
 */
export function* rowsOfOpen(database: Database): Iterable<FoundRow> {
  for (const table of tableNames) {
    try {
      for (const row of database.each(`SELECT * FROM ${table}`)) yield { table, row };
    } catch (error) {
      if (faultOf(error) !== 'damaged') throw error;
    }
  }
}

/** Columns that mean something different in another file: the order of calls. */
const ownOrder: Partial<Record<TableName, Row>> = {
  spending: { seq: null },
  allowance: { counted_from: 0 },
};

/** Two jobs of one subject are not both followed: of the second one, only the ID is kept. */
function besideOpenJob(into: Database, row: Row): Row {
  const job = fieldsOf(row) as unknown as JobRow;
  const open = into.do(jobTable.openJobOf(job, job.aggregator));
  const isSecond = open !== null && open.id !== job.id && row['state'] === 'running';
  return isSecond ? { ...row, state: stateBesideOpenJob('running') } : row;
}

/** The row of the job with more progress wins, whatever the clock says. */
const ifFurther = `(id) DO UPDATE SET state = excluded.state, job_id = excluded.job_id,
    credential = excluded.credential, polls = excluded.polls, status = excluded.status,
    unread_body = excluded.unread_body, unanswered_at = excluded.unanswered_at,
    updated_at = excluded.updated_at
  WHERE (${progressOf('excluded')}, excluded.updated_at) > (${progressOf('job')}, job.updated_at)`;

/** With its result, with its ID, or without. */
function progressOf(row: string): string {
  return `2 * (${row}.state = 'done') + (${row}.job_id IS NOT NULL)`;
}
