import { parentPort, workerData } from 'node:worker_threads';
import type { EngineHost } from './engine.ts';
import { hostMethods } from './methods.ts';
import { createLocalEngine, type EngineOptions } from './localEngine.ts';
import { mapMethods, Peer, withoutMessage } from './peer.ts';
import { folderStorage } from './storage.ts';

/** What a thread is started with: the folder of the ledger file in place of what opens it. */
export interface EngineData extends Pick<EngineOptions, 'certificatesFile' | 'settings'> {
  readonly folder: string;
}

const port = parentPort;
if (port === null) throw new Error('This file runs as a worker.');

const { folder, ...options } = workerData as EngineData;
const engine = createLocalEngine({ ...options, storage: folderStorage(folder) }, host());
const peer = new Peer(port, engine);

function host(): EngineHost {
  const calls = mapMethods(hostMethods, (name, kind) => (...args: readonly unknown[]) => {
    const call = peer.call(name, args);
    // The thread that should hear of it is gone, and this one ends with it.
    return kind === 'told' ? void call.catch(() => undefined) : call;
  }) as unknown as EngineHost;
  return {
    ...calls,
    send: ({ deadline, ...request }, onSent, signal) => {
      // It moves; the other thread has what is known now.
      const now = deadline && { deadline: { sendBefore: deadline.sendBefore } };
      return calls.send({ ...request, ...now }, onSent, signal);
    },
    onFault: (where, error) => calls.onFault(where, withoutMessage(error)),
  };
}
