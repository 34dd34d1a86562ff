import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Spelling } from './addressesIn.ts';
import type { FileContent } from './fileSearch.ts';
import type { FilesRequest, ListedFile, ThreadSearch } from './filesThread.ts';
import { ContentUnpacker, type PackedContents } from './packedContents.ts';

/** With fewer, starting a thread takes longer than reading. */
export const fewestFiles = 1_000;

/** Processors that are used; this thread has one of them. */
const mostProcessors = 8;

/** Files of one request. */
const portion = 32;

/** Portions that are read ahead of the one that is waited for, and kept in memory. */
const mostAhead = 128;

/** In MiB: without a limit, the garbage of a thread takes what the machine allows. */
const resourceLimits = { maxYoungGenerationSizeMb: 16 };

/** What is read, and how. */
export interface ThreadReading {
  readonly files: readonly ListedFile[];
  readonly search: ThreadSearch;
  /** Of deny lists, in portions. */
  readonly texts: () => Iterable<readonly string[]>;
  /** Reads a file in this thread. */
  readonly readHere: (file: ListedFile) => FileContent;
  /** What this thread has for a spelling of another one. */
  readonly adopt: (spelling: Spelling) => Spelling;
}

/** Threads that read files on the disk beside this one. They start at once, before the first file. */
export class FileThreads {
  readonly #workers = new Set<Worker>();

  /** @param program runs `serveFiles` in a thread */
  constructor(program: string) {
    const others = Math.min(mostProcessors, availableParallelism()) - 1;
    for (let other = 0; other < others; other++) {
      const worker = new Worker(program, { resourceLimits, workerData: { kind: 'files' } });
      this.#workers.add(worker);
      // What it has not read is read here, where an error is one of the command.
      worker.on('error', () => undefined);
      worker.on('exit', () => this.#workers.delete(worker));
    }
  }

  /** All files with what is in them, in order. */
  async *contents(
    reading: ThreadReading,
  ): AsyncGenerator<readonly [file: ListedFile, content: FileContent]> {
    const portions = new Portions(reading);
    for (const worker of this.#workers) portions.startOn(worker);
    for (let index = 0; index < portions.count; index++) {
      let contents = portions.take(index);
      while (contents === undefined) {
        if (!portions.readNext(index)) await portions.change();
        // Meanwhile, the threads may have answered.
        await setImmediate();
        contents = portions.take(index);
      }
      yield* contents;
    }
  }

  close(): void {
    for (const worker of this.#workers) void worker.terminate();
  }
}

type Contents = Iterable<readonly [ListedFile, FileContent]>;

/** The portions of a reading, each of which one thread takes. */
class Portions {
  readonly count: number;
  readonly #reading: ThreadReading;
  readonly #contents = new Map<number, Contents>();
  /** Of threads that have ended. */
  readonly #lost: number[] = [];
  readonly #send: (() => void)[] = [];
  #next = 0;
  #wanted = 0;
  #onChange = (): void => undefined;

  constructor(reading: ThreadReading) {
    this.#reading = reading;
    this.count = Math.ceil(reading.files.length / portion);
  }

  /** Once, what was read of a portion; undefined if it has not been read yet. */
  take(index: number): Contents | undefined {
    const contents = this.#contents.get(index);
    this.#contents.delete(index);
    return contents;
  }

  /** Reads a portion in this thread; false if none is left for it. @param wanted what is waited for */
  readNext(wanted: number): boolean {
    this.#wanted = wanted;
    for (const send of this.#send) send();
    const index = this.#lost.shift() ?? this.#claim();
    if (index === undefined) return false;
    const { readHere } = this.#reading;
    const read = this.#files(index).map((file) => [file, readHere(file)] as const);
    this.#contents.set(index, read);
    return true;
  }

  /** Resolves when a thread has answered or ended. */
  change(): Promise<void> {
    return new Promise((resolve) => (this.#onChange = resolve));
  }

  startOn(worker: Worker): void {
    const { search, texts, adopt } = this.#reading;
    const unpacker = new ContentUnpacker(adopt);
    const sent: number[] = [];
    const tell = (request: FilesRequest): void => worker.postMessage(request);
    const send = (): void => {
      // Two at a time: the next one is there when a thread is done.
      while (sent.length < 2) {
        const index = this.#claim();
        if (index === undefined) return;
        sent.push(index);
        tell({ kind: 'files', files: this.#files(index) });
      }
    };
    worker.on('message', (packed: PackedContents) => {
      const index = sent.shift() ?? -1;
      this.#contents.set(index, zipped(this.#files(index), unpacker.unpack(packed)));
      send();
      this.#onChange();
    });
    worker.on('exit', () => {
      this.#lost.push(...sent.splice(0));
      this.#send.splice(this.#send.indexOf(send), 1);
      this.#onChange();
    });
    tell({ kind: 'search', search });
    for (const some of texts()) tell({ kind: 'texts', texts: some });
    this.#send.push(send);
    send();
  }

  #claim(): number | undefined {
    const isLeft = this.#next < this.count && this.#next <= this.#wanted + mostAhead;
    return isLeft ? this.#next++ : undefined;
  }

  #files(index: number): readonly ListedFile[] {
    return this.#reading.files.slice(index * portion, (index + 1) * portion);
  }
}

function* zipped(
  files: readonly ListedFile[],
  contents: Iterator<FileContent, undefined>,
): Generator<readonly [ListedFile, FileContent]> {
  for (const file of files) {
    const content = contents.next();
    if (content.done !== true) yield [file, content.value];
  }
}
