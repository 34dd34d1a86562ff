import type { Database } from './database.ts';
import { afterTurn, endOfTurn, turnDecision, type Rival } from './leases.ts';
import { insertRow, updateRows } from './rows.ts';
import { sendWithinMs, type PollTurnTable } from './store.ts';

const ofHolder = 'account = ? AND holder = ?';

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
        const rivals = database.all('SELECT since, seen FROM waiter WHERE account = ?', account);
        const nextAt = turn === undefined ? null : (turn['next_at'] as number);
        const waitMs = turnDecision(nextAt, rivals as unknown as Rival[], since, tick);
        if (waitMs > 0) {
          insertRow(database, 'waiter', { account, waiter, since, seen: tick });
          return { isGranted: false, waitMs };
        }
        database.run(
          'INSERT OR REPLACE INTO turn (account, holder, next_at) VALUES (?, ?, ?)',
          ...[account, waiter, endOfTurn(tick)],
        );
        return { isGranted: true, sendBefore: tick + sendWithinMs };
      });
    },

    renewTurn(account, waiter, tick) {
      const change = { nextAt: endOfTurn(tick) };
      return updateRows(database, 'turn', change, [ofHolder, account, waiter]) > 0;
    },

    endTurn(account, waiter, tick) {
      database.transaction(() => {
        const change = { holder: null, nextAt: afterTurn(tick) };
        updateRows(database, 'turn', change, [ofHolder, account, waiter]);
        database.run('DELETE FROM waiter WHERE account = ? AND waiter = ?', account, waiter);
      });
    },
  };
}
