import { ScanThread, type ScanThreadOptions } from './scanThread.ts';

/** Threads that end, and not by us, before what waits is not read. */
const maxEnds = 3;

/** The thread in use, and its successors. There is none while nothing is read. */
export class ScanThreads {
  readonly #options: ScanThreadOptions;
  #thread: ScanThread | undefined;
  #ends = 0;

  constructor(options: ScanThreadOptions) {
    this.#options = options;
  }

  /** Whether no thread was needed since `end`. */
  get isIdle(): boolean {
    return this.#thread === undefined && this.#ends === 0;
  }

  /** Starts a thread if there is none. Undefined if too many have ended since `end`. */
  open(): ScanThread | undefined {
    if (this.#thread !== undefined || this.#ends >= maxEnds) return this.#thread;
    const { onEnd } = this.#options;
    const ended = (error: unknown): void => {
      this.#thread = undefined;
      this.#ends++;
      onEnd(error);
    };
    try {
      this.#thread = new ScanThread({ ...this.#options, onEnd: ended });
    } catch (error) {
      ended(error);
    }
    return this.#thread;
  }

  end(): void {
    this.#ends = 0;
    this.#thread?.end();
    this.#thread = undefined;
  }
}
