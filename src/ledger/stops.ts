import type { Database } from './database.ts';
import { select } from './rows.ts';
import type { Stop, StopTable } from './store.ts';

export function stopTable(database: Database): StopTable {
  return {
    setStop(account, credential, { scope, status, at }) {
      database.run(
        'INSERT OR REPLACE INTO stop (account, credential, scope, status, at) VALUES (?, ?, ?, ?, ?)',
        ...[account, credential, scope, status, at],
      );
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
