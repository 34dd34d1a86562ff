import { setTimeout as wait } from 'node:timers/promises';
import { faultOf } from './faults.ts';
import { ledgerFrom, ledgerMethods, type Ledger } from './ledger.ts';
import type { LedgerFile } from './ledgerFile.ts';
import type { LedgerNotice } from './notices.ts';

/** How long a call keeps trying while another process writes. */
const timeoutMs = 10_000;
/** How often to look for rows that are too old, and from one slice of them to the next. */
const tidyMs = 3_600_000;
const sliceMs = 1_000;
/** How soon what only the reserve holds is tried again. */
const retryMs = 500;

/**
 * The ledger of a folder, opened by its first call. Its commits block this thread: the extension
 * host must not open one.
 */
export function openLedger(folder: string, onNotice: (notice: LedgerNotice) => void): Ledger {
  let opening: Promise<LedgerFile> | undefined;
  let retrying: NodeJS.Timeout | undefined;
  let tidying: NodeJS.Timeout | undefined;

  function tidyLater(file: LedgerFile, waitMs: number): void {
    tidying = setTimeout(() => {
      let isMore = false;
      try {
        isMore = file.tidy();
      } catch {
        // It cannot be written now.
      }
      tidyLater(file, isMore ? sliceMs : tidyMs);
    }, waitMs).unref();
  }

  function retryLater(file: LedgerFile): void {
    retrying ??= setTimeout(() => {
      retrying = undefined;
      try {
        file.retry();
      } catch {
        retryLater(file);
      }
    }, retryMs).unref();
  }

  return {
    ...ledgerFrom(async (method, work) => {
      opening ??= import('./ledgerFile.ts').then(
        ({ LedgerFile }) => new LedgerFile(folder, onNotice),
      );
      const file = await opening;
      if (tidying === undefined) tidyLater(file, tidyMs);
      try {
        if (ledgerMethods[method] === 'paid') await patiently(() => file.check());
        return await patiently(() => file.run(method, work));
      } finally {
        if (file.hasUnsaved) retryLater(file);
      }
    }),
    async close() {
      clearTimeout(retrying);
      clearTimeout(tidying);
      const file = await opening?.catch(() => undefined);
      opening = undefined;
      try {
        file?.close();
      } catch {
        // Anything left stays in the reserve.
      }
    },
  };
}

async function patiently<T>(work: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (faultOf(error) !== 'busy' || performance.now() > deadline) throw error;
      await wait(5 + Math.random() * 20);
    }
  }
}
