import { parentPort, workerData } from 'node:worker_threads';
import type { EngineHost } from './engine.ts';
import { hostMethods } from './methods.ts';
import { createLocalEngine, type EngineOptions } from './localEngine.ts';
import { mapMethods, Peer, withoutMessage } from './peer.ts';

const port = parentPort;
if (port === null) throw new Error('This file runs as a worker.');

const peer = new Peer(port, createLocalEngine(workerData as EngineOptions, host()));

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
