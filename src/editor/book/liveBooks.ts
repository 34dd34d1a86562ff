import { drain } from '../../book/drain.ts';
import { Refresh } from '../../scheduler/refresh.ts';
import {
  loadBook,
  noBook,
  type BookFiles,
  type FolderBook,
  type RunSteps,
} from '../../book/loadBook.ts';
import { TrustedBooks } from '../../book/trustedBooks.ts';

/** The files of a revision, and what tells it from others. */
interface RevisionOfBook extends BookFiles {
  readonly hash: string;
}

/** The files of the base revision, and of where the change began. */
export interface BaseFiles {
  readonly judge: RevisionOfBook;
  readonly origin: RevisionOfBook;
}

interface Ports {
  /** The folder as it is now. */
  readonly files: BookFiles;
  readonly run: RunSteps;
  /** Called when other books are loaded. */
  readonly onChange: () => void;
}

/** What the base revision lists is unknown, so nothing is. */
const unknownBase: FolderBook = { ...noBook, isThere: true, rejection: { kind: 'unreadable' } };

/**
 * The address books of a folder, of now and of its base revision: read on first need, and again when
 * that is told.
 */
export class LiveBooks {
  readonly #ports: Ports;
  #loaded = drain(TrustedBooks.of(undefined, noBook));
  #change = noBook;
  #base: FolderBook | undefined;
  /** Where the change began; undefined where that is the base revision. */
  #origin: FolderBook | undefined;
  /** The commits that both are of; empty for none. */
  #baseHash = '';
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
      files === 'unknown' ? files : files ? `${files.judge.hash} ${files.origin.hash}` : '';
    if (hash === this.#baseHash) return;
    this.#baseHash = hash;
    await this.ready();
    const { run } = this.#ports;
    const load = (of: RevisionOfBook): Promise<FolderBook> =>
      loadBook(of, { other: this.#change, run });
    const isKnown = files !== undefined && files !== 'unknown';
    const base = isKnown ? await load(files.judge) : files && unknownBase;
    const hasGoneOn = isKnown && files.origin.hash !== files.judge.hash;
    const origin = hasGoneOn ? await load(files.origin) : undefined;
    // Meanwhile it may be another one.
    if (this.#baseHash !== hash) return;
    this.#base = base;
    this.#origin = origin;
    await this.#put(this.#change);
  }

  dispose(): void {
    this.#isDisposed = true;
  }

  async #read(): Promise<void> {
    if (this.#isDisposed) return;
    const { files, run } = this.#ports;
    const before = this.#base ?? this.#change;
    // A list that has not changed stays the same object: nothing is searched for its rows again.
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

/** Whether files say what they said before; one that is not used is always read as another. */
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
