import { callTable } from './calls.ts';
import type { Database } from './database.ts';
import { jobTable } from './jobs.ts';
import { pollTurnTable } from './pollTurns.ts';
import { resultTable } from './results.ts';
import { spendingTable } from './spendings.ts';
import type { Store } from './store.ts';
import { sqlTable } from './sqlTable.ts';
import { stopTable } from './stops.ts';

/** The ledger in one SQLite file, shared by all of a user's windows on one machine. */
export function storeOver(database: Database): Store {
  const results = resultTable(database);
  return {
    ...results,
    ...jobTable(database, results),
    ...pollTurnTable(database),
    ...callTable(database, results),
    ...stopTable(database),
    ...spendingTable(database),
    ...sqlTable(database),
    readLoss: () => (database.get('SELECT at FROM loss')?.['at'] as number | undefined) ?? null,
    version: () => Number(database.get('PRAGMA data_version')?.['data_version']),
    close: () => database.close(),
  };
}
