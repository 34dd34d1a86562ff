import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** The thread ended before it had answered. */
export class ScanThreadEndedError extends Error {
  override readonly name: string = 'ScanThreadEndedError';
  /** Index of the file that was being read; undefined if there was none. */
  readonly current: number | undefined;

  constructor(current: number | undefined) {
    super();
    this.current = current;
  }
}

class ScanThreadOutOfMemoryError extends ScanThreadEndedError {
  override readonly name = 'ScanThreadOutOfMemoryError';
}

export interface ThreadOptions extends Pick<WorkerOptions, 'resourceLimits' | 'execArgv'> {
  /** Value of `workerData.kind` in the thread. */
  readonly kind: string;
  /** The thread has ended, and not by `end`. @param error what it threw, if it did */
  readonly onEnd: (error: unknown) => void;
}

/** Start data of a thread. */
export interface ThreadData {
  readonly kind: string;
  /** One number: the index of the file that is being read, within its request; -1 for none. */
  readonly current: Int32Array;
}

/** A thread that answers each request once, in their order. */
export class RequestThread<Request = unknown> {
  readonly #worker: Worker;
  readonly #onEnd: (error: unknown) => void;
  readonly #waiting: PromiseWithResolvers<unknown>[] = [];
  readonly #current = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)).fill(-1);
  #isEnded = false;

  constructor(program: string | URL, { kind, onEnd, ...options }: ThreadOptions) {
    this.#onEnd = onEnd;
    const workerData = { kind, current: this.#current } satisfies ThreadData;
    this.#worker = new Worker(program, { ...options, workerData });
    let error: unknown;
    this.#worker.on('message', (answer: unknown) => this.#waiting.shift()?.resolve(answer));
    // Without a listener, an error of the thread would end the extension host.
    this.#worker.on('error', (thrown) => (error = thrown));
    this.#worker.on('exit', () => this.#ended(error));
  }

  get worker(): Worker {
    return this.#worker;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** @throws ScanThreadEndedError */
  async ask(request: Request): Promise<unknown> {
    if (this.#isEnded) throw new ScanThreadEndedError(undefined);
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.push(answer);
    this.#worker.postMessage(request);
    return answer.promise;
  }

  /** Ends the thread, and rejects what waits for it. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#reject(undefined);
    void this.#worker.terminate();
  }

  #ended(error: unknown): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    const index = Atomics.load(this.#current, 0);
    const current = index === -1 ? undefined : index;
    this.#onEnd(reasonOf(error, current));
    this.#reject(current);
  }

  #reject(current: number | undefined): void {
    const [first, ...others] = this.#waiting.splice(0);
    first?.reject(new ScanThreadEndedError(current));
    for (const each of others) each.reject(new ScanThreadEndedError(undefined));
  }
}

/** Node's own error for a lack of memory has an unhelpful name and location. */
function reasonOf(error: unknown, current: number | undefined): Error {
  if (!(error instanceof Error)) return new ScanThreadEndedError(current);
  const isOutOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isOutOfMemory ? new ScanThreadOutOfMemoryError(current) : error;
}

/** With fewer files, starting a thread takes longer than reading. */
export const minFiles = 1_000;

/** The maximum number of processors to use; this thread occupies one of them. */
const maxProcessors = 8;

/** Bytes of work that justify another thread: below this, compiling the program takes longer. */
const worthOfThread = 50_331_648;

/** How many threads beside this one some bytes are worth. */
export const threadsFor = (bytes: number): number =>
  Math.min(otherProcessors(), Math.floor(bytes / worthOfThread));

const otherProcessors = (): number => Math.min(maxProcessors, availableParallelism()) - 1;

/**
 * In MiB. Without a limit, a thread's garbage grows until the machine runs out. Work that doesn't
 * fit is done in this thread. A smaller young generation makes scans a tenth slower.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 160 };

/** Work in portions that come out in order, each of which one thread does. */
export interface PortionedWork<Result> {
  readonly count: number;
  /** Portions that are done ahead of the one that is waited for, and kept in memory. */
  readonly maxAhead: number;
  /** Does a portion in this thread. */
  readonly here: (index: number) => Result;
  /** Sends a thread the data that all portions need. */
  readonly begin: (post: (request: unknown) => void) => ThreadPart<Result>;
}

/** How one thread does portions. */
export interface ThreadPart<Result> {
  /** The request for a portion. */
  readonly requestOf: (index: number) => unknown;
  readonly resultOf: (index: number, answer: unknown) => Result;
}

/** Threads that work beside this one. They start at once, before there is work. */
export class Threads {
  readonly #program: string | URL;
  readonly #kind: string;
  readonly #threads = new Set<RequestThread>();

  /**
   * @param program the program of each thread
   * @param others how many threads; by default one per processor of the machine, minus this one
   */
  constructor(program: string | URL, kind: string, others = otherProcessors()) {
    this.#program = program;
    this.#kind = kind;
    this.startUpTo(others);
  }

  /** Starts those that are missing of some number. */
  startUpTo(others: number): void {
    while (this.#threads.size < others) {
      // Unfinished work continues here, where an error becomes the command's error.
      const onEnd = (): unknown => this.#threads.delete(thread);
      const options = { kind: this.#kind, resourceLimits, onEnd };
      const thread: RequestThread = new RequestThread(this.#program, options);
      this.#threads.add(thread);
    }
  }

  /** The results of all portions, in order. Threads start right away, before the first result is requested. */
  results<Result>(work: PortionedWork<Result>): AsyncGenerator<Result> {
    const portions = new Portions(work);
    for (const thread of this.#threads) portions.startOn(thread);
    return portions.inOrder();
  }

  close(): void {
    for (const thread of this.#threads) thread.end();
  }
}

class Portions<Result> {
  readonly #work: PortionedWork<Result>;
  readonly #done = new Map<number, Result>();
  /** Of threads that have ended. */
  readonly #lost: number[] = [];
  readonly #send: (() => void)[] = [];
  #next = 0;
  #wanted = 0;
  #onChange = (): void => undefined;

  constructor(work: PortionedWork<Result>) {
    this.#work = work;
  }

  async *inOrder(): AsyncGenerator<Result> {
    for (let index = 0; index < this.#work.count; index++) {
      while (!this.#done.has(index)) {
        if (!this.#doNext(index)) await this.#change();
        // Meanwhile, the threads may have answered.
        await setImmediate();
      }
      const result = this.#done.get(index) as Result;
      this.#done.delete(index);
      yield result;
    }
  }

  /** Does a portion in this thread; false if none is left for it. @param wanted what is waited for */
  #doNext(wanted: number): boolean {
    this.#wanted = wanted;
    for (const send of this.#send) send();
    const index = this.#lost.shift() ?? this.#claim();
    if (index === undefined) return false;
    this.#done.set(index, this.#work.here(index));
    return true;
  }

  /** Resolves when a thread has answered or ended. */
  #change(): Promise<void> {
    return new Promise((resolve) => (this.#onChange = resolve));
  }

  startOn(thread: RequestThread): void {
    const told: Promise<unknown>[] = [];
    const part = this.#work.begin((request) => told.push(thread.ask(request)));
    let waiting = 0;
    const ask = async (index: number): Promise<void> => {
      const answer = await thread.ask(part.requestOf(index)).catch(() => lost);
      if (answer === lost) this.#lost.push(index);
      else this.#done.set(index, part.resultOf(index, answer));
      waiting--;
      send();
      this.#onChange();
    };
    const send = (): void => {
      // The next one is there when a thread is done, also while this one does a long one.
      while (waiting < 4 && !thread.isEnded) {
        const index = this.#claim();
        if (index === undefined) return;
        waiting++;
        void ask(index);
      }
    };
    // Until it has all of that, portions are done here: loading the program can take longer.
    void Promise.all(told).then(
      () => {
        this.#send.push(send);
        send();
      },
      () => undefined,
    );
  }

  #claim(): number | undefined {
    const { count, maxAhead } = this.#work;
    const isLeft = this.#next < count && this.#next <= this.#wanted + maxAhead;
    return isLeft ? this.#next++ : undefined;
  }
}

/** In the place of the answer of a thread that has ended. */
const lost = Symbol('lost');
