import { memoryCalls } from './memoryCalls.ts';
import { memoryJobs } from './memoryJobs.ts';
import { memoryPollTurns } from './memoryPollTurns.ts';
import { memoryResults } from './memoryResults.ts';
import { MemoryRows } from './memoryRows.ts';
import { memorySpendings } from './memorySpendings.ts';
import { memoryUsage } from './memoryUsage.ts';
import type { JobRow, Store } from './store.ts';

/** The ledger of one window, for hosts without `node:sqlite`: it ends with the window. */
export function createMemoryStore(): Store {
  const jobs = new MemoryRows<JobRow>();
  const results = memoryResults(new MemoryRows(), jobs);
  const usage = memoryUsage(new MemoryRows(), new MemoryRows());
  return {
    ...results,
    ...memoryJobs(jobs, results),
    ...memoryPollTurns(new MemoryRows()),
    ...memoryCalls(new MemoryRows(), new MemoryRows(), results),
    ...usage,
    ...memorySpendings(new MemoryRows(), new MemoryRows(), usage),
    version: () => 0,
    close: () => undefined,
  };
}
