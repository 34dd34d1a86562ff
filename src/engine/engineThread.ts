import { Worker } from 'node:worker_threads';
import type { WireRequest } from '../api/transport.ts';
import type { EngineData } from './engine.process.ts';
import type { EngineHost, EngineSettings } from './engine.ts';
import { hostMethods } from './methods.ts';
import { createPeer, mapMethods, type CallContext, type Methods, type Peer } from './peer.ts';

/** The engine's thread ended during a call. What was sent may have been charged. */
export class EngineEndedError extends Error {
  override readonly name = 'EngineEndedError';
}

export interface RemoteEngineOptions extends Omit<EngineData, 'settings'> {
  /** Read when a thread starts. */
  readonly settings: () => EngineSettings;
  /** The built `engine.process.ts`. */
  readonly workerFile: string | URL;
  /** For tests, which end it. */
  readonly onStart?: (worker: Worker) => void;
}

export interface EngineThread {
  readonly worker: Worker;
  readonly peer: Peer;
}

/**
 * Starts the engine's thread. Calls in progress are rejected with `EngineEndedError` when it ends.
 * @param onEnd called before those calls are rejected
 */
export function startThread(
  options: RemoteEngineOptions,
  host: EngineHost,
  onEnd: () => void,
): EngineThread {
  const { workerFile, settings, folder, certificatesFile, onStart } = options;
  const worker = new Worker(workerFile, {
    workerData: { folder, certificatesFile, settings: settings() } satisfies EngineData,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const peer: Peer = createPeer(worker, methodsOf(host), () => {
    // A thread alone must not keep the process running, unless a call waits for it.
    if (peer.pending > 0) worker.ref();
    else worker.unref();
  });
  worker.unref();
  // Without a listener, an error of the thread would end the extension host.
  worker.on('error', (error) => host.onFault('engine', error));
  worker.on('exit', () => {
    onEnd();
    peer.end(new EngineEndedError());
  });
  onStart?.(worker);
  return { worker, peer };
}

function methodsOf(host: EngineHost): Methods {
  return mapMethods(
    hostMethods,
    (name) =>
      (context: CallContext, ...args: unknown[]) =>
        name === 'send'
          ? host.send(args[0] as WireRequest, () => context.emit(undefined), context.signal)
          : (host[name] as (...values: unknown[]) => unknown)(...args),
  );
}
