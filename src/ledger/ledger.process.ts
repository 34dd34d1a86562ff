import { parentPort, workerData } from 'node:worker_threads';
import { setTimeout as wait } from 'node:timers/promises';
import { isBusy, openKeeper, type Keeper } from './keeper.ts';
import type { LedgerReply, LedgerRequest } from './protocol.ts';

/** How long a call keeps trying while another process writes. */
const patienceMs = 10_000;

const { folder } = workerData as { readonly folder: string };
const port = parentPort;
if (port === null) throw new Error('This file runs as a worker.');

const reply = (message: LedgerReply): void => port.postMessage(message);
const patiently = async <T>(work: () => T | Promise<T>): Promise<T> => {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await wait(5 + Math.random() * 20);
    }
  }
};

let opened: Promise<Keeper> | undefined;
const open = (): Promise<Keeper> =>
  (opened ??= patiently(() => openKeeper(folder, (notice) => reply({ notice }))).catch(
    (error: unknown) => {
      // Another process held the file for too long; the next call tries again.
      opened = undefined;
      throw error;
    },
  ));

port.on('message', ({ id, method, args }: LedgerRequest) => {
  void answer(id, method, args);
});

async function answer(
  id: number,
  method: LedgerRequest['method'],
  args: readonly unknown[],
): Promise<void> {
  try {
    const keeper = await open();
    const value = await patiently(() =>
      keeper.run((store) => (store[method] as (...values: readonly unknown[]) => unknown)(...args)),
    );
    reply({ id, value });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    reply({ id, error: code });
  }
}
