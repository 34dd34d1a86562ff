import type { Database } from './database.ts';
import type { Instant, Statement } from './store.ts';

const dayMs = 24 * 3_600_000;
/** Results, and the charges for them. */
const resultMs = 3 * 365 * dayMs;
/** Jobs without anything left to wait for, counts of usage, and failures of calls. */
const finishedMs = 90 * dayMs;
/** A little longer than jobs: it leads to them. */
const memberJobMs = 100 * dayMs;
/** A clock that has moved by more since the last time is not trusted with deleting anything. */
const maxGapMs = 365 * dayMs;
/** Deleting is cheap, and blocks the other windows: one slice deletes so many rows of a table. */
export const sliceRows = 2_000;

/** Deletes a slice of each table's rows that are older than is promised, and returns one row for each. */
export function oldRows(now: Instant): readonly Statement[] {
  const slice = (table: string, key: string, where: string, before: string | number): Statement => [
    `DELETE FROM ${table} WHERE (${key}) IN (
       SELECT ${key} FROM ${table} WHERE ${where} LIMIT ${sliceRows}) RETURNING 1 AS deleted`,
    before,
  ];
  const dayOf = (ageMs: number): string => new Date(now - ageMs).toISOString().slice(0, 10);
  const result = 'account, address, chain, part';
  const [finished, call] = [now - finishedMs, 'account, address, chain'];
  const isOver = 'owner IS NULL AND kind IS NOT NULL AND retry_at < ?';
  return [
    slice('result', result, 'received_at < ?', now - resultMs),
    slice('older_result', `${result}, received_at`, 'received_at < ?', now - resultMs),
    slice('job', 'id', `state IN ('done', 'rejected') AND updated_at < ?`, finished),
    slice('poll_count', 'account, day, source', 'day < ?', dayOf(finishedMs)),
    slice('summary_call', call, isOver, finished),
    slice('member_job', 'id', 'created_at < ?', now - memberJobMs),
    slice('charge', 'id', 'made_at < ?', now - resultMs),
    slice('allowance_used', 'member, day, kind', 'day < ?', dayOf(memberJobMs)),
  ];
}

/**
 * Deletes rows that are older than the ledger promises to keep, about once a day.
 * @returns whether more are left for another slice
 */
export function deleteOldRows(database: Database, now: Instant): boolean {
  const last = database.get('SELECT at FROM upkeep')?.['at'] as number | undefined;
  const gapMs = last === undefined ? Infinity : now - last;
  if (gapMs >= 0 && gapMs < dayMs) return false;
  return database.transaction(() => {
    const isTrusted = gapMs >= 0 && gapMs <= maxGapMs;
    const counts = (isTrusted ? oldRows(now) : []).map(
      (statement) => database.apply(statement).length,
    );
    const isMore = counts.includes(sliceRows);
    if (!isMore) database.run('INSERT OR REPLACE INTO upkeep (id, at) VALUES (1, ?)', now);
    return isMore;
  });
}
