import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Engine, EngineHost, EngineSettings, OnScoreEvent, ScoreEnd } from './engine.ts';
import type { EngineOptions } from './localEngine.ts';
import { createPeer, type CallOptions, type Methods, type Peer } from './peer.ts';
import type { EngineMethods, HostMethods } from './protocol.ts';

/** The engine's thread ended during a call. What was sent may have been charged. */
export class EngineEndedError extends Error {
  override readonly name = 'EngineEndedError';
}

/** A thread that cannot live is not started more often than this. */
const restartMs = 1_000;

/** Threads that end one after the other without having answered a call. */
const mostFailures = 5;

export interface RemoteEngineOptions extends Omit<EngineOptions, 'settings'> {
  /** Read when a thread starts. */
  readonly settings: () => EngineSettings;
  /** The built `engine.process.ts`. */
  readonly workerFile: string | URL;
  /** For tests, which end it. */
  readonly onStart?: (worker: Worker) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly peer: Peer<EngineMethods>;
}

/**
 * The engine in a thread of its own, started by the first call. A thread that dies is started again
 * at most once a second; nothing is sent again by that.
 */
export function openRemoteEngine(options: RemoteEngineOptions, host: EngineHost): Engine {
  const threads = new Threads(options, host);
  return { ...storedState(threads), ...paidCalls(threads), ...controls(threads) };
}

class Threads {
  readonly #options: RemoteEngineOptions;
  readonly #host: EngineHost;
  #current: Promise<Thread> | undefined;
  #startedAt = -Infinity;
  #failures = 0;
  #isClosed = false;
  /** What the thread was told to do since the first start; a new thread is told again. */
  readonly told = { isFollowing: false, isActive: true };

  constructor(options: RemoteEngineOptions, host: EngineHost) {
    this.#options = options;
    this.#host = host;
  }

  /** @throws EngineEndedError if the thread ends before it answers */
  async call<Name extends keyof EngineMethods>(
    name: Name,
    args: ArgumentsOf<Name>,
    callOptions?: CallOptions,
  ): Promise<ResultOf<Name>> {
    const { peer } = await this.#open();
    const result = await peer.call(name, args as never, callOptions);
    this.#failures = 0;
    return result as ResultOf<Name>;
  }

  /** For calls that cost nothing and change nothing: repeats them if the thread ends. */
  async read<Name extends keyof EngineMethods>(
    name: Name,
    args: ArgumentsOf<Name>,
  ): Promise<ResultOf<Name>> {
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
    return error instanceof EngineEndedError && !this.#isClosed && this.#failures < mostFailures;
  }

  /** Runs something only if a thread was ever started. */
  async ifStarted(work: () => Promise<void>): Promise<void> {
    if (this.#current !== undefined) await work();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const thread = await this.#current?.catch(() => undefined);
    if (thread === undefined) return;
    await thread.peer.call('close', []).catch(() => undefined);
    await thread.worker.terminate();
  }

  #open(): Promise<Thread> {
    if (this.#isClosed) return Promise.reject(new EngineEndedError());
    this.#current ??= this.#start();
    return this.#current;
  }

  async #start(): Promise<Thread> {
    const early = this.#startedAt + restartMs - performance.now();
    if (early > 0) await wait(early);
    this.#startedAt = performance.now();
    const { workerFile, settings, folder, certificatesFile, onStart } = this.#options;
    const worker = new Worker(workerFile, {
      workerData: { folder, certificatesFile, settings: settings() },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    const peer: Peer<EngineMethods> = createPeer(worker, hostMethods(this.#host), () => {
      // A thread alone must not keep the process running, unless a call waits for it.
      if (peer.pending > 0) worker.ref();
      else worker.unref();
    });
    worker.unref();
    // Without a listener, an error of the thread would end the extension host.
    worker.on('error', (error) => this.#host.onFault('engine', error));
    worker.on('exit', () => this.#ended(peer));
    onStart?.(worker);
    this.#resume(peer);
    return { worker, peer };
  }

  #ended(peer: Peer<EngineMethods>): void {
    this.#current = undefined;
    this.#failures++;
    peer.end(new EngineEndedError());
    // Jobs are followed again without a call of the user.
    if (this.told.isFollowing && !this.#isClosed && this.#failures < mostFailures) {
      this.#open().catch(() => undefined);
    }
  }

  /** Repeats to a new thread what its predecessor was told. */
  #resume(peer: Peer<EngineMethods>): void {
    const report = (error: unknown): void => {
      if (!(error instanceof EngineEndedError)) this.#host.onFault('resume', error);
    };
    if (!this.told.isActive) peer.call('setActive', [false]).catch(report);
    if (this.told.isFollowing) peer.call('follow', []).catch(report);
  }
}

type ArgumentsOf<Name extends keyof EngineMethods> = EngineMethods[Name] extends (
  context: never,
  ...args: infer Args
) => unknown
  ? Args
  : never;
type ResultOf<Name extends keyof EngineMethods> = Awaited<ReturnType<EngineMethods[Name]>>;

function hostMethods(host: EngineHost): Methods {
  return {
    connection: (_, account) => host.connection(account),
    account: () => host.account(),
    mayExceed: (_, kind) => host.mayExceed(kind),
    send: (context, request) => host.send(request, () => context.emit(undefined), context.signal),
    onChange: (_, subject) => host.onChange(subject),
    onNotice: (_, notice) => host.onNotice(notice),
    onUnknown: (_, job) => host.onUnknown(job),
    onCall: (_, entry) => host.onCall(entry),
    onFault: (_, where, error) => host.onFault(where, error),
  } satisfies HostMethods;
}

function storedState(threads: Threads) {
  return {
    readHeads: (keys) => threads.read('readHeads', [keys]),
    readReport: (key) => threads.read('readReport', [key]),
    listScored: (...args) => threads.read('listScored', args),
    listJobs: (account) => threads.read('listJobs', [account]),
    openJobOf: (...args) => threads.read('openJobOf', args),
    listResults: (...args) => threads.read('listResults', args),
    readUsage: (account) => threads.read('readUsage', [account]),
    listSpendings: (...args) => threads.read('listSpendings', args),
    forgetJob: (...args) => threads.call('forgetJob', args),
    clearResults: () => threads.call('clearResults', []),
    clearStops: (account) => threads.read('clearStops', [account]),
  } satisfies Partial<Engine>;
}

function paidCalls(threads: Threads) {
  /** After the thread has ended: waits for what it had started, and starts nothing. */
  async function rejoin(
    request: Parameters<Engine['rejoin']>[0],
    since: number,
    onEvent: OnScoreEvent,
    signal: AbortSignal,
  ): Promise<ScoreEnd> {
    for (;;) {
      try {
        return await threads.call('rejoin', [request, since], { signal, onEvent });
      } catch (error) {
        if (!threads.canRepeat(error)) throw error;
      }
    }
  }

  return {
    async lookUp(request) {
      try {
        return await threads.call('lookUp', [request]);
      } catch (error) {
        if (!(error instanceof EngineEndedError)) throw error;
        // It may have been sent. The user can fetch it again.
        return { kind: 'failed', failure: { kind: 'network', endpoint: 'summary', wasSent: true } };
      }
    },
    async score(request, onEvent, signal) {
      const since = Date.now();
      try {
        return await threads.call('score', [request], { signal, onEvent });
      } catch (error) {
        if (!threads.canRepeat(error)) throw error;
        const { account, subject, aggregator } = request;
        return rejoin({ account, subject, aggregator }, since, onEvent, signal);
      }
    },
    rejoin,
    async resume(account, jobId, onEvent, signal) {
      for (;;) {
        try {
          return await threads.call('resume', [account, jobId], { signal, onEvent });
        } catch (error) {
          if (!threads.canRepeat(error)) throw error;
        }
      }
    },
    async check(account, signal) {
      try {
        return await threads.call('check', [account], { signal });
      } catch (error) {
        if (!(error instanceof EngineEndedError)) throw error;
        return { kind: 'failed', failure: { kind: 'network', endpoint: 'status', wasSent: true } };
      }
    },
  } satisfies Partial<Engine>;
}

function controls(threads: Threads) {
  return {
    async follow() {
      threads.told.isFollowing = true;
      await threads.read('follow', []);
    },
    async setActive(isActive) {
      threads.told.isActive = isActive;
      await threads.ifStarted(() => threads.read('setActive', [isActive]));
    },
    leave: () => threads.ifStarted(() => threads.read('leave', [])),
    configure: (settings) => threads.ifStarted(() => threads.read('configure', [settings])),
    close: () => threads.close(),
  } satisfies Partial<Engine>;
}
