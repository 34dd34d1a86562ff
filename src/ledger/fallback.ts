import type { CurrentFile } from './currentFile.ts';
import type { FileLock } from './fileLock.ts';
import type { Notices, NotStoredReason } from './notices.ts';
import { openOverlay, type Overlay } from './overlay.ts';
import type { Reserve } from './reserve.ts';
import { reservedStarts } from './reservedStarts.ts';
import type { Store } from './store.ts';

interface FallbackParts {
  readonly file: CurrentFile;
  readonly reserve: Reserve;
  readonly pace: FileLock;
  readonly notices: Notices;
  /** How long to work without the file before trying it again. */
  readonly retryMs: number;
}

/** The store in memory that is used while the file cannot be written. */
export class Fallback {
  readonly #parts: FallbackParts;
  #overlay: Overlay | undefined;
  #retryAt = 0;

  constructor(parts: FallbackParts) {
    this.#parts = parts;
  }

  /** Undefined while the file is used. */
  get store(): Store | undefined {
    return this.#overlay?.store;
  }

  /** Whether it is time to try the file again. */
  get isDue(): boolean {
    return this.#overlay !== undefined && performance.now() >= this.#retryAt;
  }

  enter(reason: NotStoredReason): Store {
    const { file, pace, reserve, notices, retryMs } = this.#parts;
    const disk = reason === 'damaged' ? undefined : file.databaseToRead();
    const overlay = openOverlay(disk, pace);
    const store = reservedStarts(overlay.store, reserve, 'inMemory');
    this.#overlay = { ...overlay, store };
    this.#retryAt = performance.now() + retryMs;
    notices.notStored(reason);
    return store;
  }

  /**
   * Brings what was stored in memory into the file, and ends.
   * @throws if the file still cannot be written
   */
  leave(): void {
    if (this.#overlay === undefined) return;
    const { file, notices, retryMs } = this.#parts;
    this.#retryAt = performance.now() + retryMs;
    file.replace(this.#overlay);
    this.close();
    notices.storedAgain();
  }

  close(): void {
    this.#overlay?.store.close();
    this.#overlay = undefined;
  }
}
