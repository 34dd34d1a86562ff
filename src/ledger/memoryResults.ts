import type { MemoryRows } from './memoryRows.ts';
import type { JobRow, ResultHead, ResultTable, StoredResult } from './store.ts';
import { subjectName } from './subjectKey.ts';

/** The results of one window, for hosts without `node:sqlite`. */
export function memoryResults(
  results: MemoryRows<StoredResult>,
  jobs: MemoryRows<JobRow>,
): ResultTable {
  const headsOf = (account: string): ResultHead[] =>
    results
      .all()
      .filter((result) => result.account === account)
      .sort((a, b) => b.receivedAt - a.receivedAt)
      .map(({ account, chain, address, part, receivedAt }) => ({
        ...{ account, chain, address, part, receivedAt },
      }));

  return {
    readResult: (key, part) => results.get(subjectName(key, part)) ?? null,
    listResultsOf: (account, addresses) =>
      headsOf(account).filter(({ address }) => addresses.includes(address)),
    listResults: (account, limit) => headsOf(account).slice(0, limit),
    saveResult(result) {
      results.set(subjectName(result, result.part), result);
    },
    clearResults() {
      jobs.deleteWhere(({ state }) => state === 'done' || state === 'rejected');
      return results.deleteWhere(() => true);
    },
  };
}
