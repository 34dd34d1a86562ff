import type { FilePlace } from '../../inventory/inventory.ts';
import { fileName } from './fileNotes.ts';

/** Files that are read at the same time: the next ones arrive while one is scanned. */
const readers = 4;

/** Files that wait to be read, each once. */
export class FileQueue {
  readonly #waiting = new Map<string, FilePlace>();
  readonly #reading = new Set<string>();
  readonly #read: (place: FilePlace) => Promise<void>;
  readonly #onEmpty: () => void;
  #isReading = false;

  /** @param read must not reject */
  constructor(read: (place: FilePlace) => Promise<void>, onEmpty: () => void) {
    this.#read = read;
    this.#onEmpty = onEmpty;
  }

  add(place: FilePlace): void {
    this.#waiting.set(fileName(place), place);
  }

  delete(place: FilePlace): void {
    this.#waiting.delete(fileName(place));
  }

  clear(): void {
    this.#waiting.clear();
  }

  /** Reads what waits, and what is added meanwhile. */
  run(): void {
    if (this.#isReading) return;
    this.#isReading = true;
    void this.#readAll().finally(() => {
      this.#isReading = false;
      if (this.#waiting.size > 0) this.run();
      else this.#onEmpty();
    });
  }

  async #readAll(): Promise<void> {
    await Promise.all(Array.from({ length: readers }, () => this.#readWaiting()));
  }

  async #readWaiting(): Promise<void> {
    for (const [name, place] of this.#waiting) {
      // What was read earlier must not come later. It still waits, and is read in the next round.
      if (this.#reading.has(name)) continue;
      this.#waiting.delete(name);
      this.#reading.add(name);
      await this.#read(place);
      this.#reading.delete(name);
    }
  }
}
