import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/** With fewer files, starting a thread takes longer than reading. */
export const minFiles = 1_000;

/** Processors that are used; this thread has one of them. */
const maxProcessors = 8;

/** What each thread needs to read, in bytes: with less, compiling the program in it takes longer. */
const worthOfThread = 50_331_648;

/** How many threads beside this one some bytes are worth. */
export const threadsFor = (bytes: number): number =>
  Math.min(otherProcessors(), Math.floor(bytes / worthOfThread));

const otherProcessors = (): number => Math.min(maxProcessors, availableParallelism()) - 1;

/**
 * In MiB: without a limit, the garbage of a thread takes what the machine allows. What does not fit is
 * done in this thread. With less for what is young, a scan takes a tenth longer.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 160 };

/**
 * Work in portions that come out in order, each of which one thread does. A thread answers each request
 * once, in their order.
 */
export interface PortionedWork<Result> {
  readonly count: number;
  /** Portions that are done ahead of the one that is waited for, and kept in memory. */
  readonly maxAhead: number;
  /** Does a portion in this thread. */
  readonly here: (index: number) => Result;
  /** Tells a thread what all portions are about. */
  readonly begin: (post: (request: unknown) => void) => ThreadPart<Result>;
}

/** How one thread does portions. */
export interface ThreadPart<Result> {
  /** What it is sent for a portion. */
  readonly requestOf: (index: number) => unknown;
  readonly resultOf: (index: number, answer: unknown) => Result;
}

/** Threads that work beside this one. They start at once, before there is work. */
export class Threads {
  readonly #program: string;
  readonly #workerData: { readonly kind: string };
  readonly #workers = new Set<Worker>();

  /**
   * @param program what each thread runs
   * @param kind what it is told as `workerData.kind`
   * @param others how many; each but one processor of the machine has one unless this says otherwise
   */
  constructor(program: string, kind: string, others = otherProcessors()) {
    this.#program = program;
    this.#workerData = { kind };
    this.startUpTo(others);
  }

  /** Starts those that are missing of some number. */
  startUpTo(others: number): void {
    while (this.#workers.size < others) {
      const options = { resourceLimits, workerData: this.#workerData };
      const worker = new Worker(this.#program, options);
      this.#workers.add(worker);
      // What it has not done is done here, where an error is one of the command.
      worker.on('error', () => undefined);
      worker.on('exit', () => this.#workers.delete(worker));
    }
  }

  /** The results of all portions, in order. Threads start right away, before the first result is requested. */
  results<Result>(work: PortionedWork<Result>): AsyncGenerator<Result> {
    const portions = new Portions(work);
    for (const worker of this.#workers) portions.startOn(worker);
    return portions.inOrder();
  }

  close(): void {
    for (const worker of this.#workers) void worker.terminate();
  }
}

interface Done<Result> {
  readonly result: Result;
}

class Portions<Result> {
  readonly #work: PortionedWork<Result>;
  readonly #done = new Map<number, Done<Result>>();
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
      let done = this.#take(index);
      while (done === undefined) {
        if (!this.#doNext(index)) await this.#change();
        // Meanwhile, the threads may have answered.
        await setImmediate();
        done = this.#take(index);
      }
      yield done.result;
    }
  }

  /** Once, the result of a portion; undefined if it is not done yet. */
  #take(index: number): Done<Result> | undefined {
    const done = this.#done.get(index);
    this.#done.delete(index);
    return done;
  }

  /** Does a portion in this thread; false if none is left for it. @param wanted what is waited for */
  #doNext(wanted: number): boolean {
    this.#wanted = wanted;
    for (const send of this.#send) send();
    const index = this.#lost.shift() ?? this.#claim();
    if (index === undefined) return false;
    this.#done.set(index, { result: this.#work.here(index) });
    return true;
  }

  /** Resolves when a thread has answered or ended. */
  #change(): Promise<void> {
    return new Promise((resolve) => (this.#onChange = resolve));
  }

  startOn(worker: Worker): void {
    /** The portions that were sent; undefined for what they are about. */
    const sent: (number | undefined)[] = [];
    const post = (request: unknown, index?: number): void => {
      sent.push(index);
      worker.postMessage(request);
    };
    const part = this.#work.begin((request) => post(request));
    const send = (): void => {
      // Until it has all of that, portions are done here: loading the program can take longer.
      if (sent.length > 0 && sent[0] === undefined) return;
      // The next one is there when a thread is done, also while this one does a long one.
      while (sent.length < 4) {
        const index = this.#claim();
        if (index === undefined) return;
        post(part.requestOf(index), index);
      }
    };
    worker.on('message', (answer: unknown) => {
      const index = sent.shift();
      if (index !== undefined) this.#done.set(index, { result: part.resultOf(index, answer) });
      send();
      this.#onChange();
    });
    worker.on('exit', () => {
      this.#lost.push(...sent.splice(0).filter((index) => index !== undefined));
      this.#send.splice(this.#send.indexOf(send), 1);
      this.#onChange();
    });
    this.#send.push(send);
  }

  #claim(): number | undefined {
    const { count, maxAhead: mostAhead } = this.#work;
    const isLeft = this.#next < count && this.#next <= this.#wanted + mostAhead;
    return isLeft ? this.#next++ : undefined;
  }
}
