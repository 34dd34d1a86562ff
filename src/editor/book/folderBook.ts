import { Uri, type Disposable, type WorkspaceFolder } from 'vscode';
import {
  bookFile,
  emptyBook,
  largestBook,
  type Book,
  type BookReading,
  type BookRejection,
  type ListReference,
} from '../../book/book.ts';
import { DenySearch } from '../../book/denySearch.ts';
import { entriesByKey, type Knowledge, type LoadedList } from '../../book/facts.ts';
import { largestList, readList } from '../../book/lists.ts';
import { readBook } from '../../book/readBook.ts';
import { ruledNetworks } from '../../book/rules.ts';
import { runInTurns } from '../documents/turns.ts';
import { readInFolder } from './folderFile.ts';
import { watchFiles } from './watchFiles.ts';

/** The book of a folder with its lists, as they were last read. */
export interface LoadedBook extends Pick<Knowledge, 'entries' | 'lists'> {
  readonly book: Book;
  /** Why the book is not used; `book` is then empty. */
  readonly rejection: BookRejection | undefined;
  /** For what its deny lists have. */
  readonly denySearch: DenySearch;
}

const nothing: LoadedBook = {
  book: emptyBook,
  rejection: undefined,
  entries: new Map(),
  lists: [],
  denySearch: new DenySearch([]),
};

/** Paths whose networks are kept. */
const mostPaths = 1_000;

/** The address book of one folder: read on first need, and again when one of its files changes. */
export class FolderBook {
  readonly uri: Uri;
  readonly folder: WorkspaceFolder;
  readonly #onChange: () => void;
  readonly #watches = new Map<string, Disposable>();
  #loaded = nothing;
  #reading: Promise<void> | undefined;
  #isStale = true;
  #isDisposed = false;
  /** Each address of a document asks for the same path. */
  readonly #networks = new Map<string, readonly string[]>();

  constructor(folder: WorkspaceFolder, onChange: () => void) {
    this.folder = folder;
    this.#onChange = onChange;
    this.uri = Uri.joinPath(folder.uri, bookFile);
    this.#watch(bookFile);
  }

  get loaded(): LoadedBook {
    return this.#loaded;
  }

  /** The networks that the book names for a file. @param path below the folder, with slashes */
  networksOf(path: string): readonly string[] {
    const known = this.#networks.get(path);
    if (known !== undefined) return known;
    const networks = ruledNetworks(this.#loaded.book.rules, path);
    if (this.#networks.size >= mostPaths) this.#networks.clear();
    this.#networks.set(path, networks);
    return networks;
  }

  /** Resolves when what is loaded is what the files had when it was called. */
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

  dispose(): void {
    for (const watch of this.#watches.values()) watch.dispose();
    this.#isDisposed = true;
    this.#isStale = false;
  }

  async #read(): Promise<void> {
    this.#isStale = false;
    const loaded = await readFolder(this.folder.uri);
    if (this.#isDisposed) return;
    for (const { path } of loaded.book.lists) this.#watch(path);
    this.#loaded = loaded;
    this.#networks.clear();
    this.#onChange();
  }

  #watch(path: string): void {
    if (this.#watches.has(path)) return;
    // The path is no pattern: one character stands for any that would be.
    const pattern = path.replaceAll(/[*?[\]{}]/g, '?');
    // A failure is a state of its own, so there is none to report here.
    this.#watches.set(
      path,
      watchFiles(this.folder, pattern, () => void this.readAgain()),
    );
  }
}

async function readFolder(folder: Uri): Promise<LoadedBook> {
  const reading = await readBookFile(folder);
  if (reading === undefined) return nothing;
  if (reading.kind === 'rejected') return { ...nothing, rejection: reading.rejection };
  const { book } = reading;
  const lists: LoadedList[] = [];
  // One at a time: each may take megabytes.
  for (const reference of book.lists) lists.push(await readListFile(folder, reference));
  const denySearch = new DenySearch(lists);
  return { book, rejection: undefined, entries: entriesByKey(book), lists, denySearch };
}

/** Undefined without a book. */
async function readBookFile(folder: Uri): Promise<BookReading | undefined> {
  const file = await readInFolder(folder, bookFile, largestBook);
  switch (file.kind) {
    case 'text':
      return runInTurns('book', readBook(file.text));
    case 'missing':
      return undefined;
    case 'notAFile':
      return { kind: 'rejected', rejection: { kind: 'unreadable' } };
    case 'outside':
    case 'unreadable':
    case 'tooLarge':
      return { kind: 'rejected', rejection: { kind: file.kind } };
  }
}

async function readListFile(folder: Uri, reference: ListReference): Promise<LoadedList> {
  const file = await readInFolder(folder, reference.path, largestList);
  const list =
    file.kind === 'text'
      ? await runInTurns('book', readList(file.text, reference.path, reference.kind))
      : {
          addresses: new Map<string, never>(),
          spellings: new Map<string, string>(),
          problem: { kind: file.kind },
        };
  return { reference, list };
}
