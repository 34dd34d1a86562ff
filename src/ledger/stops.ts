import type { Database } from './database.ts';
import { deleteRows, replaceRow, select } from './rows.ts';
import type { Stop, StopTable } from './store.ts';

export function stopTable(database: Database): StopTable {
  return {
    setStop(account, credential, stop) {
      replaceRow(database, 'stop', { account, credential, ...stop });
    },

    readStops(account, credential) {
      const sql = 'SELECT scope, status, at FROM stop';
      return select(database, sql, { account, credential }) as unknown as Stop[];
    },

    clearStops: (account, scope) =>
      void deleteRows(database, 'stop', { account, ...(scope && { scope }) }),
  };
}
