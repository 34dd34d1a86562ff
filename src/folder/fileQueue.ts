import type { FilePlace } from './inventory.ts';
import { fileName } from './fileNotes.ts';

/** Readings at the same time: the next files arrive while some are scanned. */
const readers = 4;

/** Files of one reading. */
const batch = 32;

interface Reader {
  /** Must not reject. */
  read(places: readonly FilePlace[]): Promise<void>;
  /** Releases what reading needs, and drops what is being read. */
  end(): void;
}

/** Files that wait to be read, each once. */
export class FileQueue {
  readonly #waiting = new Map<string, FilePlace>();
  readonly #reading = new Set<string>();
  readonly #reader: Reader;
  readonly #onRead: (places: readonly FilePlace[]) => void;
  readonly #onEmpty: () => void;
  #isReading = false;

  /**
   * @param onRead called after each reading
   * @param onEmpty called when nothing waits
   */
  constructor(reader: Reader, onRead: (places: readonly FilePlace[]) => void, onEmpty: () => void) {
    this.#reader = reader;
    this.#onRead = onRead;
    this.#onEmpty = onEmpty;
  }

  /** Whether files wait, or are being read. */
  get isBusy(): boolean {
    return this.#isReading || this.#waiting.size > 0;
  }

  add(place: FilePlace): void {
    this.#waiting.set(fileName(place), place);
  }

  /** Drops what waits, and what is being read. */
  clear(): void {
    this.#waiting.clear();
    this.#reader.end();
  }

  /** Reads what waits, and what is added meanwhile. */
  run(): void {
    if (this.#isReading) return;
    this.#isReading = true;
    const reading = Array.from({ length: readers }, () => this.#readWaiting());
    void Promise.all(reading).finally(() => {
      this.#isReading = false;
      if (this.#waiting.size > 0) {
        this.run();
        return;
      }
      this.#onEmpty();
    });
  }

  async #readWaiting(): Promise<void> {
    for (let taken = this.#take(); taken.length > 0; taken = this.#take()) {
      await this.#reader.read(taken);
      for (const place of taken) this.#reading.delete(fileName(place));
      this.#onRead(taken);
    }
  }

  #take(): FilePlace[] {
    const taken: FilePlace[] = [];
    for (const [name, place] of this.#waiting) {
      if (taken.length === batch) break;
      // Results must not arrive out of order, so this file waits for the next round.
      if (this.#reading.has(name)) continue;
      this.#waiting.delete(name);
      this.#reading.add(name);
      taken.push(place);
    }
    return taken;
  }
}
