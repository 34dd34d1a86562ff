import type { SharedLedger } from '../../ledger/ledger.ts';
import type { Stop } from '../../ledger/store.ts';
import type { Connection } from './connection.ts';

export function pgStops({ query, change }: Connection) {
  return {
    async setStop(account, credential, { scope, status, at }) {
      await change(
        `INSERT INTO stop (account, credential, scope, status, at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (account, credential, scope)
         DO UPDATE SET status = excluded.status, at = excluded.at`,
        ...[account, credential, scope, status, at],
      );
    },

    async readStops(account, credential) {
      const rows = await query(
        'SELECT scope, status, at FROM stop WHERE account = $1 AND credential = $2',
        ...[account, credential],
      );
      return rows.map((row) => ({
        scope: row['scope'] as Stop['scope'],
        status: row['status'] as number,
        at: row['at'] as number,
      }));
    },

    async clearStops(account, scope) {
      await change(
        'DELETE FROM stop WHERE account = $1 AND scope = coalesce($2, scope)',
        ...[account, scope ?? null],
      );
    },
  } satisfies Partial<SharedLedger>;
}

/** Status calls, which a license may meter. */
export function pgPolls({ query, change }: Connection) {
  return {
    async countPoll(account, day, source) {
      await change(
        `INSERT INTO poll_count (account, day, source, count) VALUES ($1, $2, $3, 1)
         ON CONFLICT (account, day, source) DO UPDATE SET count = poll_count.count + 1`,
        ...[account, day, source],
      );
    },

    async uncountPoll(account, day, source) {
      await change(
        `UPDATE poll_count SET count = count - 1
         WHERE account = $1 AND day = $2 AND source = $3 AND count > 0`,
        ...[account, day, source],
      );
    },

    /** Paid calls are recorded by all processes that share the ledger. */
    async readUsage(account, day) {
      const rows = await query(
        'SELECT source, count FROM poll_count WHERE account = $1 AND day = $2 ORDER BY source',
        ...[account, day],
      );
      return rows.map((row) => ({
        kind: 'poll' as const,
        source: row['source'] as string,
        count: row['count'] as number,
      }));
    },
  } satisfies Partial<SharedLedger>;
}
