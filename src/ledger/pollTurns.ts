import type { Database } from './database.ts';
import { afterTurn, endOfTurn, turnDecision, type Rival } from './leases.ts';
import { deleteRows, insertRow, replaceRow, updateRows } from './rows.ts';
import type { PollTurnTable } from './store.ts';

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
          return waitMs;
        }
        replaceRow(database, 'turn', { account, holder: waiter, nextAt: endOfTurn(tick) });
        return 0;
      });
    },

    renewTurn(account, waiter, tick) {
      const change = { nextAt: endOfTurn(tick) };
      return updateRows(database, 'turn', change, { account, holder: waiter }) > 0;
    },

    endTurn(account, waiter, tick) {
      database.transaction(() => {
        const change = { holder: null, nextAt: afterTurn(tick) };
        updateRows(database, 'turn', change, { account, holder: waiter });
        deleteRows(database, 'waiter', { account, waiter });
      });
    },
  };
}
