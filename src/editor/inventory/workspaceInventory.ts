import { CancellationTokenSource, type CancellationToken } from 'vscode';
import { Inventory, type FilePlace } from '../../inventory/inventory.ts';
import type { ChainChoices } from '../documents/chainChoice.ts';
import type { Log } from '../shell/log.ts';
import { FileQueue } from './fileQueue.ts';

import { FileReadings } from './fileReadings.ts';
import type { FolderFiles } from './folderFiles.ts';
import { FolderNumbers } from './folderNumbers.ts';
import { Search } from './search.ts';

/**
 * All addresses of the workspace. Reads nothing before `search`; then file by file, in turns, and
 * again only what has changed.
 */
export class WorkspaceInventory {
  readonly inventory = new Inventory();
  readonly folders = new FolderNumbers();
  readonly search = new Search();
  readonly readings: FileReadings;
  readonly #choices: ChainChoices;
  readonly #log: Pick<Log, 'fault'>;
  readonly #queue: FileQueue;
  #cancel = new CancellationTokenSource();

  constructor(choices: ChainChoices, log: Pick<Log, 'fault'>) {
    this.#choices = choices;
    this.#log = log;
    this.readings = new FileReadings(this.inventory, this.folders, choices);
    this.#queue = new FileQueue(
      (place) => this.#read(place),
      () => this.search.complete(),
    );
  }

  /** Looks for all files, and reads them. */
  async searchAll(): Promise<void> {
    this.cancel();
    const { token } = (this.#cancel = new CancellationTokenSource());
    this.search.begin();
    try {
      for (const folder of this.folders.update()) this.readings.keepOnly(folder, []);
      for (const [folder, files] of this.folders.open()) await this.#list(folder, files, token);
      if (token.isCancellationRequested) return;
      this.search.endListing();
      this.#queue.run();
    } catch (error) {
      if (token.isCancellationRequested) return;
      this.#log.fault('inventory', error);
      this.search.cancel();
    }
  }

  /** Stops reading. What was found stays, and later changes are followed. */
  cancel(): void {
    if (!this.search.isRunning) return;
    this.#cancel.cancel();
    this.#queue.clear();
    this.search.cancel();
  }

  /** Reads files that have changed, and forgets those that are no longer wanted. */
  follow(places: Iterable<FilePlace>): void {
    for (const place of places) {
      if (this.folders.at(place.folder)?.isWanted(place.path) === true) this.#queue.add(place);
      else this.readings.forget(place);
    }
    this.#queue.run();
  }

  dispose(): void {
    this.#cancel.cancel();
    this.#queue.clear();
    this.search.dispose();
  }

  async #list(folder: number, files: FolderFiles, token: CancellationToken): Promise<void> {
    // The book may name the networks of files.
    await this.#choices.ready(files.folder.uri);
    const { paths, isCut } = await files.list(token);
    if (token.isCancellationRequested) return;
    this.readings.keepOnly(folder, paths);
    for (const path of paths) this.#queue.add({ folder, path });
    this.search.addFiles(paths.length, isCut);
  }

  async #read(place: FilePlace): Promise<void> {
    try {
      await this.readings.read(place);
    } catch (error) {
      this.#log.fault('inventory', error);
    }
    this.search.noteRead();
  }
}
