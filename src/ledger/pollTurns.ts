import type { Database } from './database.ts';
import { afterTurn, endOfTurn, turnDecision } from './leases.ts';
import { sendWithinMs, type PollTurnTable, type Tick } from './store.ts';

/** Longer than any waiter is silent, however late its process is. */
const longestWaitMs = 60_000;

export function pollTurnTable(database: Database): PollTurnTable {
  return {
    takeTurn(account, waiter, since, tick) {
      return database.transaction(() => {
        // Those that have been silent for long are gone, and so are those of an earlier start.
        database.run(
          'DELETE FROM waiter WHERE account = ? AND (waiter = ? OR seen NOT BETWEEN ? AND ?)',
          ...[account, waiter, tick - longestWaitMs, tick + longestWaitMs],
        );
        const turn = database.get('SELECT next_at FROM turn WHERE account = ?', account);
        const rivals = database
          .all('SELECT since, seen FROM waiter WHERE account = ?', account)
          .map((row) => row as unknown as { since: Tick; seen: Tick });
        const nextAt = turn === undefined ? null : (turn['next_at'] as number);
        const waitMs = turnDecision(nextAt, rivals, since, tick);
        if (waitMs > 0) {
          database.run(
            'INSERT INTO waiter (account, waiter, since, seen) VALUES (?, ?, ?, ?)',
            ...[account, waiter, since, tick],
          );
          return { isGranted: false, waitMs };
        }
        database.run(
          'INSERT OR REPLACE INTO turn (account, holder, next_at) VALUES (?, ?, ?)',
          account,
          waiter,
          endOfTurn(tick),
        );
        return { isGranted: true, sendBefore: tick + sendWithinMs };
      });
    },

    renewTurn(account, waiter, tick) {
      const renewed = database.run(
        'UPDATE turn SET next_at = ? WHERE account = ? AND holder = ?',
        ...[endOfTurn(tick), account, waiter],
      );
      return renewed > 0;
    },

    endTurn(account, waiter, tick) {
      database.transaction(() => {
        database.run(
          'UPDATE turn SET holder = NULL, next_at = ? WHERE account = ? AND holder = ?',
          afterTurn(tick),
          account,
          waiter,
        );
        database.run('DELETE FROM waiter WHERE account = ? AND waiter = ?', account, waiter);
      });
    },
  };
}
