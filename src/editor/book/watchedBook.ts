import { Uri, type Disposable, type WorkspaceFolder } from 'vscode';
import { bookFile } from '../../book/book.ts';
import { entryNetworksOf, type EntryNetworks } from '../../book/entryNetworks.ts';
import { namedEntries, type NamedEntries } from '../../book/namesake.ts';
import { ruledNetworks } from '../../book/rules.ts';
import { readPolicy } from '../../folder/policy.ts';
import type { RiskScale } from '../../report/scale.ts';
import { SecondLook } from '../../scheduler/secondLook.ts';
import { TrustedBooks } from '../../book/trustedBooks.ts';
import { runInTurns } from '../../scheduler/turns.ts';
import type { BaseFiles, FolderRevisionState, RevisionFiles } from '../git/folderRevision.ts';
import { readInFolder, watchFiles } from './folderFile.ts';
import { drain } from '../../book/drain.ts';
import { Refresh } from '../../scheduler/refresh.ts';
import {
  loadBook,
  noBook,
  type BookFiles,
  type FolderBook,
  type RunSteps,
} from '../../book/loadBook.ts';

/** Paths whose networks are kept. */
const maxPaths = 1_000;

/**
 * The address book of one folder, kept current by watchers, and that of the base revision, by Git.
 */
export class WatchedBook {
  readonly uri: Uri;
  readonly folder: WorkspaceFolder;
  readonly #books: LiveBooks;
  readonly #watches = new Map<string, Disposable>();
  readonly #looks = new SecondLook(() => this.readAgain());
  /** Each address of a document asks for the same path. */
  readonly #networks = new Map<string, readonly string[]>();
  #entryNetworks: EntryNetworks | undefined;
  #scale: RiskScale | null | undefined;
  #named: NamedEntries | undefined;

  constructor(folder: WorkspaceFolder, onChange: () => void) {
    this.folder = folder;
    this.uri = Uri.joinPath(folder.uri, bookFile);
    this.#books = new LiveBooks({
      files: { readText: (path, largest) => readInFolder(folder.uri, path, largest) },
      run: (steps) => runInTurns('book', steps),
      onChange: () => {
        for (const { path } of this.loaded.change.book.lists) this.#watch(path);
        this.#networks.clear();
        this.#entryNetworks = undefined;
        this.#scale = undefined;
        this.#named = undefined;
        onChange();
      },
    });
    this.#watch(bookFile);
  }

  get loaded(): TrustedBooks {
    return this.#books.loaded;
  }

  /** The networks that the book names for a file. @param path below the folder, with slashes */
  networksOf(path: string): readonly string[] {
    const known = this.#networks.get(path);
    if (known !== undefined) return known;
    const networks = ruledNetworks(this.loaded.change.book.rules, path);
    if (this.#networks.size >= maxPaths) this.#networks.clear();
    this.#networks.set(path, networks);
    return networks;
  }

  /** The network of all entries for an address; undefined without one, or where they differ. */
  entryNetwork(canonical: string): string | undefined {
    this.#entryNetworks ??= entryNetworksOf(this.loaded.change.book.entries);
    return this.#entryNetworks.get(canonical) ?? undefined;
  }

  /** Entries of the base revision, by name. */
  get namedEntries(): NamedEntries {
    return (this.#named ??= namedEntries(this.loaded.trusted.book.entries));
  }

  /** The scale in the base revision's policy: a change must not decide how it is judged. */
  get scale(): RiskScale | null {
    if (this.#scale === undefined) {
      const reading = readPolicy(this.loaded.trusted.text);
      this.#scale = reading.kind === 'policy' ? reading.policy.scale : null;
    }
    return this.#scale;
  }

  ready(): Promise<void> {
    return this.#books.ready();
  }

  /** After a change that no watcher has reported yet. */
  readAgain(): Promise<void> {
    return this.#books.readAgain();
  }

  async compareWith(state: FolderRevisionState): Promise<void> {
    if (state.kind === 'waiting') return;
    const isUnknown = state.kind === 'off' && state.reason.kind === 'noAnswer';
    await this.#books.compareWith(
      isUnknown ? 'unknown' : state.kind === 'on' ? state.files : undefined,
    );
  }

  dispose(): void {
    for (const watch of this.#watches.values()) watch.dispose();
    this.#looks.dispose();
    this.#books.dispose();
  }

  #watch(path: string): void {
    if (this.#watches.has(path)) return;
    // The path isn't a pattern, so replace glob characters with a single-character wildcard.
    const pattern = path.replaceAll(/[*?[\]{}]/g, '?');
    // A failure becomes a state, so it needs no report here.
    this.#watches.set(
      path,
      watchFiles(this.folder, pattern, () => void this.#looks.changed()),
    );
  }
}

interface Ports {
  /** The folder as it is now. */
  readonly files: BookFiles;
  readonly run: RunSteps;
  /** Called when other books are loaded. */
  readonly onChange: () => void;
}

/** The base revision's entries are unknown, so none count. */
const unknownBase: FolderBook = { ...noBook, isThere: true, rejection: { kind: 'unreadable' } };

/**
 * The address books of a folder, now and at its base revision: read on first use, and again after
 * each change notification.
 */
export class LiveBooks {
  readonly #ports: Ports;
  #loaded = drain(TrustedBooks.of(undefined, noBook));
  #change = noBook;
  #base: FolderBook | undefined;
  /** Where the change began; undefined where that is the base revision. */
  #origin: FolderBook | undefined;
  /** The commits of both; empty for none. Undefined to read them again on the next comparison. */
  #baseHash: string | undefined = '';
  readonly #reading = new Refresh(() => this.#read());
  #isRequested = false;
  #hasRead = false;
  #isDisposed = false;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  get loaded(): TrustedBooks {
    return this.#loaded;
  }

  /** Resolves when what is loaded is what the files of the folder had when it was called. */
  ready(): Promise<void> {
    return this.#isRequested ? this.#reading.settled() : this.readAgain();
  }

  /** After a change that no watcher has reported yet. */
  readAgain(): Promise<void> {
    this.#isRequested = true;
    return this.#reading.run();
  }

  /** Reads the book of another base revision. @param files `unknown` if it cannot be read */
  async compareWith(files: BaseFiles | 'unknown' | undefined): Promise<void> {
    const hash =
      files === 'unknown' ? files : files ? `${files.judge.commit} ${files.origin.commit}` : '';
    if (hash === this.#baseHash) return;
    this.#baseHash = hash;
    await this.ready();
    const { run } = this.#ports;
    const load = (of: RevisionFiles): Promise<FolderBook> =>
      loadBook(of, { other: this.#change, run });
    const isKnown = files !== undefined && files !== 'unknown';
    const base = isKnown ? await load(files.judge) : files && unknownBase;
    const hasGoneOn = isKnown && files.origin.commit !== files.judge.commit;
    const origin = hasGoneOn ? await load(files.origin) : undefined;
    // Meanwhile it may be another one.
    if (this.#baseHash !== hash) return;
    this.#base = base;
    this.#origin = origin;
    // Git may have been slow only once, and the commits stay the same.
    if (isKnown && [base, origin].some(isUnreadable)) this.#baseHash = undefined;
    await this.#put(this.#change);
  }

  dispose(): void {
    this.#isDisposed = true;
  }

  async #read(): Promise<void> {
    if (this.#isDisposed) return;
    const { files, run } = this.#ports;
    const before = this.#base ?? this.#change;
    // Keep an unchanged list's object, so that its rows are not searched for again.
    const lists = [...before.lists, ...this.#change.lists];
    const change = await loadBook(files, { other: { ...before, lists }, run });
    if (this.#hasRead && isSame(change, this.#change)) return;
    this.#hasRead = true;
    await this.#put(change);
  }

  async #put(change: FolderBook): Promise<void> {
    this.#change = change;
    const base = this.#base;
    const origin = this.#origin;
    const loaded = await this.#ports.run(TrustedBooks.of(base, change, origin && { origin }));
    // The later one is on its way.
    if (this.#isDisposed || this.#change !== change || this.#base !== base) return;
    this.#loaded = loaded;
    this.#ports.onChange();
  }
}

const isUnreadable = (book: FolderBook | undefined): boolean =>
  book?.rejection?.kind === 'unreadable' ||
  book?.lists.some(({ list }) => list.problem?.kind === 'unreadable') === true;

/** Whether two books have equal content; a rejected one always counts as different. */
function isSame(one: FolderBook, other: FolderBook): boolean {
  const isUsed = one.rejection === undefined && other.rejection === undefined;
  if (!isUsed || one.isThere !== other.isThere || one.text !== other.text) return false;
  return one.lists.every(({ digest, list }, index) => {
    const before = other.lists[index];
    return digest === undefined
      ? list.problem?.kind === before?.list.problem?.kind
      : digest === before?.digest;
  });
}
