import { setTimeout as wait } from 'node:timers/promises';
import { isBusy, openKeeper, type Keeper, type LedgerNotice } from './keeper.ts';
import { ledgerFrom, LedgerError, type Ledger } from './ledger.ts';
import type { Store } from './store.ts';

/** How long a call keeps trying while another process writes. */
const patienceMs = 10_000;

interface LedgerOptions {
  readonly folder: string;
  readonly onNotice: (notice: LedgerNotice) => void;
}

/**
 * The ledger of a folder, opened by its first call. Its commits block this thread: the extension
 * host must not open one.
 */
export function openLedger(options: LedgerOptions): Ledger {
  const file = new LedgerFile(options);
  return {
    ...ledgerFrom((method, args) => file.ask(method, args)),
    close: () => file.close(),
  };
}

/** The store of a folder, once a call has opened it. */
class LedgerFile {
  readonly #options: LedgerOptions;
  #opened: Promise<Keeper> | undefined;

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  async ask(method: keyof Store, args: readonly unknown[]): Promise<unknown> {
    try {
      const keeper = await this.#open();
      return await patiently(() =>
        keeper.run((store) => (store[method] as (...values: unknown[]) => unknown)(...args)),
      );
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
      throw new LedgerError(code);
    }
  }

  async close(): Promise<void> {
    if (this.#opened === undefined) return;
    await this.ask('close', []).catch(() => undefined);
    this.#opened = undefined;
  }

  #open(): Promise<Keeper> {
    const { folder, onNotice } = this.#options;
    this.#opened ??= patiently(() => openKeeper(folder, onNotice)).catch((error: unknown) => {
      // Another process held the file for too long; the next call tries again.
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }
}

async function patiently<T>(work: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await wait(5 + Math.random() * 20);
    }
  }
}
