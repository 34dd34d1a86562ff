import type { Database } from './database.ts';
import { insertRow, select } from './rows.ts';
import type { Stop, StopTable } from './store.ts';

export function stopTable(database: Database): StopTable {
  return {
    setStop(account, credential, stop) {
      const again = 'DO UPDATE SET status = excluded.status, at = excluded.at';
      insertRow(database, 'stop', { account, credential, ...stop }, again);
    },

    readStops(account, credential) {
      return select(
        database,
        'SELECT scope, status, at FROM stop WHERE account = ? AND credential = ?',
        ...[account, credential],
      ) as unknown as Stop[];
    },

    clearStops(account, scope) {
      database.run(
        'DELETE FROM stop WHERE account = ? AND scope = ifnull(?, scope)',
        ...[account, scope ?? null],
      );
    },
  };
}
