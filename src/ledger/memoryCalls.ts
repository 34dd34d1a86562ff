import { isAlive } from './leases.ts';
import type { MemoryRows } from './memoryRows.ts';
import {
  leaseMs,
  type CallRow,
  type CallTable,
  type ResultTable,
  type SubjectKey,
  type Tick,
} from './store.ts';
import { subjectName } from './subjectKey.ts';

/** The window that makes a call. */
export interface CallHolder {
  readonly owner: string;
  readonly leaseUntil: Tick;
}

/** The summary calls of one window, for hosts without `node:sqlite`. */
export function memoryCalls(
  holders: MemoryRows<CallHolder>,
  failures: MemoryRows<CallRow>,
  results: ResultTable,
): CallTable {
  const isHolder = (key: SubjectKey, owner: string): boolean =>
    holders.get(subjectName(key))?.owner === owner;

  const calls: CallTable = {
    claimCall(key, claim, freshSince, orphan) {
      const result = results.readResult(key, 'summary');
      if (result !== null && result.receivedAt > freshSince) return { kind: 'stored', result };
      const holder = holders.get(subjectName(key));
      if (holder !== undefined && isAlive(holder, claim.tick)) return { kind: 'busy' };
      if (holder !== undefined) {
        calls.failCall(key, holder.owner, orphan);
        return { kind: 'orphaned' };
      }
      holders.set(subjectName(key), { owner: claim.owner, leaseUntil: claim.tick + leaseMs });
      return { kind: 'claimed' };
    },
    renewCall(key, { owner, tick }) {
      if (isHolder(key, owner))
        holders.set(subjectName(key), { owner, leaseUntil: tick + leaseMs });
    },
    settleCall(key, owner, result) {
      results.saveResult(result);
      calls.releaseCall(key, owner);
      failures.delete(subjectName(key));
    },
    failCall(key, owner, row) {
      if (!isHolder(key, owner)) return;
      failures.set(subjectName(key), row);
      calls.releaseCall(key, owner);
    },
    releaseCall(key, owner) {
      if (isHolder(key, owner)) holders.delete(subjectName(key));
    },
    readCall: (key) => failures.get(subjectName(key)) ?? null,
  };
  return calls;
}
