import { callTable } from './calls.ts';
import { Database, NewerLedgerError } from './database.ts';
import { jobTable } from './jobs.ts';
import { resultTable } from './results.ts';
import type { Store } from './store.ts';
import { turnTable } from './turns.ts';
import { usageTable } from './usage.ts';

/**
 * The ledger in one SQLite file, shared by all windows of a person on one machine.
 * @param path a file, or `:memory:`
 * @throws as `Database` does
 */
export function openSqliteStore(path: string): Store {
  const database = new Database(path);
  const results = resultTable(database);
  return {
    ...results,
    ...jobTable(database, results),
    ...turnTable(database),
    ...callTable(database, results),
    ...usageTable(database),
    version: () => Number(database.get('PRAGMA data_version')?.['data_version']),
    close: () => database.close(),
  };
}

export { NewerLedgerError };
