import {
  RelativePattern,
  Uri,
  workspace,
  type CancellationToken,
  type WorkspaceFolder,
} from 'vscode';
import { IgnoreTree } from '../../paths/ignoreTree.ts';
import { TextReader } from './readText.ts';

/** Files of one folder: more would take minutes and most of the memory. */
export const mostFiles = 50_000;

const excluded = '**/{node_modules,.git}/**';
const isExcluded = /(?:^|\/)(?:node_modules|\.git)\//;
const ignoreFile = '.gitignore';

/** The files of one folder of the workspace that neither Git nor the settings leave out. */
export class FolderFiles {
  readonly folder: WorkspaceFolder;
  readonly #reader: TextReader;
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
   * @returns whether there were more than are searched
   */
  async list(token: CancellationToken): Promise<{ paths: string[]; isCut: boolean }> {
    this.#reader.forget();
    const found = await this.#find('**/*', token);
    await this.#readIgnores(found);
    return {
      paths: found.filter((path) => !this.#ignores.isIgnored(path)),
      isCut: found.length >= mostFiles,
    };
  }

  /** The files below a folder that was created or moved. */
  async listBelow(path: string, token: CancellationToken): Promise<string[]> {
    // The path is no pattern: one character stands for any that would be.
    const found = await this.#find(`${path.replaceAll(/[*?[\]{}]/g, '?')}/**/*`, token);
    return found.filter((each) => this.isWanted(each));
  }

  /** Whether a file is one that a listing would have, as far as its path says. */
  isWanted(path: string): boolean {
    return !isExcluded.test(path) && !this.#ignores.isIgnored(path);
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
    // With a pattern of our own, `files.exclude` applies too.
    const uris = await workspace.findFiles(
      new RelativePattern(this.folder, pattern),
      excluded,
      mostFiles,
      token,
    );
    return uris.map((uri) => this.pathOf(uri));
  }

  async #readIgnores(paths: readonly string[]): Promise<void> {
    const ignores = new IgnoreTree();
    for (const path of paths) {
      if (!this.decidesWhatIsListed(path)) continue;
      const read = await this.#reader.read(this.uriOf(path));
      if (read.kind === 'text') ignores.set(path.slice(0, -ignoreFile.length - 1), read.text);
    }
    this.#ignores = ignores;
  }
}
