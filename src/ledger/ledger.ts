import { Worker } from 'node:worker_threads';
import type { LedgerNotice } from './keeper.ts';
import type { LedgerReply, LedgerRequest } from './protocol.ts';
import type { Store } from './store.ts';

/** The ledger as the rest of the product sees it: every method of `Store`, as a promise. */
export type Ledger = {
  readonly [Method in Exclude<keyof Store, 'close'>]: (
    ...args: Parameters<Store[Method]>
  ) => Promise<ReturnType<Store[Method]>>;
} & { close(): Promise<void> };

/** Nothing could be stored, so no paid call may be sent. */
export class LedgerError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`The ledger could not be written (${code}).`);
    this.code = code;
  }
}

const methods = {
  readResult: true,
  listResultsOf: true,
  listResults: true,
  saveResult: true,
  clearResults: true,
  beginJob: true,
  readJob: true,
  listJobs: true,
  openJobOf: true,
  claimJob: true,
  changeJob: true,
  settleJob: true,
  overrideJob: true,
  keepJob: true,
  forgetJob: true,
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
  decideAllowance: true,
  version: true,
} satisfies Record<Exclude<keyof Store, 'close'>, true>;

/**
 * Opens the ledger in a worker: a synced commit may take longer than a frame, and all extensions
 * share the extension host.
 * @param workerFile the built `ledger.process.ts`
 */
export function openLedger(options: {
  readonly folder: string;
  readonly workerFile: string | URL;
  readonly onNotice: (notice: LedgerNotice) => void;
}): Ledger {
  const waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: Error) => void }
  >();
  let worker: Worker | undefined;
  let nextId = 0;

  function start(): Worker {
    const started = new Worker(options.workerFile, {
      workerData: { folder: options.folder },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    started.on('message', (message: LedgerReply) => {
      if ('notice' in message) {
        options.onNotice(message.notice);
        return;
      }
      const caller = waiting.get(message.id);
      waiting.delete(message.id);
      if (waiting.size === 0) started.unref();
      if ('error' in message) caller?.reject(new LedgerError(message.error));
      else caller?.resolve(message.value);
    });
    // The next call restarts a failed worker; its pending calls are rejected now.
    started.on('error', () => undefined);
    started.on('exit', () => {
      if (worker === started) worker = undefined;
      for (const { reject } of waiting.values()) reject(new LedgerError('workerEnded'));
      waiting.clear();
    });
    return started;
  }

  function ask(method: keyof Store, args: readonly unknown[]): Promise<unknown> {
    worker ??= start();
    const id = ++nextId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    waiting.set(id, { resolve, reject });
    worker.ref();
    worker.postMessage({ id, method, args } satisfies LedgerRequest);
    return promise;
  }

  return {
    ...asLedger(ask),
    async close() {
      if (worker === undefined) return;
      await ask('close', []).catch(() => undefined);
      await worker.terminate();
    },
  };
}

/** The same interface over a store in this thread, for tests and tools. */
export function ledgerOver(store: Store): Ledger {
  const ask = (method: keyof Store, args: readonly unknown[]): Promise<unknown> =>
    Promise.resolve().then(() =>
      (store[method] as (...values: readonly unknown[]) => unknown)(...args),
    );
  return {
    ...asLedger(ask),
    close() {
      store.close();
      return Promise.resolve();
    },
  };
}

function asLedger(
  ask: (method: keyof Store, args: readonly unknown[]) => Promise<unknown>,
): Omit<Ledger, 'close'> {
  const entries = (Object.keys(methods) as (keyof typeof methods)[]).map(
    (method) => [method, (...args: readonly unknown[]) => ask(method, args)] as const,
  );
  return Object.fromEntries(entries) as unknown as Omit<Ledger, 'close'>;
}
