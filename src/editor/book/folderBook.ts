import { Uri, type Disposable, type WorkspaceFolder } from 'vscode';
import { bookFile } from '../../book/book.ts';
import { allOf } from '../../book/json.ts';
import { ruledNetworks } from '../../book/rules.ts';
import {
  loadBook,
  noBook,
  type BookFiles,
  type FolderBook as Book,
} from '../../workspace/loadBook.ts';
import { TrustedBooks } from '../../workspace/trust.ts';
import { runInTurns } from '../documents/turns.ts';
import type { FolderRevisionState } from '../git/folderRevision.ts';
import { readInFolder } from './folderFile.ts';
import { watchFiles } from './watchFiles.ts';

const nothing = allOf(TrustedBooks.of(undefined, noBook));

/** Git did not respond: what the base revision lists is unknown, so nothing is. */
const unknownBase: Book = { ...noBook, isThere: true, rejection: { kind: 'unreadable' } };

/** Paths whose networks are kept. */
const mostPaths = 1_000;

const run = <T>(steps: Generator<void, T>): Promise<T> => runInTurns('book', steps);

/**
 * The address book of one folder: read on first need, and again when one of its files changes; with
 * that of the base revision, as soon as Git has it.
 */
export class FolderBook {
  readonly uri: Uri;
  readonly folder: WorkspaceFolder;
  readonly #files: BookFiles;
  readonly #onChange: () => void;
  readonly #watches = new Map<string, Disposable>();
  #loaded = nothing;
  #change = noBook;
  #base: Book | undefined;
  /** The commit that `#base` is of; empty for none. */
  #baseHash = '';
  #reading: Promise<void> | undefined;
  #isStale = true;
  #isDisposed = false;
  /** Each address of a document asks for the same path. */
  readonly #networks = new Map<string, readonly string[]>();

  constructor(folder: WorkspaceFolder, onChange: () => void) {
    this.folder = folder;
    this.#onChange = onChange;
    this.uri = Uri.joinPath(folder.uri, bookFile);
    this.#files = { readText: (path, largest) => readInFolder(folder.uri, path, largest) };
    this.#watch(bookFile);
  }

  get loaded(): TrustedBooks {
    return this.#loaded;
  }

  /** The networks that the book names for a file. @param path below the folder, with slashes */
  networksOf(path: string): readonly string[] {
    const known = this.#networks.get(path);
    if (known !== undefined) return known;
    const networks = ruledNetworks(this.#loaded.change.book.rules, path);
    if (this.#networks.size >= mostPaths) this.#networks.clear();
    this.#networks.set(path, networks);
    return networks;
  }

  /** Resolves when what is loaded is what the files of the folder had when it was called. */
  async ready(): Promise<void> {
    while (this.#isStale && !this.#isDisposed) {
      this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
      await this.#reading;
    }
  }

  /** After a change that no watcher has reported yet. */
  async readAgain(): Promise<void> {
    this.#isStale = true;
    await this.ready();
  }

  /** Reads the book of the base revision, if that is another one. */
  async compareWith(state: FolderRevisionState): Promise<void> {
    if (state.kind === 'waiting') return;
    const files = state.kind === 'on' ? state.files : undefined;
    const isUnknown = state.kind === 'off' && state.reason.kind === 'noAnswer';
    const hash = isUnknown ? 'unknown' : (files?.hash ?? '');
    if (hash === this.#baseHash) return;
    this.#baseHash = hash;
    await this.ready();
    const loading = files && loadBook(files, { other: this.#change, run });
    const base = isUnknown ? unknownBase : await loading;
    // Meanwhile it may be another one.
    if (this.#baseHash !== hash) return;
    this.#base = base;
    await this.#put(this.#change);
  }

  dispose(): void {
    for (const watch of this.#watches.values()) watch.dispose();
    this.#isDisposed = true;
    this.#isStale = false;
  }

  async #read(): Promise<void> {
    this.#isStale = false;
    const change = await loadBook(this.#files, { other: this.#base, run });
    for (const { path } of change.book.lists) this.#watch(path);
    await this.#put(change);
  }

  async #put(change: Book): Promise<void> {
    this.#change = change;
    const base = this.#base;
    const loaded = await run(TrustedBooks.of(base, change));
    // The later one is on its way.
    if (this.#isDisposed || this.#change !== change || this.#base !== base) return;
    this.#loaded = loaded;
    this.#networks.clear();
    this.#onChange();
  }

  #watch(path: string): void {
    if (this.#watches.has(path) || this.#isDisposed) return;
    // The path is no pattern: one character stands for any that would be.
    const pattern = path.replaceAll(/[*?[\]{}]/g, '?');
    // A failure is a state of its own, so there is none to report here.
    this.#watches.set(
      path,
      watchFiles(this.folder, pattern, () => void this.readAgain()),
    );
  }
}
