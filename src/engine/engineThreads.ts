import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { WireRequest } from '../api/transport.ts';
import type { EngineData } from './engine.process.ts';
import type { Engine, EngineHost, EngineSettings } from './engine.ts';
import { hostMethods } from './methods.ts';
import { mapMethods, Peer, type CallContext, type CallOptions, type Methods } from './peer.ts';

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

interface ThreadLife {
  /** @param onEnd called before the calls of a thread that has ended are rejected */
  start(onEnd: () => void): EngineThread;
  /** Whether a thread that ended is replaced before the next call. */
  isNeeded(): boolean;
}

/** A thread that cannot live is not started more often than this. */
const restartMs = 1_000;

/** Threads that end one after the other without having answered a call. */
const mostFailures = 5;

/** The thread in use, and its successors. */
export class EngineThreads {
  readonly #life: ThreadLife;
  #current: Promise<EngineThread> | undefined;
  #startedAt = -Infinity;
  #failures = 0;
  #isClosed = false;

  constructor(life: ThreadLife) {
    this.#life = life;
  }

  /** Whether a thread was started and has not ended. */
  get isStarted(): boolean {
    return this.#current !== undefined;
  }

  /** @throws EngineEndedError if the thread ends before it answers */
  async call(
    name: keyof Engine,
    args: readonly unknown[],
    callOptions?: CallOptions,
  ): Promise<unknown> {
    const { peer } = await this.#open();
    const result = await peer.call(name, args, callOptions);
    this.#failures = 0;
    return result;
  }

  /** For calls that cost and change nothing twice: repeats them if the thread ends. */
  async read(
    name: keyof Engine,
    args: readonly unknown[],
    callOptions?: CallOptions,
  ): Promise<unknown> {
    for (;;) {
      try {
        return await this.call(name, args, callOptions);
      } catch (error) {
        if (!this.canRepeat(error)) throw error;
      }
    }
  }

  /** Whether a call that ended in this error may be made to a new thread. */
  canRepeat(error: unknown): boolean {
    return error instanceof EngineEndedError && !this.#isClosed && this.#failures < mostFailures;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const thread = await this.#current?.catch(() => undefined);
    if (thread === undefined) return;
    await thread.peer.call('close', []).catch(() => undefined);
    await thread.worker.terminate();
  }

  #open(): Promise<EngineThread> {
    if (this.#isClosed) return Promise.reject(new EngineEndedError());
    this.#current ??= this.#start();
    return this.#current;
  }

  async #start(): Promise<EngineThread> {
    const early = this.#startedAt + restartMs - performance.now();
    if (early > 0) await wait(early);
    this.#startedAt = performance.now();
    return this.#life.start(() => this.#ended());
  }

  #ended(): void {
    this.#current = undefined;
    this.#failures++;
    if (this.#life.isNeeded() && !this.#isClosed && this.#failures < mostFailures) {
      this.#open().catch(() => undefined);
    }
  }
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
  const peer = new Peer(worker, methodsOf(host), (pending) => {
    // A thread alone must not keep the process running, unless a call waits for it.
    if (pending > 0) worker.ref();
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
