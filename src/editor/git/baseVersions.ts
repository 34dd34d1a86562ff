import { workspace, type Uri } from 'vscode';
import { EarlierAddresses, mostEarlier } from '../../inventory/earlierAddresses.ts';
import { largestFile } from '../../inventory/fileText.ts';
import { scanFile, withNetwork } from '../../inventory/scanFile.ts';
import { runInTurns } from '../../turns/turns.ts';
import { folderIdsOf } from '../documents/folderIds.ts';
import type { GitRepository } from './gitApi.ts';
import { readAtCommit } from './revisionFiles.ts';

/** Files whose base versions are read; each takes two processes of Git. */
export const mostBases = 1_000;

/** Processes at a time. */
const readers = 4;

/** For all of them, in milliseconds. */
const allMs = 60_000;

/** The addresses in the base versions of the changed files of a repository. */
export class BaseVersions {
  readonly earlier = new EarlierAddresses();
  readonly #repository: GitRepository;
  readonly #hash: string;
  readonly #done = new Set<string>();
  #isCanceled = false;

  /** @param hash of the commit */
  constructor(repository: GitRepository, hash: string) {
    this.#repository = repository;
    this.#hash = hash;
  }

  isFor(hash: string): boolean {
    return this.#hash === hash;
  }

  /** Whether all of these were read. */
  has(files: readonly Uri[]): boolean {
    return files.every(({ fsPath }) => this.#done.has(fsPath));
  }

  /** Reads those that were not read yet. What cannot be read is tried again the next time. */
  async read(files: readonly Uri[]): Promise<void> {
    const waiting = files.filter(({ fsPath }) => !this.#done.has(fsPath));
    if (this.#done.size + waiting.length > mostBases) return;
    const end = performance.now() + allMs;
    const next = waiting.values();
    const readSome = async (): Promise<void> => {
      for (const file of next) {
        if (this.#isCanceled || performance.now() > end || this.earlier.size > mostEarlier) return;
        if (await this.#readOne(file)) this.#done.add(file.fsPath);
      }
    };
    await Promise.all(Array.from({ length: readers }, readSome));
  }

  cancel(): void {
    this.#isCanceled = true;
  }

  /** @returns whether everything in it is known */
  async #readOne(file: Uri): Promise<boolean> {
    const commit = { repository: this.#repository, hash: this.#hash };
    const read = await readAtCommit(commit, file.fsPath, largestFile);
    if (read.kind === 'text') await this.#scan(read.text, file);
    // Links, submodules, and what is too large are left out, as in the working tree.
    return read.kind !== 'unreadable';
  }

  async #scan(text: string, uri: Uri): Promise<void> {
    const file = { path: workspace.asRelativePath(uri, false), bookNetworks: [] };
    // Only what the code itself names is its network: the choices of today are not those of then.
    const addresses = await runInTurns('inventory', scanFile(text, file, folderIdsOf(uri)));
    for (const address of addresses) this.earlier.add(withNetwork(address, () => ({})));
  }
}
