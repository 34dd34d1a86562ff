import { parentPort, workerData } from 'node:worker_threads';
import type { EngineHost } from './engine.ts';
import { createLocalEngine, type EngineOptions } from './localEngine.ts';
import { Peer } from './peer.ts';

/** Start data of the thread. */
export type EngineData = Omit<EngineOptions, 'clock'>;

const port = parentPort;
if (port === null) throw new Error('This file runs as a worker.');

/** Every method forwards to the other thread. */
const host = new Proxy({} as EngineHost, {
  get:
    (_, name: string) =>
    (...args: readonly unknown[]) => {
      const call = peer.call(name, args);
      // If the receiving thread is gone, this one ends too, and nothing may wait for it.
      call.catch(() => undefined);
      return call;
    },
});
const engine = createLocalEngine(workerData as EngineData, host);
const peer = new Peer(port, engine);
