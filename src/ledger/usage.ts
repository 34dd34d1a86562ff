import type { Database, Row } from './database.ts';
import type { Stop, UsageRow, UsageTable } from './store.ts';

export function usageTable(database: Database): UsageTable {
  return {
    countUsage(account, day, kind, source) {
      database.run(
        `INSERT INTO usage VALUES (?, ?, ?, ?, 1)
         ON CONFLICT DO UPDATE SET count = count + 1`,
        account,
        day,
        kind,
        source,
      );
    },

    uncountUsage(account, day, kind, source) {
      database.run(
        `UPDATE usage SET count = count - 1
         WHERE account = ? AND day = ? AND kind = ? AND source = ? AND count > 0`,
        account,
        day,
        kind,
        source,
      );
    },

    readUsage(account, day) {
      return database
        .all(
          `SELECT kind, source, count FROM usage WHERE account = ? AND day = ?
           ORDER BY kind, source`,
          account,
          day,
        )
        .map((row) => ({
          kind: row['kind'] as UsageRow['kind'],
          source: row['source'] as string,
          count: row['count'] as number,
        }));
    },

    setStop(account, credential, stop) {
      database.run(
        'INSERT OR REPLACE INTO stop VALUES (?, ?, ?, ?, ?)',
        account,
        credential,
        stop.scope,
        stop.status,
        stop.at,
      );
    },

    readStops(account, credential) {
      return database
        .all(
          'SELECT scope, status, at FROM stop WHERE account = ? AND credential = ?',
          account,
          credential,
        )
        .map((row) => ({
          scope: scopeOf(row),
          status: row['status'] as number,
          at: row['at'] as number,
        }));
    },

    clearStops(account, scope) {
      database.run(
        'DELETE FROM stop WHERE account = ? AND scope = ifnull(?, scope)',
        account,
        scope ?? null,
      );
    },
  };
}

/** The first release stored a summary's 404 as a stop of the credential. */
function scopeOf({ scope, status }: Row): Stop['scope'] {
  return status === 404 ? 'summary' : (scope as Stop['scope']);
}
