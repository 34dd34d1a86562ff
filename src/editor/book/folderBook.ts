import { Uri, type Disposable, type WorkspaceFolder } from 'vscode';
import { bookFile } from '../../book/book.ts';
import { entryNetworksOf, type EntryNetworks } from '../../book/entryNetworks.ts';
import { namedEntries, type NamedEntries } from '../../book/namesake.ts';
import { ruledNetworks } from '../../book/rules.ts';
import { readPolicy } from '../../folder/policy.ts';
import type { RiskScale } from '../../report/scale.ts';
import { LiveBooks } from './liveBooks.ts';
import { SecondLook } from '../../scheduler/secondLook.ts';
import type { TrustedBooks } from '../../book/trustedBooks.ts';
import { runInTurns } from '../../scheduler/turns.ts';
import type { FolderRevisionState } from '../git/folderRevision.ts';
import { readInFolder, watchFiles } from './folderFile.ts';

/** Paths whose networks are kept. */
const maxPaths = 1_000;

/** The address book of one folder, followed by watchers, and that of the base revision by Git. */
export class FolderBook {
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

  /** Those of the base revision, by their names. */
  get namedEntries(): NamedEntries {
    return (this.#named ??= namedEntries(this.loaded.trusted.book.entries));
  }

  /** That of the base revision's policy: a change does not decide how it is judged. */
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
    // The path is no pattern: one character stands for any that would be.
    const pattern = path.replaceAll(/[*?[\]{}]/g, '?');
    // A failure is a state of its own, so there is none to report here.
    this.#watches.set(
      path,
      watchFiles(this.folder, pattern, () => void this.#looks.changed()),
    );
  }
}
