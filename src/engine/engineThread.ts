import { Worker } from 'node:worker_threads';
import type { EngineHost, EngineSettings } from './engine.ts';
import type { EngineOptions } from './localEngine.ts';
import { createPeer, type Methods, type Peer } from './peer.ts';
import type { EngineMethods, HostMethods } from './protocol.ts';

/** The engine's thread ended during a call. What was sent may have been charged. */
export class EngineEndedError extends Error {
  override readonly name = 'EngineEndedError';
}

export interface RemoteEngineOptions extends Omit<EngineOptions, 'settings'> {
  /** Read when a thread starts. */
  readonly settings: () => EngineSettings;
  /** The built `engine.process.ts`. */
  readonly workerFile: string | URL;
  /** For tests, which end it. */
  readonly onStart?: (worker: Worker) => void;
}

export interface EngineThread {
  readonly worker: Worker;
  readonly peer: Peer<EngineMethods>;
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
    workerData: { folder, certificatesFile, settings: settings() },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const peer: Peer<EngineMethods> = createPeer(worker, hostMethods(host), () => {
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

function hostMethods(host: EngineHost): Methods {
  return {
    connection: (_, account) => host.connection(account),
    account: () => host.account(),
    mayExceed: (_, kind) => host.mayExceed(kind),
    mayStartUnstored: () => host.mayStartUnstored(),
    maySendKeySized: (_, subject) => host.maySendKeySized(subject),
    send: (context, request) => host.send(request, () => context.emit(undefined), context.signal),
    onChange: (_, subject) => host.onChange(subject),
    onNotice: (_, notice) => host.onNotice(notice),
    onUnknown: (_, job) => host.onUnknown(job),
    onCall: (_, entry) => host.onCall(entry),
    onFault: (_, where, error) => host.onFault(where, error),
  } satisfies HostMethods;
}
