import type { FileQueue } from '../../folder/fileQueue.ts';
import type { FilePlace } from '../../folder/inventory.ts';
import type { Log } from '../shell/log.ts';
import type { FileScanner } from './fileScanner.ts';
import type { ListingThread } from './folderFiles.ts';
import type { FolderRegistry } from './folderRegistry.ts';

interface Parts {
  readonly folders: FolderRegistry;
  readonly readings: FileScanner;
  readonly queue: FileQueue;
  readonly thread: ListingThread;
  readonly log: Pick<Log, 'fault'>;
}

/** Reads files that have changed. Of those that no listing has, the thread is asked first. */
export class FollowedFiles {
  readonly #parts: Parts;
  #deciding = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Whether the thread is being asked. */
  get isDeciding(): boolean {
    return this.#deciding > 0;
  }

  /** Reads files, and forgets those that are no longer wanted. */
  follow(places: Iterable<FilePlace>): void {
    const { folders, log, queue, readings } = this.#parts;
    const unknown: FilePlace[] = [];
    for (const place of places) {
      const files = folders.at(place.folder);
      const isWanted = files === undefined ? false : files.wanted.has(place.path);
      if (isWanted === true) queue.add(place);
      else if (isWanted === false) readings.forget(place);
      else unknown.push(place);
    }
    for (const [folder, some] of Map.groupBy(unknown, (place) => place.folder)) {
      this.#decide(folder, some).catch((error: unknown) => log.fault('inventory', error));
    }
    queue.run();
  }

  /**
   * Reads files that differ from the revision that a folder is compared with, whatever leaves them out.
   * @returns whether there are any that were not read
   */
  followChanged(folder: number, changed: ReadonlySet<string>): boolean {
    const added = this.#parts.folders.at(folder)?.wanted.setChanged(changed) ?? [];
    if (added.length > 0) this.follow(added.map((path) => ({ folder, path })));
    return added.length > 0;
  }

  async #decide(folder: number, places: readonly FilePlace[]): Promise<void> {
    const { folders, thread } = this.#parts;
    this.#deciding++;
    try {
      const paths = places.map(({ path }) => path);
      await folders.at(folder)?.decide(paths, thread);
    } finally {
      this.#deciding--;
    }
    this.follow(places);
  }
}
