import { bookFile } from '../../book/book.ts';
import * as vscode from 'vscode';
import type { DenySearch } from '../../book/denySearch.ts';
import {
  isAbout,
  type AddressFacts,
  type AddressQuery,
  type NameInCode,
} from '../../book/facts.ts';
import { accountOf } from '../../addresses/occurrence.ts';
import { namesakeOf } from '../../book/namesake.ts';
import { networkNamed } from '../../networks/networks.ts';
import type { KnownAddress } from '../../book/lookAlikeParts.ts';
import type { RiskScale } from '../../report/scale.ts';
import { changesOf, type BookChange, type TrustedBooks } from '../../book/trustedBooks.ts';
import { problemAt as diagnosticAt } from '../documents/surroundings.ts';
import type { Revisions } from '../git/revisions.ts';
import { WatchedBook } from './watchedBook.ts';
import { LookAlikeFeeds } from './lookAlikeFeeds.ts';
import {
  bookRejectionText,
  listProblemText,
  partProblemText,
  bookChanges,
} from '../../messages/book.ts';
import {
  maxNameFileSize,
  nameFileKind,
  nameFilePatterns,
  readNames,
} from '../../book/nameFiles.ts';
import { NameIndex } from '../../book/nameIndex.ts';
import { runInTurns } from '../../scheduler/turns.ts';
import { readInFolder, watchFiles } from './folderFile.ts';

/** The file in question; undefined for all folders. */
type FileUri = vscode.Uri | undefined;

interface Folder {
  readonly book: WatchedBook;
  readonly names: FolderNames;
}

/**
 * Facts about addresses from workspace files. Nothing is fetched or sent, and no file is read until
 * a surface or a command needs it.
 */
export class Books {
  readonly #revisions: Revisions;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #problems = vscode.languages.createDiagnosticCollection('addressRisk.book');
  readonly #folders = new Map<string, Folder>();
  readonly #watches: vscode.Disposable;
  readonly onDidChange = this.#changed.event;
  /** Fed by the books; documents, stored results, and an inventory feed it too. */
  readonly lookAlikes = new LookAlikeFeeds();

  constructor(revisions: Revisions) {
    this.#revisions = revisions;
    const changed = this.#changed;
    this.#watches = vscode.Disposable.from(
      changed,
      this.#problems,
      this.lookAlikes,
      revisions.onDidChange(() => this.#folders.forEach((each) => this.#compare(each))),
      vscode.workspace.onDidGrantWorkspaceTrust(() => changed.fire()),
      vscode.workspace.onDidChangeWorkspaceFolders(({ removed }) => {
        for (const { uri } of removed) {
          this.#close(uri.toString());
          this.lookAlikes.feed(uri.toString(), () => []);
        }
        changed.fire();
      }),
    );
  }

  async ready(uri: FileUri): Promise<void> {
    await Promise.all(this.#foldersFor(uri).map(({ book }) => book.ready()));
  }

  /** In Restricted Mode none, as of the setting `defaultChain`: a network decides what a call is for. */
  networksOf(uri: vscode.Uri): readonly string[] {
    const { isTrusted } = vscode.workspace;
    const folder = isTrusted ? vscode.workspace.getWorkspaceFolder(uri) : undefined;
    const book = folder && this.#folderOf(folder).book;
    // A search calls this for each file, and most books have no rules.
    if (book === undefined || book.loaded.change.book.rules.length === 0) return [];
    return book.networksOf(vscode.workspace.asRelativePath(uri, false));
  }

  /** The same for one address, by its entries. */
  entryNetwork(uri: FileUri, canonical: string): string | undefined {
    if (!vscode.workspace.isTrusted) return undefined;
    const networks = this.#foldersFor(uri).map(({ book }) => book.entryNetwork(canonical));
    return networks.find((network) => network !== undefined);
  }

  factsOf(uri: FileUri, asked: AddressQuery): AddressFacts {
    return this.factsReader(uri)(asked);
  }

  /** The same for many addresses of one folder or file, whose books are looked up once. */
  factsReader(uri: FileUri): (asked: AddressQuery) => AddressFacts {
    const folders = this.#foldersFor(uri);
    return (asked) => {
      const facts = folders.map(({ book }) =>
        book.loaded.factsOf({ ...asked, network: asked.network ?? null }),
      );
      return {
        denials: facts.flatMap(({ denials }) => denials),
        entries: facts.flatMap(({ entries }) => entries),
        baseEntries: facts.flatMap(({ baseEntries }) => baseEntries),
        names: facts.flatMap(({ names }) => names),
        inCode: facts.find(({ inCode }) => inCode !== undefined)?.inCode,
      };
    };
  }

  /** The deny searches of folders that have a deny list. */
  denySearch(uri: FileUri): readonly DenySearch[] {
    const all = this.#foldersFor(uri).map(({ book }) => book.loaded.denySearch);
    return all.filter((search) => !search.isEmpty);
  }

  /** Whether a file is the address book or one of its deny lists, which don't use addresses. */
  isOwnFile(uri: vscode.Uri): boolean {
    const path = vscode.workspace.asRelativePath(uri, false);
    return this.#foldersFor(uri).some(({ book }) => book.loaded.ownFiles().has(path));
  }

  /** Problems with a folder's book and its lists, each with its line. */
  problemsIn(uri: vscode.Uri): string[] {
    const problems = this.#foldersFor(uri).flatMap(({ book }) => problemsOf(book.loaded));
    return problems.map(({ range, message }) => `${bookFile}:${range.start.line + 1}: ${message}`);
  }

  /** Reads the names in files of tools, in the background; `onDidChange` fires when there are any. */
  readNames(uri: FileUri): void {
    for (const { names } of this.#foldersFor(uri)) names.begin();
  }

  /**
   * The name of an address in code, else in an unreviewed book or in a tool's file, once
   * `readNames` has read it; and the address that really has that name. From books, only reviewed
   * names count.
   */
  nameInCode(
    uri: FileUri,
    { text, family, network }: AddressQuery,
    inText?: NameInCode,
  ): NameInCode | undefined {
    const folders = this.#foldersFor(uri);
    const key = accountOf({ text, family });
    const inFiles = folders.flatMap(({ names }) => names.index.of(key)).find(isAbout(network));
    const inBooks = this.factsOf(uri, { text, family, network }).inCode;
    const inCode = inText ?? inBooks ?? inFiles;
    if (inCode === undefined) return undefined;
    const { name, path, line } = { line: undefined, ...inCode };
    const named = { text, family, network, name };
    const found = folders.map(({ book }) => namesakeOf(named, book.namedEntries));
    return { name, path, line, namesake: found.find((each) => each !== undefined) };
  }

  /** The scale of the first folder whose policy has one; null in Restricted Mode. */
  get scale(): RiskScale | null {
    if (!vscode.workspace.isTrusted) return null;
    const scales = this.#foldersFor(undefined).map(({ book }) => book.scale);
    return scales.find((scale) => scale !== null) ?? null;
  }

  /** The book that an address of a file belongs in; undefined without a folder. */
  bookFor(uri: FileUri): WatchedBook | undefined {
    return this.#foldersFor(uri)[0]?.book;
  }

  dispose(): void {
    // They delete their problems, so the collection is disposed of after them.
    for (const name of this.#folders.keys()) this.#close(name);
    this.#watches.dispose();
  }

  /** An address in a file of no folder may be in any book. */
  #foldersFor(uri: FileUri): Folder[] {
    const own = uri && vscode.workspace.getWorkspaceFolder(uri);
    const all = own === undefined ? (vscode.workspace.workspaceFolders ?? []) : [own];
    return all.map((folder) => this.#folderOf(folder));
  }

  #folderOf(folder: vscode.WorkspaceFolder): Folder {
    const name = folder.uri.toString();
    const known = this.#folders.get(name);
    if (known !== undefined) return known;
    const book = new WatchedBook(folder, () => {
      this.#problems.set(book.uri, problemsOf(book.loaded));
      this.lookAlikes.feed(name, () => knownIn(book.loaded), { areAnchors: true });
      this.#changed.fire();
    });
    const created = { book, names: new FolderNames(folder, () => this.#changed.fire()) };
    this.#folders.set(name, created);
    this.#revisions.follow(folder);
    this.#compare(created);
    return created;
  }

  /** A failure becomes a state of the book, so it needs no report here. */
  #compare({ book }: Folder): void {
    void book.compareWith(this.#revisions.stateOf(book.folder));
  }

  #close(name: string): void {
    const folder = this.#folders.get(name);
    this.#folders.delete(name);
    if (folder === undefined) return;
    this.#problems.delete(folder.book.uri);
    folder.book.dispose();
    folder.names.dispose();
  }
}

/** Of both revisions: an entry that the change removes is still what others are made to look like. */
function* knownIn({ trusted, change }: TrustedBooks): Generator<KnownAddress> {
  for (const { address, network } of [...trusted.book.entries, ...change.book.entries]) {
    const family = networkNamed(network)?.family;
    if (family !== undefined) yield { address, family };
  }
}

/** Converts problems with an address book and its lists to diagnostics of its file. */
function problemsOf(books: TrustedBooks): vscode.Diagnostic[] {
  const { book, rejection, lists } = books.change;
  const changes = changesOf(books).map((change) => problemAt(0, changeText(change)));
  if (rejection !== undefined) {
    const line = 'line' in rejection ? rejection.line : 0;
    const severity = vscode.DiagnosticSeverity.Error;
    return [problemAt(line, bookRejectionText(rejection), severity), ...changes];
  }
  return [
    ...book.problems.map(({ line, problem }) => problemAt(line, partProblemText(problem))),
    ...lists.flatMap(({ reference, list }) =>
      list.problem === undefined
        ? []
        : [
            problemAt(
              reference.line,
              listProblemText(list.problem, reference.isFetched),
              // A deny list with missing rows lets addresses pass.
              reference.kind === 'deny'
                ? vscode.DiagnosticSeverity.Error
                : vscode.DiagnosticSeverity.Warning,
            ),
          ],
    ),
    ...changes,
  ];
}

function changeText(change: BookChange): string {
  switch (change.kind) {
    case 'baseRejected':
      return bookChanges.baseRejected();
    case 'bookRemoved':
      return bookChanges.bookRemoved();
    case 'listRemoved':
      return bookChanges.listRemoved(change.name);
  }
}

function problemAt(
  line: number,
  text: string,
  severity = vscode.DiagnosticSeverity.Warning,
): vscode.Diagnostic {
  // To the end of the line, whose length only the editor knows.
  const range = new vscode.Range(line, 0, line, Number.MAX_SAFE_INTEGER);
  return diagnosticAt(range, text, { severity, code: 'addressBook' });
}

/** Per pattern: enough for a repository of contracts without its dependencies. */
const maxFiles = 1_000;

const excluded = '**/{node_modules,.git}/**';

/**
 * The names in the files of tools of one folder: looked for on first need, in the background, and
 * followed file by file.
 */
export class FolderNames {
  readonly index = new NameIndex();
  readonly #folder: vscode.WorkspaceFolder;
  readonly #onChange: () => void;
  readonly #waiting = new Set<string>();
  #watch: vscode.Disposable | undefined;
  #work = Promise.resolve();
  #isDisposed = false;

  constructor(folder: vscode.WorkspaceFolder, onChange: () => void) {
    this.#folder = folder;
    this.#onChange = onChange;
  }

  /** Begins to read. Only the first call does anything. */
  begin(): void {
    if (this.#watch !== undefined || this.#isDisposed) return;
    this.#watch = watchFiles(this.#folder, '**/*.{json,sol}', (uri) => this.#follow(uri));
    this.#run(async () => {
      for (const pattern of nameFilePatterns) {
        const below = new vscode.RelativePattern(this.#folder, pattern);
        const files = await vscode.workspace.findFiles(below, excluded, maxFiles);
        for (const uri of files) this.#waiting.add(this.#pathOf(uri));
      }
    });
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#watch?.dispose();
  }

  #follow(uri: vscode.Uri): void {
    const path = this.#pathOf(uri);
    if (nameFileKind(path) === undefined || /(?:^|\/)(?:node_modules|\.git)\//.test(path)) return;
    // What does not fit now is not worth a queue without end.
    if (this.#waiting.size >= maxFiles * nameFilePatterns.length) return;
    this.#waiting.add(path);
    this.#run();
  }

  /** One file after another; names are a convenience, and nothing waits for them. */
  #run(before?: () => Promise<void>): void {
    this.#work = this.#work
      .then(before)
      .then(() => this.#readWaiting())
      .catch(() => this.#waiting.clear());
  }

  async #readWaiting(): Promise<void> {
    if (this.#waiting.size === 0) return;
    for (const path of this.#waiting) {
      if (this.#isDisposed) return;
      this.#waiting.delete(path);
      await this.#read(path);
    }
    this.#onChange();
  }

  async #read(path: string): Promise<void> {
    const kind = nameFileKind(path);
    if (kind === undefined) return;
    const file = await readInFolder(this.#folder.uri, path, maxNameFileSize);
    if (file.kind !== 'text') {
      this.index.delete(path);
      return;
    }
    this.index.set(path, await runInTurns('book', readNames(kind, path, file.text)));
  }

  #pathOf(uri: vscode.Uri): string {
    return uri.path.slice(this.#folder.uri.path.length).replace(/^\//, '');
  }
}
