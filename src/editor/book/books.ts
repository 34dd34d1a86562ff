import * as vscode from 'vscode';
import type { DenySearch } from '../../book/denySearch.ts';
import type { AddressFacts, AddressQuery, NameInCode } from '../../book/facts.ts';
import { namesakeOf } from '../../book/namesake.ts';
import { networkNamed } from '../../networks/networks.ts';
import type { KnownAddress } from '../../book/lookAlikeParts.ts';
import type { RiskScale } from '../../report/scale.ts';
import { removedLists, type TrustedBooks } from '../../book/trustedBooks.ts';
import type { Revisions } from '../git/revisions.ts';
import { FolderBook } from './folderBook.ts';
import { FolderNames } from './folderNames.ts';
import { LookAlikeFeeds } from './lookAlikeFeeds.ts';
import {
  bookRejectionText,
  listProblemText,
  partProblemText,
  bookChanges,
} from '../../messages/book.ts';

/** What the files of the workspace say of addresses. Nothing of it is fetched or sent. */
export type Books = ReturnType<typeof registerBooks>;

/** The file in question; undefined for all folders. */
type FileUri = vscode.Uri | undefined;

interface Folder {
  readonly book: FolderBook;
  readonly names: FolderNames;
}

/** Reads no file before a surface or a command needs it. */
export function registerBooks(revisions: Revisions) {
  const changed = new vscode.EventEmitter<void>();
  const problems = vscode.languages.createDiagnosticCollection('addressRisk.book');
  const lookAlikes = new LookAlikeFeeds();
  const folders = new Map<string, Folder>();

  function folderOf(folder: vscode.WorkspaceFolder): Folder {
    const name = folder.uri.toString();
    const known = folders.get(name);
    if (known !== undefined) return known;
    const book = new FolderBook(folder, () => {
      problems.set(book.uri, problemsOf(book.loaded));
      lookAlikes.feed(name, () => knownIn(book.loaded), { areAnchors: true });
      changed.fire();
    });
    const created = { book, names: new FolderNames(folder, () => changed.fire()) };
    folders.set(name, created);
    revisions.follow(folder);
    compare(created);
    return created;
  }

  /** A failure is a state of the book, so there is none to report here. */
  const compare = ({ book }: Folder): void => void book.compareWith(revisions.stateOf(book.folder));

  /** An address in a file of no folder may be in any book. */
  function foldersFor(uri: FileUri): Folder[] {
    const own = uri && vscode.workspace.getWorkspaceFolder(uri);
    const all = own === undefined ? (vscode.workspace.workspaceFolders ?? []) : [own];
    return all.map(folderOf);
  }

  const subscriptions = [
    changed,
    problems,
    lookAlikes,
    revisions.onDidChange(() => folders.forEach(compare)),
    vscode.workspace.onDidGrantWorkspaceTrust(() => changed.fire()),
    vscode.workspace.onDidChangeWorkspaceFolders(({ removed }) => {
      for (const { uri } of removed) {
        closeFolder(folders, uri.toString(), problems);
        lookAlikes.feed(uri.toString(), () => []);
      }
      changed.fire();
    }),
  ];
  return {
    onDidChange: changed.event,
    ready: (uri: FileUri): Promise<void> => readyIn(foldersFor(uri)),
    networksOf: (uri: vscode.Uri) => networksIn(uri, folderOf),
    entryNetwork: (uri: FileUri, canonical: string) => entryNetworkIn(foldersFor(uri), canonical),
    /** Without names of tools until `readNames`. */
    factsOf: (uri: FileUri, asked: AddressQuery) => factsIn(foldersFor(uri))(asked),
    /** The same for many addresses of one folder or file, whose books are looked up once. */
    factsReader: (uri: FileUri) => factsIn(foldersFor(uri)),
    /** Those of the same folders that have a deny list. */
    denySearch: (uri: FileUri): readonly DenySearch[] => searchesOf(foldersFor(uri)),
    /** Whether a file is the address book or one of its deny lists, which use no address. */
    isOwnFile: (uri: vscode.Uri) => isOwnFileIn(foldersFor(uri), uri),
    /** Reads the names in files of tools, in the background; `onDidChange` fires when there are any. */
    readNames(uri: FileUri): void {
      for (const { names } of foldersFor(uri)) names.begin();
    },
    /** Fed by the books; documents, stored results, and an inventory feed it too. */
    lookAlikes,
    /** What the code calls an address, with whose name that is: of the books, only reviewed names count. */
    withNamesake: (uri: FileUri, asked: AddressQuery, inCode: NameInCode | undefined) =>
      withNamesake(foldersFor(uri), asked, inCode),
    /** That of the first folder whose policy has one; none in Restricted Mode. */
    scale: () => scaleIn(foldersFor(undefined)),
    /** The book that an address of a file belongs in; undefined without a folder. */
    bookFor: (uri: FileUri): FolderBook | undefined => foldersFor(uri)[0]?.book,
    dispose(): void {
      // They delete their problems, so the collection is disposed of after them.
      for (const name of folders.keys()) closeFolder(folders, name, problems);
      vscode.Disposable.from(...subscriptions).dispose();
    },
  };
}

function closeFolder(
  folders: Map<string, Folder>,
  name: string,
  problems: vscode.DiagnosticCollection,
): void {
  const folder = folders.get(name);
  folders.delete(name);
  if (folder === undefined) return;
  problems.delete(folder.book.uri);
  folder.book.dispose();
  folder.names.dispose();
}

async function readyIn(folders: readonly Folder[]): Promise<void> {
  await Promise.all(folders.map(({ book }) => book.ready()));
}

function isOwnFileIn(folders: readonly Folder[], uri: vscode.Uri): boolean {
  const path = vscode.workspace.asRelativePath(uri, false);
  return folders.some(({ book }) => book.loaded.ownFiles().has(path));
}

/** In Restricted Mode none, as for files: a network decides what a call is for. */
function entryNetworkIn(folders: readonly Folder[], canonical: string): string | undefined {
  if (!vscode.workspace.isTrusted) return undefined;
  const networks = folders.map(({ book }) => book.entryNetwork(canonical));
  return networks.find((network) => network !== undefined);
}

function withNamesake(
  folders: readonly Folder[],
  { text, family, network }: AddressQuery,
  inCode: NameInCode | undefined,
): NameInCode | undefined {
  if (inCode === undefined) return undefined;
  const named = { text, family, network, name: inCode.name };
  const found = folders.map(({ book }) => namesakeOf(named, book.namedEntries));
  return { ...inCode, namesake: found.find((each) => each !== undefined) };
}

function scaleIn(folders: readonly Folder[]): RiskScale | null {
  if (!vscode.workspace.isTrusted) return null;
  return folders.map(({ book }) => book.scale).find((scale) => scale !== null) ?? null;
}

const factsIn =
  (folders: readonly Folder[]) =>
  (asked: AddressQuery): AddressFacts =>
    merged(
      folders.map(({ book, names }) =>
        book.loaded.factsOf({ ...asked, network: asked.network ?? null }, names.index),
      ),
    );

const searchesOf = (folders: readonly Folder[]): DenySearch[] =>
  folders.map(({ book }) => book.loaded.denySearch).filter((search) => !search.isEmpty);

/** Of both revisions: an entry that the change removes is still what others are made to look like. */
function* knownIn({ trusted, change }: TrustedBooks): Generator<KnownAddress> {
  for (const { address, network } of [...trusted.book.entries, ...change.book.entries]) {
    const family = networkNamed(network)?.family;
    if (family !== undefined) yield { address, family };
  }
}

/** In Restricted Mode none, as of the setting `defaultChain`: a network decides what a call is for. */
function networksIn(
  uri: vscode.Uri,
  folderOf: (folder: vscode.WorkspaceFolder) => Folder,
): readonly string[] {
  const folder = vscode.workspace.isTrusted ? vscode.workspace.getWorkspaceFolder(uri) : undefined;
  if (folder === undefined) return [];
  const { book } = folderOf(folder);
  // A search asks for each file, and most books say nothing of any.
  if (book.loaded.change.book.rules.length === 0) return [];
  return book.networksOf(vscode.workspace.asRelativePath(uri, false));
}

function merged(facts: readonly AddressFacts[]): AddressFacts {
  return {
    denials: facts.flatMap(({ denials }) => denials),
    entries: facts.flatMap(({ entries }) => entries),
    baseEntries: facts.flatMap(({ baseEntries }) => baseEntries),
    names: facts.flatMap(({ names }) => names),
  };
}

/** What is wrong with an address book and its lists, as problems of its file. */
function problemsOf(books: TrustedBooks): vscode.Diagnostic[] {
  const { book, rejection, lists } = books.change;
  const changes = changesOf(books).map((text) => problemAt(0, text));
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

/** What the change takes away, which counts all the same. */
function changesOf(books: TrustedBooks): string[] {
  const { trusted, change } = books;
  if (trusted === change) return [];
  if (trusted.rejection !== undefined) return [bookChanges.baseRejected()];
  if (change.rejection !== undefined) return [];
  if (trusted.isThere && !change.isThere) return [bookChanges.bookRemoved()];
  return removedLists(books).map(({ name }) => bookChanges.listRemoved(name));
}

function problemAt(
  line: number,
  text: string,
  severity = vscode.DiagnosticSeverity.Warning,
): vscode.Diagnostic {
  // To the end of the line, whose length only the editor knows.
  const range = new vscode.Range(line, 0, line, Number.MAX_SAFE_INTEGER);
  const diagnostic = new vscode.Diagnostic(range, text, severity);
  diagnostic.source = 'Address Risk';
  diagnostic.code = 'addressBook';
  return diagnostic;
}
