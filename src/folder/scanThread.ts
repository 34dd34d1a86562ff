import { Worker } from 'node:worker_threads';
import type { FolderListing, FolderRequest, WantedPaths, WantedRequest } from './list.ts';
import type { PackedContents } from './encodeRows.ts';
import type { RowsPortion, ThreadFile, ThreadSearch } from './scanDiskFiles.ts';

/** The thread ended before it had read the files of a request. */
export class ScanThreadEndedError extends Error {
  override readonly name: string = 'ScanThreadEndedError';
  /** The file of the request that was being read, as an index; undefined if there was none. */
  readonly current: number | undefined;

  constructor(current: number | undefined) {
    super();
    this.current = current;
  }
}

class ScanThreadOutOfMemoryError extends ScanThreadEndedError {
  override readonly name = 'ScanThreadOutOfMemoryError';
}

/** What a thread that runs `serveFiles` is sent. Each request has one answer. */
export type ThreadRequest =
  | { readonly kind: 'list'; readonly folder: FolderRequest }
  | { readonly kind: 'wanted'; readonly paths: WantedRequest }
  | { readonly kind: 'search'; readonly search: ThreadSearch }
  | { readonly kind: 'rows'; readonly portion: RowsPortion }
  | { readonly kind: 'scan'; readonly files: readonly ThreadFile[] };

export interface ScanThreadOptions {
  /** The built `scan.process.ts`. */
  readonly workerFile: string | URL;
  /** The thread has ended, and not by `end`. @param error what it threw, if it did */
  readonly onEnd: (error: unknown) => void;
  /** For tests, which end it. */
  readonly onStart?: ((worker: Worker) => void) | undefined;
}

/**
 * In MiB. A file of 4 MiB with 97,000 different addresses was read with 48, and 200,000 rows of deny
 * lists take 32. Without a limit, the
 * garbage of a search would take what the machine allows.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 96 };

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: ScanThreadEndedError) => void;
}

/** A thread that lists and reads files on the disk. Requests are answered in their order. */
export class ScanThread {
  readonly #worker: Worker;
  readonly #onEnd: (error: unknown) => void;
  readonly #waiting: Waiting[] = [];
  /** The index of the file that is being read, within its request; -1 between two requests. */
  readonly #current = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)).fill(-1);
  #isEnded = false;

  constructor({ workerFile, onEnd, onStart }: ScanThreadOptions) {
    this.#onEnd = onEnd;
    this.#worker = new Worker(workerFile, {
      workerData: { current: this.#current },
      resourceLimits,
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    let error: unknown;
    this.#worker.on('message', (answer: unknown) => this.#waiting.shift()?.resolve(answer));
    // Without a listener, an error of the thread would end the extension host.
    this.#worker.on('error', (thrown) => (error = thrown));
    this.#worker.on('exit', () => this.#ended(error));
    onStart?.(this.#worker);
  }

  /** @throws ScanThreadEndedError */
  async list(folder: FolderRequest): Promise<FolderListing> {
    return (await this.#ask({ kind: 'list', folder })) as FolderListing;
  }

  /** @throws ScanThreadEndedError */
  async wanted(paths: WantedRequest): Promise<WantedPaths> {
    return (await this.#ask({ kind: 'wanted', paths })) as WantedPaths;
  }

  /**
   * Has the files of a folder searched for rows of deny lists.
   * @throws ScanThreadEndedError
   */
  async addRows(portion: RowsPortion): Promise<void> {
    await this.#ask({ kind: 'rows', portion });
  }

  /**
   * Reads the first of some files, as many as there is time for, at least one.
   * @throws ScanThreadEndedError
   */
  async scan(files: readonly ThreadFile[]): Promise<PackedContents> {
    return (await this.#ask({ kind: 'scan', files })) as PackedContents;
  }

  /** Ends the thread, and rejects what waits for it. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#reject(undefined);
    void this.#worker.terminate();
  }

  async #ask(request: ThreadRequest): Promise<unknown> {
    if (this.#isEnded) throw new ScanThreadEndedError(undefined);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.push({ resolve, reject });
    this.#worker.postMessage(request);
    return promise;
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

/** Node's own error for a lack of memory has a name and a place that say nothing. */
function reasonOf(error: unknown, current: number | undefined): Error {
  if (!(error instanceof Error)) return new ScanThreadEndedError(current);
  const isOutOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isOutOfMemory ? new ScanThreadOutOfMemoryError(current) : error;
}
