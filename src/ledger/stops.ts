import { deleteRows, replaceRow, select } from './rows.ts';
import type { StepsOf } from './steps.ts';
import type { SpendingTable, Stop, StopTable, UsageRow } from './store.ts';

export const stopTable: StepsOf<StopTable> = {
  *setStop(account, credential, stop) {
    yield replaceRow('stop', { account, credential, ...stop });
  },

  *readStops(account, credential) {
    const sql = 'SELECT scope, status, at FROM stop';
    return (yield* select(sql, { account, credential })) as unknown as Stop[];
  },

  *clearStops(account, scope) {
    yield deleteRows('stop', { account, ...(scope && { scope }) });
  },
};

/** Status calls, which a license may meter. */
export const pollTable: StepsOf<Pick<SpendingTable, 'countPoll' | 'uncountPoll' | 'readUsage'>> = {
  *countPoll(account, day, source) {
    yield [
      `INSERT INTO poll_count (account, day, source, count) VALUES (?, ?, ?, 1)
       ON CONFLICT (account, day, source) DO UPDATE SET count = poll_count.count + 1`,
      ...[account, day, source],
    ];
  },

  *uncountPoll(account, day, source) {
    yield [
      `UPDATE poll_count SET count = count - 1
       WHERE account = ? AND day = ? AND source = ? AND count > 0`,
      ...[account, day, source],
    ];
  },

  /** Without the paid calls, which a window records, and a gateway by member. */
  *readUsage(account, day) {
    const sql = `SELECT 'poll' AS kind, source, count FROM poll_count`;
    const rows = yield* select(sql, { account, day }, ['ORDER BY source']);
    return rows as unknown as UsageRow[];
  },
};
