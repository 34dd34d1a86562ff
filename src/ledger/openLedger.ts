import { setTimeout as wait } from 'node:timers/promises';
import { isBusy, openKeeper, type Keeper, type LedgerNotice } from './keeper.ts';
import { ledgerFrom, LedgerError, type Ledger } from './ledger.ts';
import type { Store } from './store.ts';

/** How long a call keeps trying while another process writes. */
const patienceMs = 10_000;

/**
 * The ledger of a folder, opened by its first call. Its commits block this thread: the extension
 * host must not open one.
 */
export function openLedger(options: {
  readonly folder: string;
  readonly onNotice: (notice: LedgerNotice) => void;
}): Ledger {
  let opened: Promise<Keeper> | undefined;

  function open(): Promise<Keeper> {
    opened ??= patiently(() => openKeeper(options.folder, options.onNotice)).catch(
      (error: unknown) => {
        // Another process held the file for too long; the next call tries again.
        opened = undefined;
        throw error;
      },
    );
    return opened;
  }

  async function ask(method: keyof Store, args: readonly unknown[]): Promise<unknown> {
    try {
      const keeper = await open();
      return await patiently(() =>
        keeper.run((store) => (store[method] as (...values: unknown[]) => unknown)(...args)),
      );
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
      throw new LedgerError(code);
    }
  }

  return {
    ...ledgerFrom(ask),
    async close() {
      if (opened === undefined) return;
      await ask('close', []).catch(() => undefined);
      opened = undefined;
    },
  };
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
