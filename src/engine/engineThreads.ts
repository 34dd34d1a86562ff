import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { EngineHost, EngineSettings } from './engine.ts';
import type { EngineData } from './engine.process.ts';
import { Peer } from './peer.ts';

/** The engine's thread ended during a call. A request that was sent may have been charged. */
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

type EngineThread = ReturnType<typeof startThread>;

/** A thread that cannot live is not started more often than this. */
const restartMs = 1_000;

/** Threads that end one after the other without having answered a call. */
const maxFailures = 5;

/**
 * The thread in use, and its successors. Its calls in progress are rejected with `EngineEndedError`
 * when it ends.
 */
export class EngineThreads {
  /** State set by orders since the first thread; repeated to each new thread. */
  readonly orders = { isFollowing: false, isActive: true };
  readonly #options: RemoteEngineOptions;
  readonly #host: EngineHost;
  #current: Promise<EngineThread> | undefined;
  #startedAt = -Infinity;
  #failures = 0;
  #isClosed = false;

  constructor(options: RemoteEngineOptions, host: EngineHost) {
    this.#options = options;
    this.#host = host;
  }

  /** Whether a thread was started and has not ended. */
  get isStarted(): boolean {
    return this.#current !== undefined;
  }

  /** @throws EngineEndedError if the thread ends before it answers */
  async call(name: string, args: readonly unknown[]): Promise<unknown> {
    const { peer } = await this.#open();
    const result = await peer.call(name, args);
    this.#failures = 0;
    return result;
  }

  /** For calls that cost and change nothing twice: repeats them if the thread ends. */
  async read(name: string, args: readonly unknown[]): Promise<unknown> {
    for (;;) {
      try {
        return await this.call(name, args);
      } catch (error) {
        if (!this.canRepeat(error)) throw error;
      }
    }
  }

  /** Whether a call that ended in this error may be made to a new thread. */
  canRepeat(error: unknown): boolean {
    return error instanceof EngineEndedError && !this.#isClosed && this.#failures < maxFailures;
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
    const thread = startThread(this.#options, this.#host, () => this.#ended());
    repeatOrders(this.orders, thread.peer, this.#host);
    return thread;
  }

  #ended(): void {
    this.#current = undefined;
    this.#failures++;
    // Jobs are followed again without a call of the user.
    if (this.orders.isFollowing && !this.#isClosed && this.#failures < maxFailures) {
      this.#open().catch(() => undefined);
    }
  }
}

function repeatOrders(
  { isFollowing, isActive }: EngineThreads['orders'],
  peer: Peer,
  host: EngineHost,
): void {
  const report = (error: unknown): void => {
    if (!(error instanceof EngineEndedError)) host.onFault('resume', error);
  };
  if (!isActive) peer.call('setActive', [false]).catch(report);
  if (isFollowing) peer.call('follow', []).catch(report);
}

/** @param onEnd called before the calls in progress are rejected */
function startThread(options: RemoteEngineOptions, host: EngineHost, onEnd: () => void) {
  const { workerFile, settings, folder, certificatesFile, onStart } = options;
  const worker = new Worker(workerFile, {
    workerData: { folder, certificatesFile, settings: settings() } satisfies EngineData,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const peer = new Peer(worker, host, (pending) => {
    // The thread keeps the process running only while a call waits for it.
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
