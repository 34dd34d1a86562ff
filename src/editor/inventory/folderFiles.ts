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
} from '../../inventory/listFolder.ts';
import { gitPatternsOf } from '../../paths/excludeGlobs.ts';
import { IgnoreTree } from '../../paths/ignoreTree.ts';
import { runInTurns } from '../documents/turns.ts';
import { TextReader } from './readText.ts';

/** Files of one folder: more would take minutes and most of the memory. */
export const mostFiles = 50_000;

const neverListed = 'node_modules/\n.git/';

/** Lists a folder on the disk, without the extension host. Undefined if it cannot. */
type ListOnDisk = (folder: FolderRequest) => Promise<FolderListing | undefined>;

/** The files of one folder of the workspace that neither Git nor the settings leave out. */
export class FolderFiles {
  readonly folder: WorkspaceFolder;
  readonly #reader: TextReader;
  #excludes = ignoresOf([{ folder: '', text: neverListed }]);
  #ignores = new IgnoreTree();

  constructor(folder: WorkspaceFolder) {
    this.folder = folder;
    this.#reader = new TextReader(folder.uri);
  }

  get reader(): Pick<TextReader, 'read'> {
    return this.#reader;
  }

  /**
   * Lists the files, and reads their `.gitignore` files again.
   * @returns and whether there were more than are searched
   */
  async list(
    token: CancellationToken,
    listOnDisk: ListOnDisk,
  ): Promise<Omit<FolderListing, 'ignoreFiles'>> {
    this.#reader.forget();
    const ownPatterns = excludedBySettings(this.folder);
    const excluded = `${neverListed}\n${ownPatterns ?? ''}`;
    this.#excludes = ignoresOf([{ folder: '', text: excluded }]);
    const { scheme, fsPath } = this.folder.uri;
    if (scheme === 'file' && ownPatterns !== undefined) {
      const listing = await listOnDisk({ root: fsPath, excluded, most: mostFiles });
      if (listing !== undefined) {
        this.#ignores = ignoresOf(listing.ignoreFiles);
        return listing;
      }
    }
    const found = token.isCancellationRequested ? [] : await this.#find('**/*', token);
    const ignoreFiles = await readIgnoreFiles(this, found);
    this.#ignores = new IgnoreTree();
    const problems = ignoreFiles.map(({ folder, text }) => this.#ignores.set(folder, text));
    const paths = await runInTurns('inventory', wantedOf(this, found));
    const uncounted = problems.filter((problem) => problem !== undefined).length;
    return { paths, isCut: found.length >= mostFiles, uncounted };
  }

  /** The files below a folder that was created or moved. */
  async listBelow(path: string, token: CancellationToken): Promise<string[]> {
    // The path is no pattern: one character stands for any that would be.
    const found = await this.#find(`${path.replaceAll(/[*?[\]{}]/g, '?')}/**/*`, token);
    return found.filter((each) => this.isWanted(each));
  }

  /** Whether a file is one that a listing would have, as far as its path says. */
  isWanted(path: string): boolean {
    return !this.#excludes.isIgnored(path) && !this.#ignores.isIgnored(path);
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

/** Yields between slices of work: a repository chooses how many patterns there are. */
function* wantedOf(
  files: Pick<FolderFiles, 'isWanted'>,
  paths: readonly string[],
): Generator<void, string[]> {
  const wanted: string[] = [];
  for (const path of paths) {
    if (files.isWanted(path)) wanted.push(path);
    yield;
  }
  return wanted;
}

/** Patterns of Git; undefined if only VS Code can say what its globs mean. */
function excludedBySettings(folder: WorkspaceFolder): string | undefined {
  const files = workspace.getConfiguration('files', folder);
  return gitPatternsOf(files.get<Readonly<Record<string, unknown>> | null>('exclude') ?? {});
}

async function readIgnoreFiles(
  files: FolderFiles,
  paths: readonly string[],
): Promise<readonly IgnoreFile[]> {
  const found: IgnoreFile[] = [];
  for (const path of paths) {
    if (!files.decidesWhatIsListed(path)) continue;
    const read = await files.reader.read(files.uriOf(path));
    const folder = path.slice(0, -ignoreFile.length - 1);
    if (read.kind === 'text') found.push({ folder, text: read.text });
  }
  return found;
}

function ignoresOf(files: readonly IgnoreFile[]): IgnoreTree {
  const ignores = new IgnoreTree();
  for (const { folder, text } of files) ignores.set(folder, text);
  return ignores;
}
