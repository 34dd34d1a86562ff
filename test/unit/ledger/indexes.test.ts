import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { Database } from '../../../src/ledger/database.ts';
import { storeOver } from '../../../src/ledger/sqliteStore.ts';
import type { Store } from '../../../src/ledger/store.ts';
import { deleteOldRows } from '../../../src/ledger/upkeep.ts';

const dayMs = 24 * 3_600_000;

/** What each index is for. */
const uses: Readonly<Record<string, (store: Store, database: Database) => void>> = {
  result_by_time: (store) => store.listResults('a', 9),
  older_result_by_time: (_, database) => deleteOldRows(database, Date.now() + dayMs),
  job_by_state: (store) => store.listJobsInProgress('a'),
  job_by_time: (store) => store.listJobs('a'),
  job_by_age: (_, database) => deleteOldRows(database, Date.now() + dayMs),
  spending_by_day: (store) => store.readUsage('a', 'd'),
};

describe('an index', () => {
  for (const [index, use] of Object.entries(uses)) {
    it(`is what SQLite looks into, so that the table is not read: ${index}`, (t) => {
      const database = new Database(':memory:');
      deleteOldRows(database, Date.now());
      const prepare = t.mock.method(DatabaseSync.prototype, 'prepare');
      use(storeOver(database), database);
      const statements = prepare.mock.calls.map(({ arguments: [sql] }) => sql);
      const plans = statements
        .filter((sql) => !sql.startsWith('PRAGMA'))
        .flatMap((sql) => database.all(`EXPLAIN QUERY PLAN ${sql}`))
        .map(({ detail }) => String(detail));
      assert.ok(
        plans.some((plan) => new RegExp(`\\b${index}\\b`).test(plan)),
        plans.join('\n'),
      );
      database.close();
    });
  }
});
