import { parentPort, workerData } from 'node:worker_threads';
import type { EngineHost } from './engine.ts';
import { createLocalEngine, type EngineOptions } from './localEngine.ts';
import { Peer } from './peer.ts';

/** What a thread is started with. */
export type EngineData = Omit<EngineOptions, 'clock'>;

const port = parentPort;
if (port === null) throw new Error('This file runs as a worker.');

/** Each method is one of the other thread. */
const host = new Proxy({} as EngineHost, {
  get:
    (_, name: string) =>
    (...args: readonly unknown[]) => {
      const call = peer.call(name, args);
      // If the thread that should hear of it is gone, this one ends with it, and no one may wait.
      call.catch(() => undefined);
      return call;
    },
});
const engine = createLocalEngine(workerData as EngineData, host);
const peer = new Peer(port, engine);
