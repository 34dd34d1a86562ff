import { setTimeout as wait } from 'node:timers/promises';
import type { Engine } from './engine.ts';
import { EngineEndedError, type EngineThread } from './engineThread.ts';
import type { CallOptions } from './peer.ts';

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
