import type { FilePlace } from '../../inventory/inventory.ts';
import { fileName } from './fileNotes.ts';

/** Readings at the same time: the next files arrive while some are scanned. */
const readers = 4;

/** So few are read one by one; more are worth a thread. */
const few = 8;

/** Files of one reading, if many wait. */
const batch = 32;

/** Files that wait to be read, each once. */
export class FileQueue {
  readonly #waiting = new Map<string, FilePlace>();
  readonly #reading = new Set<string>();
  readonly #read: (places: readonly FilePlace[]) => Promise<void>;
  readonly #onEmpty: () => void;
  #isReading = false;

  /** @param read one file, or several if many wait; must not reject */
  constructor(read: (places: readonly FilePlace[]) => Promise<void>, onEmpty: () => void) {
    this.#read = read;
    this.#onEmpty = onEmpty;
  }

  add(place: FilePlace): void {
    this.#waiting.set(fileName(place), place);
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
    for (let taken = this.#take(); taken.length > 0; taken = this.#take()) {
      await this.#read(taken);
      for (const place of taken) this.#reading.delete(fileName(place));
    }
  }

  #take(): FilePlace[] {
    const most = this.#waiting.size > few ? batch : 1;
    const taken: FilePlace[] = [];
    for (const [name, place] of this.#waiting) {
      if (taken.length === most) break;
      // What was read earlier must not come later. It still waits, and is read in the next round.
      if (this.#reading.has(name)) continue;
      this.#waiting.delete(name);
      this.#reading.add(name);
      taken.push(place);
    }
    return taken;
  }
}
