import * as vscode from 'vscode';
import {
  maxNameFileSize,
  nameFileKind,
  nameFilePatterns,
  readNames,
} from '../../book/nameFiles.ts';
import { NameIndex } from '../../book/nameIndex.ts';
import { runInTurns } from '../../scheduler/turns.ts';
import { readInFolder, watchFiles } from './folderFile.ts';

/** Files of each pattern: what a repository of contracts has, without what it depends on. */
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
  #work: Promise<void> | undefined;
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
        const files = await vscode.workspace.findFiles(
          new vscode.RelativePattern(this.#folder, pattern),
          excluded,
          maxFiles,
        );
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
    this.#run(() => Promise.resolve());
  }

  /** One file after another; names are a convenience, and nothing waits for them. */
  #run(before: () => Promise<void>): void {
    const work = (this.#work ?? Promise.resolve())
      .then(before)
      .then(() => this.#readWaiting())
      .catch(() => this.#waiting.clear());
    this.#work = work;
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
    this.index.set(kind, path, await runInTurns('book', readNames(kind, path, file.text)));
  }

  #pathOf(uri: vscode.Uri): string {
    return uri.path.slice(this.#folder.uri.path.length).replace(/^\//, '');
  }
}
