import { setTimeout as wait } from 'node:timers/promises';
import { EngineEndedError, type EngineThread } from './engineThread.ts';
import type { CallOptions } from './peer.ts';
import type { EngineMethods } from './protocol.ts';

/** A thread that cannot live is not started more often than this. */
const restartMs = 1_000;

/** Threads that end one after the other without having answered a call. */
const mostFailures = 5;

/** The thread in use, and its successors. */
export class EngineThreads {
  readonly #startThread: (onEnd: () => void) => EngineThread;
  readonly #isNeeded: () => boolean;
  #current: Promise<EngineThread> | undefined;
  #startedAt = -Infinity;
  #failures = 0;
  #isClosed = false;

  /** @param isNeeded whether a thread that ended is replaced before the next call */
  constructor(startThread: (onEnd: () => void) => EngineThread, isNeeded: () => boolean) {
    this.#startThread = startThread;
    this.#isNeeded = isNeeded;
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

  #open(): Promise<EngineThread> {
    if (this.#isClosed) return Promise.reject(new EngineEndedError());
    this.#current ??= this.#start();
    return this.#current;
  }

  async #start(): Promise<EngineThread> {
    const early = this.#startedAt + restartMs - performance.now();
    if (early > 0) await wait(early);
    this.#startedAt = performance.now();
    return this.#startThread(() => this.#ended());
  }

  #ended(): void {
    this.#current = undefined;
    this.#failures++;
    if (this.#isNeeded() && !this.#isClosed && this.#failures < mostFailures) {
      this.#open().catch(() => undefined);
    }
  }
}

type ArgumentsOf<Name extends keyof EngineMethods> = EngineMethods[Name] extends (
  context: never,
  ...args: infer Args
) => unknown
  ? Args
  : never;
type ResultOf<Name extends keyof EngineMethods> = Awaited<ReturnType<EngineMethods[Name]>>;
