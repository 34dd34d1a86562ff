import type { Database } from './database.ts';
import type { SqlRow, SqlTable, Statement } from './store.ts';

/** A statement of a transaction had nothing to change. */
const undone = new Error('A statement has returned no row.');

/** Statements of a gateway on SQLite, which numbers parameters with `?`. */
export function sqlTable(database: Database): SqlTable {
  const run = ([sql, ...values]: Statement): SqlRow[] =>
    database.all(sql.replaceAll('$', '?'), ...values) as SqlRow[];
  return {
    query: (...statement) => run(statement),
    change: (...statement) => run(statement),
    changeAll(statements) {
      let done = 0;
      try {
        database.transaction(() => {
          for (const statement of statements) {
            if (run(statement).length === 0) throw undone;
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
