import * as vscode from 'vscode';
import {
  ignoreFile,
  patternMs,
  ignoresAbove,
  WantedFiles,
  type FolderListing,
  type FolderRequest,
  type IgnoreFile,
  type WantedPaths,
  type WantedRequest,
} from '../../folder/list.ts';
import { gitPatternsOf } from '../../paths/excludeGlobs.ts';
import { maxFileSize, textOf } from '../../folder/fileText.ts';
import type { Place } from '../../folder/inventory.ts';
import { readVirtual, readInFolder } from '../book/folderFile.ts';
import { settings } from '../shell/settings.ts';
import { shortened } from '../../messages/text.ts';
import { runInTurns } from '../../scheduler/turns.ts';
import { documentOf } from '../documents/surroundings.ts';

/** Files of one folder: more would take minutes and most of the memory. */
export const maxFiles = 50_000;

const neverListed = 'node_modules/\n.git/';

/** The thread that lists folders, and compares with patterns. Undefined if it ends before. */
export interface ListingThread {
  list(folder: FolderRequest): Promise<FolderListing | undefined>;
  wanted(paths: WantedRequest): Promise<WantedPaths | undefined>;
}

/** Undefined: it is not known which files there are. */
export type Listed =
  | (Pick<FolderListing, 'isCut' | 'uncounted'> & { readonly paths: readonly string[] })
  | undefined;

/** The files of one folder of the workspace that neither Git nor the settings leave out, and changed ones. */
export class SearchedFolder {
  readonly folder: vscode.WorkspaceFolder;
  readonly wanted = new WantedFiles(4 * maxFiles);
  #excluded = neverListed;

  constructor(folder: vscode.WorkspaceFolder) {
    this.folder = folder;
  }

  get isOnDisk(): boolean {
    return this.folder.uri.scheme === 'file';
  }

  /** Identifies the folder in a thread: its path on the disk, if it has one. */
  get root(): string {
    const { uri } = this.folder;
    return this.isOnDisk ? uri.fsPath : uri.toString();
  }

  /** Lists the files, and reads their `.gitignore` files again. */
  async list(token: vscode.CancellationToken, thread: ListingThread): Promise<Listed> {
    const { root } = this;
    // Undefined if only VS Code can interpret its globs.
    const ownPatterns = gitPatternsOf(settings.excludedFiles(this.folder));
    const excluded = `${neverListed}\n${ownPatterns ?? ''}`;
    // Before: a file that is created meanwhile is decided by the same patterns.
    this.#excluded = excluded;
    this.wanted.others = openBelow(this.folder);
    const request = { root, excluded, most: maxFiles, limitMs: patternMs };
    const isListedByThread = this.isOnDisk && ownPatterns !== undefined;
    const listing = isListedByThread ? await thread.list(request) : undefined;
    const found = isListedByThread
      ? listing && { ...listing, paths: [...listing.files, ...listing.links] }
      : await this.#listFound(token, thread);
    if (found === undefined) return undefined;
    return { ...found, paths: await runInTurns('inventory', this.wanted.setListed(found.paths)) };
  }

  /** The files below a folder that was created or moved. */
  async listBelow(path: string): Promise<string[]> {
    // The path isn't a pattern, so replace glob characters with a single-character wildcard.
    return findFiles(this, `${path.replaceAll(/[*?[\]{}]/g, '?')}/**/*`);
  }

  /** Finds out which files are wanted. If that is not possible, they are. */
  async decide(paths: readonly string[], thread: ListingThread): Promise<void> {
    const found = await this.#wanted(paths, ignoresAbove(paths), thread);
    this.wanted.setDecided(paths, new Set(found?.paths ?? paths));
  }

  /** Whether a changed file changes which files are listed. */
  decidesWhatIsListed(path: string): boolean {
    return path === ignoreFile || path.endsWith(`/${ignoreFile}`);
  }

  pathOf(uri: vscode.Uri): string {
    return uri.path.slice(this.folder.uri.path.length).replace(/^\//, '');
  }

  uriOf(path: string): vscode.Uri {
    return vscode.Uri.joinPath(this.folder.uri, path);
  }

  /**
   * Files found by VS Code: in a virtual folder, and where only VS Code can interpret the globs.
   */
  async #listFound(token: vscode.CancellationToken, thread: ListingThread): Promise<Listed> {
    const found = token.isCancellationRequested ? [] : await findFiles(this, '**/*', token);
    const ignores = found.filter((path) => this.decidesWhatIsListed(path));
    const wanted = await this.#wanted(found, ignores, thread);
    return wanted && { ...wanted, isCut: found.length >= maxFiles };
  }

  /** @param ignorePaths of the ignore files that count */
  async #wanted(
    paths: readonly string[],
    ignorePaths: Iterable<string>,
    thread: ListingThread,
  ): Promise<WantedPaths | undefined> {
    const ignores = this.isOnDisk
      ? { root: this.root }
      : { files: await readIgnoreFiles(this, ignorePaths) };
    return thread.wanted({ excluded: this.#excluded, paths, ignores });
  }
}

/** Workspace folders inside this one: a file belongs to the innermost. */
function openBelow({ uri }: vscode.WorkspaceFolder): string[] {
  const start = uri.toString().replace(/\/?$/, '/');
  const path = uri.path.replace(/\/?$/, '/');
  return (vscode.workspace.workspaceFolders ?? [])
    .filter((other) => other.uri.toString().startsWith(start) && other.uri.path !== uri.path)
    .map((other) => `${other.uri.path.slice(path.length)}/`);
}

/** Files that VS Code finds in a folder. */
async function findFiles(
  files: SearchedFolder,
  pattern: string,
  token?: vscode.CancellationToken,
): Promise<string[]> {
  const uris = await vscode.workspace.findFiles(
    new vscode.RelativePattern(files.folder, pattern),
    // With a pattern of our own, `files.exclude` applies too.
    '**/{node_modules,.git}/**',
    maxFiles,
    token,
  );
  return uris.map((uri) => files.pathOf(uri));
}

/** In UTF-16 units: what else a virtual folder has is left out, as the thread would. */
const maxIgnoresLength = 8_388_608;

/** Of a virtual folder, which the thread cannot read. */
async function readIgnoreFiles(
  files: SearchedFolder,
  paths: Iterable<string>,
): Promise<readonly IgnoreFile[]> {
  const found: IgnoreFile[] = [];
  let left = maxIgnoresLength;
  for (const path of paths) {
    const read = await readVirtual(files.uriOf(path), maxFileSize);
    const text = read.kind === 'bytes' ? textOf(read.bytes) : undefined;
    if (text === undefined || (left -= text.length) < 0) continue;
    found.push({ folder: path.slice(0, -ignoreFile.length - 1), text });
  }
  return found;
}

/** The folders of the workspace by number. A folder keeps its own while it is open. */
export class FolderRegistry {
  readonly #folders: (SearchedFolder | undefined)[] = [];

  /** Undefined for a folder that was closed. */
  at(number: number): SearchedFolder | undefined {
    return this.#folders[number];
  }

  /** The location of a place; undefined in a folder that was closed. */
  locate({ folder, path, line, column, length }: Place): vscode.Location | undefined {
    const uri = this.at(folder)?.uriOf(path);
    const range = new vscode.Range(line, column, line, column + length);
    return uri && new vscode.Location(uri, range);
  }

  *open(): Generator<[number: number, files: SearchedFolder], void> {
    for (const [number, files] of this.#folders.entries()) {
      if (files !== undefined) yield [number, files];
    }
  }

  /** The folder of a file, and the path below it; undefined for a file of no folder. */
  placeOf(uri: vscode.Uri): { folder: number; files: SearchedFolder; path: string } | undefined {
    const owner = vscode.workspace.getWorkspaceFolder(uri)?.uri.toString();
    for (const [folder, files] of this.open()) {
      if (files.folder.uri.toString() === owner) return { folder, files, path: files.pathOf(uri) };
    }
    return undefined;
  }

  /** Takes the folders that are open now. @returns the numbers of those that no longer are */
  update(): number[] {
    const open = new Map(
      (vscode.workspace.workspaceFolders ?? []).map((folder) => [folder.uri.toString(), folder]),
    );
    const closed: number[] = [];
    for (const [number, { folder }] of this.open()) {
      if (open.delete(folder.uri.toString())) continue;
      this.#folders[number] = undefined;
      closed.push(number);
    }
    for (const folder of open.values()) this.#folders.push(new SearchedFolder(folder));
    return closed;
  }
}

/** Files that are read for the places of one address. */
const maxLineFiles = 20;

/** In UTF-16 units. */
const maxTextLength = 120;

/**
 * Texts of lines without trailing space, from open documents or the disk. Empty for unreadable
 * ones, and beyond the limit of files.
 */
export async function linesOf(places: readonly (vscode.Location | undefined)[]): Promise<string[]> {
  const texts = new Map<string, (line: number) => string>();
  const byFile = Map.groupBy(
    places.filter((each) => each !== undefined),
    ({ uri }) => uri.toString(),
  );
  for (const [name, own] of [...byFile].slice(0, maxLineFiles)) {
    const wanted = new Set(own.map(({ range }) => range.start.line));
    for (const { uri } of own.slice(0, 1)) texts.set(name, await readLines(uri, wanted));
  }
  return places.map((place) => {
    const text = place && texts.get(place.uri.toString())?.(place.range.start.line);
    return shortened(text?.trim() ?? '', maxTextLength);
  });
}

async function readLines(
  uri: vscode.Uri,
  wanted: ReadonlySet<number>,
): Promise<(line: number) => string> {
  const document = documentOf(uri);
  if (document !== undefined) {
    return (line) => (line < document.lineCount ? document.lineAt(line).text : '');
  }
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  if (folder === undefined) return () => '';
  const path = uri.path.slice(folder.path.length);
  const reading = await readInFolder(folder, path, maxFileSize);
  if (reading.kind !== 'text') return () => '';
  const found = await runInTurns('inventory', pickLines(reading.text, wanted));
  return (line) => found.get(line) ?? '';
}

/** Lines between two steps. */
const batch = 1_024;

/** Lines as VS Code counts them. */
function* pickLines(
  text: string,
  wanted: ReadonlySet<number>,
): Generator<void, Map<number, string>> {
  const found = new Map<number, string>();
  let [line, start] = [0, 0];
  for (const { 0: end, index } of text.matchAll(/\r\n|[\r\n]|$/g)) {
    if (wanted.has(line)) found.set(line, text.slice(start, index));
    if (found.size === wanted.size) break;
    start = index + end.length;
    if (++line % batch === 0) yield;
  }
  return found;
}
