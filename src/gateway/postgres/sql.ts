import type { Sql } from '../../ledger/ledger.ts';
import type { SqlRow } from '../../ledger/store.ts';
import type { Connection } from './connection.ts';

/** A statement of a transaction had nothing to change. The code is PostgreSQL's for that. */
const undone = Object.assign(new Error('A statement has returned no row.'), { code: 'P0002' });

export function pgSql({ query, change, transaction }: Connection): Sql {
  return {
    query: async (...statement) => (await query(...statement)) as SqlRow[],
    change: async (...statement) => (await change(...statement)) as SqlRow[],

    async changeAll(statements) {
      let done = 0;
      try {
        await transaction(async (each) => {
          done = 0;
          for (const statement of statements) {
            if ((await each(...statement)).length === 0) throw undone;
            done++;
          }
        });
      } catch (error) {
        if (error !== undone) throw error;
      }
      return done;
    },
  };
}
