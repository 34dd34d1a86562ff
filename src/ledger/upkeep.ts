import type { Database } from './database.ts';
import type { Instant } from './store.ts';

const dayMs = 24 * 3_600_000;
/** Results that newer ones have replaced. */
const olderResultMs = 3 * 365 * dayMs;
/** Jobs without anything left to wait for, counts of usage, and failures of calls. */
const finishedMs = 90 * dayMs;
/** A clock that has moved by more since the last time is not trusted with deleting anything. */
const longestGapMs = 365 * dayMs;
/** Deleting is cheap, and blocks the other windows: one look at the file deletes so many rows. */
const mostAtOnce = 2_000;

/** Deletes, about once a day, what is older than the ledger promises to keep. */
export function deleteOldRows(database: Database, now: Instant): void {
  const last = database.get('SELECT at FROM upkeep')?.['at'] as number | undefined;
  const gapMs = last === undefined ? Infinity : now - last;
  if (gapMs >= 0 && gapMs < dayMs) return;
  database.transaction(() => {
    database.run('INSERT OR REPLACE INTO upkeep (id, at) VALUES (1, ?)', now);
    if (gapMs < 0 || gapMs > longestGapMs) return;
    const day = new Date(now - finishedMs).toISOString().slice(0, 10);
    database.run(
      `DELETE FROM older_result WHERE (account, address, chain, part, received_at) IN (
       SELECT account, address, chain, part, received_at FROM older_result
       WHERE received_at < ? LIMIT ${mostAtOnce})`,
      now - olderResultMs,
    );
    database.run(
      `DELETE FROM job WHERE id IN (
       SELECT id FROM job WHERE state IN ('done', 'rejected') AND updated_at < ?
       LIMIT ${mostAtOnce})`,
      now - finishedMs,
    );
    database.run('DELETE FROM poll_count WHERE day < ?', day);
    database.run(
      'DELETE FROM call WHERE owner IS NULL AND kind IS NOT NULL AND retry_at < ?',
      now - finishedMs,
    );
  });
}
