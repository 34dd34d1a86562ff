import { faultOf, LedgerError } from './faults.ts';
import type { CallTable, JobTable, PollTurnTable, SqlTable, StopTable, Store } from './store.ts';

/** The ledger as the rest of the product sees it: every method of `Store`, as a promise. */
export type Ledger = {
  readonly [Method in LedgerMethod]: (
    ...args: Parameters<Store[Method]>
  ) => Promise<ReturnType<Store[Method]>>;
} & {
  close(): Promise<void>;
};

/**
 * The part of a ledger that prevents double payment: everything lookups need except the record of
 * spendings, and what several machines can share.
 */
export type SharedLedger = Pick<
  Ledger,
  | 'readResult'
  | 'readPastResult'
  | 'saveResult'
  | 'addResult'
  | keyof (JobTable & PollTurnTable & CallTable & StopTable & SqlTable)
  | 'readLoss'
  | 'countPoll'
  | 'uncountPoll'
  | 'readUsage'
  | 'close'
>;

/** A gateway's additional tables. */
export type Sql = Pick<Ledger, keyof SqlTable>;

export type LedgerMethod = Exclude<keyof Store, 'close'>;

/**
 * Every method, and what it does: `read` works on a file that cannot be written; `paid` lets something
 * be sent that is paid for, and looks at the whole file before the first one.
 */
export const ledgerMethods = {
  readResult: 'read',
  listResultsOf: 'read',
  listResults: 'read',
  listHistory: 'read',
  readPastResult: 'read',
  saveResult: 'write',
  addResult: 'write',
  clearResults: 'write',
  beginJob: 'paid',
  readJob: 'read',
  listJobs: 'read',
  listJobsInProgress: 'read',
  openJobOf: 'read',
  claimJob: 'write',
  changeJob: 'write',
  settleJob: 'write',
  overrideJob: 'write',
  keepJob: 'write',
  forgetJob: 'write',
  settleOrphans: 'write',
  takeTurn: 'write',
  renewTurn: 'write',
  endTurn: 'write',
  claimCall: 'paid',
  renewCall: 'write',
  settleCall: 'write',
  releaseCall: 'write',
  readCall: 'read',
  setStop: 'write',
  readStops: 'read',
  clearStops: 'write',
  reserveSpending: 'paid',
  markSpending: 'write',
  settleSpending: 'write',
  listSpendings: 'read',
  countUnanswered: 'read',
  decideAllowance: 'write',
  countPoll: 'write',
  uncountPoll: 'write',
  readUsage: 'read',
  query: 'read',
  change: 'write',
  changeAll: 'write',
  readLoss: 'read',
  version: 'read',
} as const satisfies Record<LedgerMethod, 'read' | 'write' | 'paid'>;

/** A ledger whose methods are all run by one function. */
export function ledgerFrom(
  run: (method: LedgerMethod, work: (store: Store) => unknown) => Promise<unknown>,
): Omit<Ledger, 'close'> {
  const entries = (Object.keys(ledgerMethods) as LedgerMethod[]).map((method) => {
    const call = (...args: readonly unknown[]): Promise<unknown> =>
      run(method, (store) => (store[method] as (...values: unknown[]) => unknown)(...args)).catch(
        (error: unknown) => {
          const fault = faultOf(error);
          throw fault === 'other' ? error : new LedgerError(fault);
        },
      );
    return [method, call] as const;
  });
  return Object.fromEntries(entries) as unknown as Omit<Ledger, 'close'>;
}
