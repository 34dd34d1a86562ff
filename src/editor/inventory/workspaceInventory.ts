import { setTimeout } from 'node:timers/promises';
import { Refresh } from '../../scheduler/refresh.ts';
import { CancellationTokenSource, EventEmitter, type CancellationToken, type Uri } from 'vscode';
import type { NamedElsewhere } from '../../evidence/chainOf.ts';
import { patternsFor } from '../../folder/unnamedFiles.ts';
import type { Family } from '../../networks/networks.ts';
import { Inventory, type FilePlace } from '../../folder/inventory.ts';
import type { DenySearch } from '../../book/denySearch.ts';
import type { ScanThreadOptions } from '../../folder/scanThreads.ts';
import type { Books } from '../book/books.ts';
import type { ChainChoices, Searched, UnnamedFiles } from '../documents/chainChoice.ts';
import { runInTurns } from '../../scheduler/turns.ts';
import { runLogged, type Log } from '../shell/shell.ts';
import { FileQueue } from '../../folder/fileQueue.ts';
import {
  FileScanner,
  unreadChanges,
  type InventoryParts,
  type JudgedAddresses,
} from './fileScanner.ts';
import { Judgments } from '../../folder/judgments.ts';
import { FolderRegistry, maxFiles, type SearchedFolder, type Listed } from './searchedFolder.ts';
import { maxFileSize } from '../../folder/fileText.ts';
import { addressSearch } from '../../messages/inventory.ts';
import { fileName } from '../../folder/fileNotes.ts';

interface Ports {
  readonly books: Pick<Books, 'bookFor'>;
  readonly choices: ChainChoices;
  readonly log: Pick<Log, 'fault'>;
  /** Reads many files. */
  readonly thread: ScanThreadOptions;
}

/**
 * Delay before a search caused by a change, in milliseconds: a complete result stays visible that
 * long.
 */
const pauseMs = 500;

/** Listed files between two steps. */
const slice = 512;

/**
 * All addresses of the workspace. Reads nothing before `searchAll`; then all files in a thread of
 * its own, and again only what has changed.
 */
export class WorkspaceInventory implements Searched {
  readonly parts: InventoryParts = { usual: noneYet(), hidden: noneYet(), checksum: noneYet() };
  readonly inventory = this.parts.usual.inventory;
  readonly folders = new FolderRegistry();
  readonly search = new Search();
  readonly scanner: FileScanner;
  readonly #ports: Ports;
  readonly #queue: FileQueue;
  #cancel = new CancellationTokenSource();
  readonly #settled = new EventEmitter<void>();
  /** Fires when nothing waits to be read any more. */
  readonly onDidSettle = this.#settled.event;
  /** How often the thread is being asked which files are wanted. */
  #deciding = 0;
  #isDisposed = false;
  readonly #repeating = new Refresh(async () => {
    await this.search.ended();
    await setTimeout(pauseMs);
    if (this.#isDisposed) return;
    await this.searchAll();
    await this.search.ended();
  });
  /** The search state of each folder, and its files that list addresses without using any. */
  readonly searchedFor = new Map<
    number,
    { readonly denySearch: DenySearch; readonly ownFiles: ReadonlySet<string> }
  >();

  constructor(ports: Ports) {
    this.#ports = ports;
    const { parts, folders, search } = this;
    const onStale = (place: FilePlace): void => this.#queue.add(place);
    const isOwnFile = ({ folder, path }: FilePlace): boolean =>
      this.searchedFor.get(folder)?.ownFiles.has(path) === true;
    const scanner = new FileScanner({ ...ports, parts, folders, isOwnFile, onStale });
    this.scanner = scanner;
    const onRead = (places: readonly FilePlace[]): void => search.noteRead(places);
    this.#queue = new FileQueue(scanner, onRead, () => {
      // A file that changes meanwhile must not end the thread that waits for the list.
      if (!search.isListing && this.#deciding === 0) scanner.end();
      this.#settled.fire();
    });
  }

  /** Whether all changes that are known of were read. */
  get isSettled(): boolean {
    return !this.#queue.isBusy && this.#deciding === 0;
  }

  /** In the folder of a file, as far as it was searched. */
  elsewhere(uri: Uri, canonical: string): NamedElsewhere | undefined {
    const place = this.folders.placeOf(uri);
    return place && this.inventory.elsewhere(place.folder, canonical);
  }

  networksInUse(family: Family): readonly string[] {
    return this.inventory.addresses.networksInUse(family);
  }

  unnamedFiles(): readonly UnnamedFiles[] {
    if (this.search.isRunning) return [];
    return [...this.folders.open()]
      .map(([number, { folder }]) => ({
        folder,
        patterns: patternsFor(this.inventory.fileNetworks(number)),
      }))
      .filter(({ patterns }) => patterns.length > 0);
  }

  /** Looks for all files, and reads them. */
  async searchAll(): Promise<void> {
    this.cancel();
    const { token } = (this.#cancel = new CancellationTokenSource());
    this.search.begin();
    try {
      for (const folder of this.folders.update()) this.scanner.forgetUnwanted(folder);
      for (const [folder, files] of this.folders.open()) await this.#list(folder, files, token);
      if (token.isCancellationRequested) return;
      this.search.endListing();
      this.#queue.run();
    } catch (error) {
      if (token.isCancellationRequested) return;
      this.#ports.log.fault('inventory', error);
      this.cancel();
    }
  }

  /**
   * Searches after changes of what decides which files are read. A search that runs goes on, and one
   * more follows it: changes without end would let none come to an end.
   * @returns when the first search that starts after this call has ended
   */
  searchSoon(): Promise<void> {
    return this.#repeating.run();
  }

  /**
   * Reads changed files and forgets unwanted ones. For files in no listing, asks the thread first.
   */
  follow(places: Iterable<FilePlace>): void {
    const unknown: FilePlace[] = [];
    for (const place of places) {
      const files = this.folders.at(place.folder);
      const isWanted = files === undefined ? false : files.wanted.has(place.path);
      if (isWanted === true) this.#queue.add(place);
      else if (isWanted === false) this.scanner.forget(place);
      else unknown.push(place);
    }
    for (const [folder, some] of Map.groupBy(unknown, (place) => place.folder)) {
      runLogged(this.#ports.log, 'inventory', this.#decide(folder, some));
    }
    this.#queue.run();
  }

  /**
   * Reads files that differ from the revision that a folder is compared with, whatever leaves them out.
   * @returns whether there are any that were not read
   */
  followChanged(folder: number, changed: ReadonlySet<string>): boolean {
    const added = this.folders.at(folder)?.wanted.setChanged(changed) ?? [];
    if (added.length > 0) this.follow(added.map((path) => ({ folder, path })));
    return added.length > 0;
  }

  /** Stops reading. Results stay, and later changes are followed. */
  cancel(): void {
    if (!this.search.isRunning) return;
    this.#cancel.cancel();
    this.#queue.clear();
    this.search.cancel();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#cancel.cancel();
    this.#queue.clear();
    this.search.dispose();
    this.#settled.dispose();
  }

  async #decide(folder: number, places: readonly FilePlace[]): Promise<void> {
    this.#deciding++;
    try {
      const paths = places.map(({ path }) => path);
      await this.folders.at(folder)?.decide(paths, this.scanner);
    } finally {
      this.#deciding--;
    }
    this.follow(places);
  }

  async #list(folder: number, files: SearchedFolder, token: CancellationToken): Promise<void> {
    // The book may name the networks of files.
    const { books, choices } = this.#ports;
    await choices.ready(files.folder.uri);
    const loaded = books.bookFor(files.folder.uri)?.loaded;
    if (loaded !== undefined) {
      const { denySearch } = loaded;
      this.searchedFor.set(folder, { denySearch, ownFiles: loaded.ownFiles() });
    }
    const listing = await files.list(token, this.scanner);
    if (token.isCancellationRequested) return;
    if (listing !== undefined) {
      this.scanner.forgetUnwanted(folder);
      if (!(await runInTurns('inventory', this.#expect(folder, listing.paths, token)))) return;
    }
    this.search.addFiles(listing);
  }

  /**
   * Yields between slices of work.
   * @returns false if the search was stopped, since nothing would read later additions
   */
  *#expect(
    folder: number,
    paths: readonly string[],
    token: CancellationToken,
  ): Generator<void, boolean> {
    for (const [index, path] of paths.entries()) {
      if (index % slice === slice - 1) yield;
      if (token.isCancellationRequested) return false;
      this.#queue.add({ folder, path });
      this.search.expect({ folder, path });
    }
    return true;
  }
}

const noneYet = (): JudgedAddresses => ({
  inventory: new Inventory(),
  judgments: new Judgments(),
});

const maxMebibytesSize = maxFileSize / 1_048_576;

/** Files that were not searched, whether or not anything was found. */
export function unreadNotes({
  folders,
  scanner,
  search,
}: Pick<WorkspaceInventory, 'folders' | 'scanner' | 'search'>): string[] {
  const { isCut, uncounted, unlisted } = search.progress;
  const large = scanner.notes.countOf('tooLarge');
  const failed = scanner.notes.countOf('failed');
  return [
    ...(large > 0 ? [addressSearch.large(large, maxMebibytesSize)] : []),
    ...(isCut ? [addressSearch.cut(maxFiles)] : []),
    ...(uncounted > 0 ? [addressSearch.uncounted(uncounted)] : []),
    ...(unlisted > 0 ? [addressSearch.unlisted(unlisted)] : []),
    ...(failed > 0 ? [addressSearch.failed(failed)] : []),
    ...[...unreadChanges(scanner, folders)].map(([reason, count]) =>
      addressSearch.unreadChange(reason, count, maxMebibytesSize),
    ),
  ];
}

/** `waiting`: not requested yet, nothing read. */
export type SearchState = 'waiting' | 'searching' | 'complete' | 'canceled';

/** How far the search has come. */
interface SearchProgress {
  readonly state: SearchState;
  readonly read: number;
  /** Files to read; 0 while they are looked for. */
  readonly total: number;
  /** Whether a folder has more files than are searched. */
  readonly isCut: boolean;
  /** `.gitignore` files whose patterns do not count. */
  readonly uncounted: number;
  /** Folders whose files could not be listed. */
  readonly unlisted: number;
}

const noProgress: SearchProgress = {
  state: 'waiting',
  read: 0,
  total: 0,
  isCut: false,
  uncounted: 0,
  unlisted: 0,
};

/** The state of the search for files and their addresses. */
export class Search {
  readonly #changed = new EventEmitter<void>();
  readonly #ended = new EventEmitter<void>();
  #progress = noProgress;
  #isListed = false;
  #end = Promise.withResolvers<undefined>();
  /** Listed files not read yet; one that changes meanwhile is read again but counts once. */
  readonly #unread = new Set<string>();

  /** Fires when addresses or the state have changed. */
  readonly onDidChange = this.#changed.event;
  /** Fires when a search is complete or canceled. */
  readonly onDidEnd = this.#ended.event;

  get progress(): SearchProgress {
    return this.#progress;
  }

  get isRunning(): boolean {
    return this.#progress.state === 'searching';
  }

  /** Whether the files are still looked for. */
  get isListing(): boolean {
    return this.isRunning && !this.#isListed;
  }

  begin(): void {
    this.#isListed = false;
    this.#unread.clear();
    this.#end = Promise.withResolvers();
    this.#update({ ...noProgress, state: 'searching' });
  }

  /** A listed file is to be read. */
  expect(place: FilePlace): void {
    this.#unread.add(fileName(place));
  }

  /** Counts the files of a folder. @param found undefined if they could not be listed */
  addFiles(found: Listed): void {
    const { total, isCut, uncounted, unlisted } = this.#progress;
    if (found === undefined) {
      this.#update({ unlisted: unlisted + 1 });
      return;
    }
    this.#update({
      total: total + found.paths.length,
      isCut: isCut || found.isCut,
      uncounted: uncounted + found.uncounted,
    });
  }

  /** All files are known. */
  endListing(): void {
    this.#isListed = true;
    this.noteRead([]);
  }

  /** Files were read, be it for the search or after a change. */
  noteRead(places: readonly FilePlace[]): void {
    for (const place of places) this.#unread.delete(fileName(place));
    if (!this.isRunning || this.isListing) {
      this.#update({});
      return;
    }
    const left = this.#unread.size;
    this.#update({
      state: left === 0 ? 'complete' : 'searching',
      read: this.#progress.total - left,
    });
  }

  cancel(): void {
    this.#update(this.isRunning ? { state: 'canceled' } : {});
  }

  /** Resolves when the search that runs is complete or canceled. */
  async ended(): Promise<void> {
    if (this.isRunning) await this.#end.promise;
  }

  dispose(): void {
    this.#changed.dispose();
    this.#ended.dispose();
  }

  #update(change: Partial<SearchProgress>): void {
    const before = this.#progress.state;
    this.#progress = { ...this.#progress, ...change };
    const { state } = this.#progress;
    if (state !== 'searching') this.#end.resolve(undefined);
    this.#changed.fire();
    if (state !== 'searching' && state !== before) this.#ended.fire();
  }
}
