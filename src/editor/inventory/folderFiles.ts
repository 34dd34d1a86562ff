import {
  RelativePattern,
  Uri,
  workspace,
  type CancellationToken,
  type WorkspaceFolder,
} from 'vscode';
import {
  ignoreFile,
  type FolderListing,
  type FolderRequest,
  type IgnoreFile,
  type WantedPaths,
  type WantedRequest,
} from '../../inventory/listFolder.ts';
import { gitPatternsOf } from '../../paths/excludeGlobs.ts';
import { TextReader } from './readText.ts';

/** Files of one folder: more would take minutes and most of the memory. */
export const mostFiles = 50_000;

const neverListed = 'node_modules/\n.git/';
const isNeverListed = (path: string): boolean => /(?:^|\/)(?:node_modules|\.git)\//.test(path);

/** The thread that lists folders, and compares with patterns. Undefined if it ends before. */
export interface ListingThread {
  list(folder: FolderRequest): Promise<FolderListing | undefined>;
  wanted(paths: WantedRequest): Promise<WantedPaths | undefined>;
}

/** Undefined: it is not known which files there are. */
type Listed = FolderListing | undefined;

/**
 * The files of one folder of the workspace that neither Git nor the settings leave out, and those that
 * have changed, which nothing leaves out: Git ignores only untracked files. Compares with no pattern
 * itself: a repository chooses how long that takes.
 */
export class FolderFiles {
  readonly folder: WorkspaceFolder;
  readonly #reader: TextReader;
  /** Whether files are wanted, as far as that was found out since the last listing. */
  readonly #known = new Map<string, boolean>();
  #changed: ReadonlySet<string> = new Set();
  #excluded = neverListed;

  constructor(folder: WorkspaceFolder) {
    this.folder = folder;
    this.#reader = new TextReader(folder.uri);
  }

  get reader(): Pick<TextReader, 'read'> {
    return this.#reader;
  }

  /** Those that differ from the revision that the folder is compared with. */
  get changed(): ReadonlySet<string> {
    return this.#changed;
  }

  /** @returns those that were not among the changed ones before */
  setChanged(paths: ReadonlySet<string>): string[] {
    const before = this.#changed;
    this.#changed = paths;
    return before === paths ? [] : [...paths].filter((path) => !before.has(path));
  }

  /** Lists the files, and reads their `.gitignore` files again. */
  async list(token: CancellationToken, thread: ListingThread): Promise<Listed> {
    this.#reader.forget();
    const { scheme, fsPath: root } = this.folder.uri;
    const ownPatterns = excludedBySettings(this.folder);
    const excluded = `${neverListed}\n${ownPatterns ?? ''}`;
    const isListedByThread = scheme === 'file' && ownPatterns !== undefined;
    const listing = isListedByThread
      ? await thread.list({ root, excluded, most: mostFiles })
      : await this.#listFound(token, thread);
    if (listing === undefined) return undefined;
    this.#excluded = excluded;
    this.#known.clear();
    for (const path of listing.paths) this.#known.set(path, true);
    const others = [...this.#changed].filter((path) => !this.#known.has(path));
    return { ...listing, paths: [...listing.paths, ...others] };
  }

  /** The files below a folder that was created or moved. */
  async listBelow(path: string, token: CancellationToken): Promise<string[]> {
    // The path is no pattern: one character stands for any that would be.
    return this.#find(`${path.replaceAll(/[*?[\]{}]/g, '?')}/**/*`, token);
  }

  /** Whether a file is one that a listing would have; undefined until `decide`. */
  isWanted(path: string): boolean | undefined {
    if (this.#changed.has(path)) return true;
    return isNeverListed(path) ? false : this.#known.get(path);
  }

  /** Finds out which files are wanted. If that is not possible, they are. */
  async decide(paths: readonly string[], thread: ListingThread): Promise<void> {
    const found = await this.#wanted(paths, ignoresAbove(paths), thread);
    const wanted = new Set(found?.paths ?? paths);
    // Bounds the memory: names of ignored files are endless.
    if (this.#known.size > 4 * mostFiles) this.#known.clear();
    for (const path of paths) this.#known.set(path, wanted.has(path));
  }

  /** Whether a changed file changes which files are listed. */
  decidesWhatIsListed(path: string): boolean {
    return path === ignoreFile || path.endsWith(`/${ignoreFile}`);
  }

  pathOf(uri: Uri): string {
    return uri.path.slice(this.folder.uri.path.length).replace(/^\//, '');
  }

  uriOf(path: string): Uri {
    return Uri.joinPath(this.folder.uri, path);
  }

  /** What VS Code finds: in a virtual folder, and where only it can say what its globs mean. */
  async #listFound(token: CancellationToken, thread: ListingThread): Promise<Listed> {
    const found = token.isCancellationRequested ? [] : await this.#find('**/*', token);
    this.#excluded = neverListed;
    const ignores = found.filter((path) => this.decidesWhatIsListed(path));
    const wanted = await this.#wanted(found, ignores, thread);
    return wanted && { ...wanted, isCut: found.length >= mostFiles };
  }

  /** @param ignorePaths of the ignore files that count */
  async #wanted(
    paths: readonly string[],
    ignorePaths: Iterable<string>,
    thread: ListingThread,
  ): Promise<WantedPaths | undefined> {
    const { scheme, fsPath: root } = this.folder.uri;
    const isOnDisk = scheme === 'file';
    const ignores = isOnDisk ? { root } : { files: await readIgnoreFiles(this, ignorePaths) };
    return thread.wanted({ excluded: this.#excluded, paths, ignores });
  }

  async #find(pattern: string, token: CancellationToken): Promise<string[]> {
    const uris = await workspace.findFiles(
      new RelativePattern(this.folder, pattern),
      // With a pattern of our own, `files.exclude` applies too.
      '**/{node_modules,.git}/**',
      mostFiles,
      token,
    );
    return uris.map((uri) => this.pathOf(uri));
  }
}

/** Patterns of Git; undefined if only VS Code can say what its globs mean. */
function excludedBySettings(folder: WorkspaceFolder): string | undefined {
  const files = workspace.getConfiguration('files', folder);
  return gitPatternsOf(files.get<Readonly<Record<string, unknown>> | null>('exclude') ?? {});
}

/** Where the ignore files of some paths would be. */
function ignoresAbove(paths: readonly string[]): ReadonlySet<string> {
  const ignores = new Set([ignoreFile]);
  for (const path of paths) {
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
      ignores.add(`${path.slice(0, at)}/${ignoreFile}`);
    }
  }
  return ignores;
}

/** In UTF-16 units: what else a virtual folder has is left out, as the thread would. */
const longestIgnores = 8_388_608;

/** Of a virtual folder, which the thread cannot read. */
async function readIgnoreFiles(
  files: FolderFiles,
  paths: Iterable<string>,
): Promise<readonly IgnoreFile[]> {
  const found: IgnoreFile[] = [];
  let left = longestIgnores;
  for (const path of paths) {
    const read = await files.reader.read(files.uriOf(path));
    if (read.kind !== 'text' || (left -= read.text.length) < 0) continue;
    found.push({ folder: path.slice(0, -ignoreFile.length - 1), text: read.text });
  }
  return found;
}
