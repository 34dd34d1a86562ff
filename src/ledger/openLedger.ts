import { setTimeout as wait } from 'node:timers/promises';
import type { Keeper } from './keeper.ts';
import type { LedgerNotice } from './notices.ts';
import { codeOf, ledgerFrom, LedgerError, type Ledger } from './ledger.ts';
import { sqliteFaultOf } from './sqliteFaults.ts';
import type { Store } from './store.ts';

/** How long a call keeps trying while another process writes. */
const patienceMs = 10_000;

interface LedgerOptions {
  readonly folder: string;
  readonly onNotice: (notice: LedgerNotice) => void;
  /** How long to work without a file that cannot be written before trying it again. */
  readonly retryMs?: number;
}

const usualRetryMs = 10_000;

/**
 * The ledger of a folder, opened by its first call. Its commits block this thread: the extension
 * host must not open one.
 */
export function openLedger(options: LedgerOptions): Ledger {
  const file = new LedgerFile(options);
  return {
    ...ledgerFrom((method, args) => file.ask(method, args)),
    isDurable: () => file.use((keeper) => keeper.isDurable()),
    version: () => file.version(),
    close: () => file.close(),
  };
}

/** What lets something be sent, and what all windows must therefore know of. */
const forAllWindows: ReadonlySet<keyof Store> = new Set([
  'beginJob',
  'claimCall',
  'reserveSpending',
  'takeTurn',
]);

/** The store of a folder, once a call has opened it. */
class LedgerFile {
  readonly #options: LedgerOptions;
  #keeper: Promise<Keeper> | undefined;
  #last: Store | undefined;
  /** Counts the stores, so that a new one is a new version. */
  #epoch = 0;
  #retrying: NodeJS.Timeout | undefined;

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  get #retryMs(): number {
    return this.#options.retryMs ?? usualRetryMs;
  }

  ask(method: keyof Store, args: readonly unknown[]): Promise<unknown> {
    return this.use((keeper) => {
      const isShared = forAllWindows.has(method);
      if (isShared) keeper.tryFile();
      return keeper.run((store) => {
        if (isShared && keeper.isSettling()) throw new SettlingError();
        return (store[method] as (...values: unknown[]) => unknown)(...args);
      });
    });
  }

  version(): Promise<number> {
    return this.use((keeper) =>
      keeper.run((store) => {
        if (store !== this.#last) this.#epoch++;
        this.#last = store;
        return this.#epoch * 2 ** 32 + store.version();
      }),
    );
  }

  async use<T>(work: (keeper: Keeper) => T): Promise<T> {
    try {
      const keeper = await this.#open();
      try {
        return await patiently(() => work(keeper));
      } finally {
        if (keeper.isInMemory) this.#retryLater();
      }
    } catch (error) {
      throw new LedgerError(codeOf(error));
    }
  }

  /** What is only in memory goes to the file as soon as that can be written, without a call. */
  #retryLater(): void {
    this.#retrying ??= setTimeout(() => {
      this.#retrying = undefined;
      this.use((keeper) => keeper.isDurable()).catch(() => {
        // The next call reports it.
      });
    }, this.#retryMs).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#retrying);
    const keeper = await this.#keeper?.catch(() => undefined);
    this.#keeper = undefined;
    keeper?.close();
  }

  #open(): Promise<Keeper> {
    const { folder, onNotice } = this.#options;
    // Only a host older than those that this extension supports has no SQLite.
    this.#keeper ??= import('./keeper.ts').then(({ openKeeper }) =>
      openKeeper(folder, onNotice, this.#retryMs),
    );
    return this.#keeper;
  }
}

/** Other windows may still know of a job that the new file does not have. */
class SettlingError extends Error {
  readonly code = 'settling';
}

async function patiently<T>(work: () => T): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      return work();
    } catch (error) {
      const canWait = error instanceof SettlingError || sqliteFaultOf(error) === 'busy';
      if (!canWait || performance.now() > deadline) throw error;
      await wait(5 + Math.random() * 20);
    }
  }
}
