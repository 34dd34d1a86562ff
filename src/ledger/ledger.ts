import type { Store } from './store.ts';

/** The ledger as the rest of the product sees it: every method of `Store`, as a promise. */
export type Ledger = {
  readonly [Method in Exclude<keyof Store, 'close'>]: (
    ...args: Parameters<Store[Method]>
  ) => Promise<ReturnType<Store[Method]>>;
} & {
  /** Whether what is stored outlives this window. If not, each paid call needs the user's word. */
  isDurable(): Promise<boolean>;
  close(): Promise<void>;
};

/** Nothing could be stored, so no paid call may be sent. */
export class LedgerError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`The ledger could not be written (${code}).`);
    this.code = code;
  }
}

/** The code of an error of SQLite or of the file system; its message may quote a path. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

const methods = {
  readResult: true,
  listResultsOf: true,
  listResults: true,
  listHistory: true,
  readPastResult: true,
  saveResult: true,
  clearResults: true,
  beginJob: true,
  readJob: true,
  listJobs: true,
  listJobsInProgress: true,
  openJobOf: true,
  claimJob: true,
  changeJob: true,
  settleJob: true,
  overrideJob: true,
  keepJob: true,
  forgetJob: true,
  claimNotice: true,
  noticeJob: true,
  settleOrphans: true,
  takeTurn: true,
  renewTurn: true,
  endTurn: true,
  claimCall: true,
  renewCall: true,
  settleCall: true,
  failCall: true,
  releaseCall: true,
  readCall: true,
  countUsage: true,
  uncountUsage: true,
  readUsage: true,
  setStop: true,
  readStops: true,
  clearStops: true,
  reserveSpending: true,
  settleSpending: true,
  releaseSpending: true,
  listSpendings: true,
  listSpendingsOf: true,
  countUnanswered: true,
  decideAllowance: true,
  version: true,
} satisfies Record<Exclude<keyof Store, 'close'>, true>;

/** A ledger over a store that is open. */
export function ledgerOver(store: Store): Ledger {
  const ask = (method: keyof Store, args: readonly unknown[]): Promise<unknown> =>
    Promise.resolve()
      .then(() => (store[method] as (...values: readonly unknown[]) => unknown)(...args))
      .catch((error: unknown) => {
        throw new LedgerError(codeOf(error));
      });
  return {
    ...ledgerFrom(ask),
    isDurable: () => Promise.resolve(true),
    close() {
      store.close();
      return Promise.resolve();
    },
  };
}

/** A ledger whose methods are all run by one function. */
export function ledgerFrom(
  ask: (method: keyof Store, args: readonly unknown[]) => Promise<unknown>,
): Omit<Ledger, 'close' | 'isDurable'> {
  const entries = (Object.keys(methods) as (keyof typeof methods)[]).map(
    (method) => [method, (...args: readonly unknown[]) => ask(method, args)] as const,
  );
  return Object.fromEntries(entries) as unknown as Omit<Ledger, 'close' | 'isDurable'>;
}
