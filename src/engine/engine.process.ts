import { parentPort, workerData } from 'node:worker_threads';
import type { Engine, EngineHost, EngineSettings } from './engine.ts';
import { engineMethods, hostMethods } from './methods.ts';
import { createLocalEngine } from './localEngine.ts';
import { mapMethods, Peer, withoutMessage, type CallContext } from './peer.ts';
import { folderStorage } from './storage.ts';

/** What a thread is started with. */
export interface EngineData {
  /** The folder of the ledger file. */
  readonly folder: string;
  /** The built `certificates.process.ts`. */
  readonly certificatesFile: string;
  readonly settings: EngineSettings;
}

const port = parentPort;
if (port === null) throw new Error('This file runs as a worker.');

const { folder, ...options } = workerData as EngineData;
const engine = createLocalEngine({ ...options, storage: folderStorage(folder) }, host());
const methods = engine as unknown as Record<keyof Engine, (...args: readonly unknown[]) => unknown>;
const peer = new Peer(
  port,
  mapMethods(engineMethods, (name, kind) => {
    const call = (...args: readonly unknown[]): unknown => methods[name](...args);
    return ({ signal, emit }: CallContext, ...args: unknown[]) => {
      if (kind === 'watched' || kind === 'rewatched') return call(...args, emit, signal);
      return kind === 'canceled' ? call(...args, signal) : call(...args);
    };
  }),
);

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
      return peer.call('send', [{ ...request, ...now }], { signal, onEvent: onSent }) as never;
    },
    onFault: (where, error) => calls.onFault(where, withoutMessage(error)),
  };
}
