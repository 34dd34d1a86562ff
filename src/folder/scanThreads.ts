import type { Worker } from 'node:worker_threads';
import type { DenySearch } from '../book/denySearch.ts';
import type { PackedContents } from './encodeRows.ts';
import type { FolderListing, FolderRequest, WantedPaths, WantedRequest } from './list.ts';
import type { RowsPortion, ScanRequest, ThreadFile } from './scanDiskFiles.ts';
import { RequestThread, ScanThreadEndedError } from './threads.ts';

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

/** A thread of an editor that lists and reads files on the disk. Each method throws ScanThreadEndedError. */
export class ScanThread extends RequestThread<ScanRequest> {
  constructor({ workerFile, onEnd, onStart }: ScanThreadOptions) {
    const execArgv = ['--disable-warning=ExperimentalWarning'];
    super(workerFile, { kind: 'editor', onEnd, resourceLimits, execArgv });
    onStart?.(this.worker);
  }

  list(folder: FolderRequest): Promise<FolderListing> {
    return this.ask({ kind: 'list', folder }) as Promise<FolderListing>;
  }

  wanted(paths: WantedRequest): Promise<WantedPaths> {
    return this.ask({ kind: 'wanted', paths }) as Promise<WantedPaths>;
  }

  /** Has the files of a folder searched for rows of deny lists. */
  addRows(portion: RowsPortion): Promise<null> {
    return this.ask({ kind: 'rows', portion }) as Promise<null>;
  }

  /** Reads the first of some files, as many as there is time for, at least one. */
  scan(files: readonly ThreadFile[]): Promise<PackedContents> {
    return this.ask({ kind: 'scan', files }) as Promise<PackedContents>;
  }
}

/** Threads that end, and not by us, before what waits is not read. */
const maxEnds = 3;

/** The current thread and its replacements. No thread runs while nothing is read. */
export class ScanThreads {
  readonly #options: ScanThreadOptions;
  #thread: ScanThread | undefined;
  #ends = 0;

  constructor(options: ScanThreadOptions) {
    this.#options = options;
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

/** Input and events of a reading of many files. */
export interface ThreadReading<File> {
  readonly threads: ScanThreads;
  /** Called before each request, with the thread that gets it. */
  readonly prepare: (thread: ScanThread) => Promise<void>;
  /** False ends it, and what was read meanwhile is dropped. */
  readonly isWanted: () => boolean;
  /** @param sent the files of a response are the first of these */
  readonly onRead: (sent: readonly File[], scans: PackedContents) => Promise<void>;
  /** Files that ended the thread, or that no thread was left for. */
  readonly onLeftOut: (files: readonly File[]) => Promise<void>;
}

/** Reads files in a thread, and in another one if it ends, without the file that it was reading. */
export async function readInThread<File extends { readonly file: ThreadFile }>(
  files: readonly File[],
  { threads, prepare, isWanted, onRead, onLeftOut }: ThreadReading<File>,
): Promise<void> {
  let rest = files;
  while (rest.length > 0 && isWanted()) {
    const thread = threads.open();
    const scan = async (ready: ScanThread): Promise<PackedContents> => {
      await prepare(ready);
      return ready.scan(rest.map(({ file }) => file));
    };
    const read = await (thread && scan(thread).catch(endOf));
    if (!isWanted()) return;
    if (read === undefined) {
      await onLeftOut(rest);
      return;
    }
    if (read instanceof ScanThreadEndedError) {
      // It may be the reason.
      await onLeftOut(rest.filter((_, index) => index === read.current));
      rest = rest.filter((_, index) => index !== read.current);
      continue;
    }
    await onRead(rest, read);
    rest = rest.slice(read.files.length);
  }
}

export function endOf(error: unknown): ScanThreadEndedError {
  if (error instanceof ScanThreadEndedError) return error;
  throw error;
}

/** Content of a folder's deny lists. */
export interface FolderDenyLists {
  /** Absolute. */
  readonly root: string;
  readonly search: DenySearch;
}

/** Sends threads the rows of deny lists, once, and again after they have changed. */
export class DenyListSync {
  readonly #nextTurn: () => Promise<void>;
  readonly #sent = new WeakMap<ScanThread, Map<string, DenySearch>>();
  #sending = Promise.resolve();

  constructor(nextTurn: () => Promise<void>) {
    this.#nextTurn = nextTurn;
  }

  /**
   * Resolves when the thread has them.
   * @throws ScanThreadEndedError
   */
  send(thread: ScanThread, folders: readonly FolderDenyLists[]): Promise<void> {
    // One after the other: a request in between would be answered without the rest.
    const sending = this.#sending.then(() => this.#sendAll(thread, folders));
    this.#sending = sending.catch(() => undefined);
    return sending;
  }

  async #sendAll(thread: ScanThread, folders: readonly FolderDenyLists[]): Promise<void> {
    const sent = this.#sent.get(thread) ?? new Map<string, DenySearch>();
    this.#sent.set(thread, sent);
    for (const { root, search } of folders) {
      const before = sent.get(root);
      if (before === undefined ? search.isEmpty : search.hasSameRows(before)) continue;
      for (const portion of rowPortions(root, search)) {
        await thread.addRows(portion);
        await this.#nextTurn();
      }
      sent.set(root, search);
    }
  }
}

/** At least one, so that rows from before count no more. */
export function* rowPortions(root: string, search: DenySearch): Generator<RowsPortion, void> {
  yield { root, isFirst: true, texts: [] };
  for (const texts of search.portions()) yield { root, isFirst: false, texts };
}
