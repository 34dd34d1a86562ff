import { parentPort, workerData } from 'node:worker_threads';
import type { EngineHost } from './engine.ts';
import { createLocalEngine, type EngineOptions } from './localEngine.ts';
import { Peer } from './peer.ts';
import { folderStorage } from './storage.ts';

/** What a thread is started with: the folder of the ledger file in place of what opens it. */
export interface EngineData extends Pick<EngineOptions, 'certificatesFile' | 'settings'> {
  readonly folder: string;
}

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
const { folder, ...options } = workerData as EngineData;
const engine = createLocalEngine({ ...options, storage: folderStorage(folder) }, host);
const peer = new Peer(port, engine);
