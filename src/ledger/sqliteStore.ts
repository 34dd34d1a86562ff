import { callTable } from './calls.ts';
import type { Database } from './database.ts';
import { jobTable } from './jobs.ts';
import { ledgerMethods, type LedgerMethod } from './ledger.ts';
import { pollTurnTable } from './pollTurns.ts';
import { resultListTable, resultTable } from './results.ts';
import { spendingTable } from './spendings.ts';
import { sqlTable } from './sqlTable.ts';
import type { Steps } from './steps.ts';
import type { Store } from './store.ts';
import { pollTable, stopTable } from './stops.ts';

/** What all kinds of ledger do in the same steps. */
export const sharedTables = {
  ...resultTable,
  ...jobTable,
  ...pollTurnTable,
  ...callTable,
  ...stopTable,
  ...pollTable,
};

const fileTables = { ...sharedTables, ...resultListTable };

/** The ledger in one SQLite file, shared by all of a user's windows on one machine. */
export function storeOver(database: Database): Store {
  const methods = Object.entries(fileTables).map(([name, method]) => {
    const work = method as (...args: unknown[]) => Steps<unknown>;
    const isRead = ledgerMethods[name as LedgerMethod] === 'read';
    const run = (...args: unknown[]): unknown =>
      isRead ? database.do(work(...args)) : database.transaction(() => database.do(work(...args)));
    return [name, run] as const;
  });
  return {
    ...(Object.fromEntries(methods) as unknown as Pick<Store, keyof typeof fileTables>),
    ...spendingTable(database),
    ...sqlTable(database),
    readLoss: () => (database.get('SELECT at FROM loss')?.['at'] as number | undefined) ?? null,
    version: () => Number(database.get('PRAGMA data_version')?.['data_version']),
    close: () => database.close(),
  };
}
