import { workspace, type Uri } from 'vscode';
import { EarlierAddresses, maxEarlier } from '../../folder/compare.ts';
import { maxFileSize } from '../../folder/fileText.ts';
import { readInThread, ScanThreads, type ScanThreadOptions } from '../../folder/scanThreads.ts';
import type { ThreadFile } from '../../folder/scanDiskFiles.ts';
import { runInTurns } from '../../scheduler/turns.ts';
import { ContentUnpacker, type PackedContents } from '../../folder/encodeRows.ts';
import { networkOf } from '../../folder/scanText.ts';
import type { GitRepository } from './gitApi.ts';
import { bytesAtCommit } from './revisionFiles.ts';

/** Files whose base versions are read; each takes two processes of Git. */
export const maxBases = 1_000;

/** Processes at a time. */
const readers = 4;

/** For all of them, in milliseconds. */
const allMs = 60_000;

/** The addresses in the base versions of the changed files of a repository. */
export class BaseVersions {
  readonly earlier = new EarlierAddresses();
  readonly #repository: GitRepository;
  readonly #hash: string;
  readonly #thread: ScanThreadOptions;
  readonly #done = new Set<string>();
  #isCanceled = false;

  /** @param hash of the commit @param thread that searches what Git has */
  constructor(repository: GitRepository, hash: string, thread: ScanThreadOptions) {
    this.#repository = repository;
    this.#hash = hash;
    this.#thread = thread;
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
    if (this.#done.size + waiting.length > maxBases) return;
    const end = performance.now() + allMs;
    const next = waiting.values();
    const threads = new ScanThreads(this.#thread);
    const readSome = async (): Promise<void> => {
      for (const file of next) {
        if (this.#isCanceled || performance.now() > end || this.earlier.size > maxEarlier) return;
        if (await this.#readOne(file, threads)) this.#done.add(file.fsPath);
      }
    };
    try {
      await Promise.all(Array.from({ length: readers }, readSome));
    } finally {
      threads.end();
    }
  }

  cancel(): void {
    this.#isCanceled = true;
  }

  /** @returns whether everything in it is known */
  async #readOne(file: Uri, threads: ScanThreads): Promise<boolean> {
    const commit = { repository: this.#repository, hash: this.#hash };
    const read = await bytesAtCommit(commit, file.fsPath, maxFileSize);
    // Submodules and what is too large are left out, as in the working tree.
    if (read.kind !== 'bytes') return read.kind !== 'unreadable';
    const root = workspace.getWorkspaceFolder(file)?.uri.fsPath ?? '';
    // Only what the code itself names is its network: the choices of today are not those of then.
    const asked = { root, path: workspace.asRelativePath(file, false), networks: [] };
    return this.#scan({ ...asked, content: read.bytes }, threads);
  }

  async #scan(file: ThreadFile, threads: ScanThreads): Promise<boolean> {
    let isRead = false;
    await readInThread([{ file }], {
      threads,
      prepare: () => Promise.resolve(),
      isWanted: () => !this.#isCanceled,
      onRead: async (_, packed) => {
        isRead = true;
        await runInTurns('inventory', this.#add(packed));
      },
      onLeftOut: () => Promise.resolve(),
    });
    return isRead;
  }

  *#add(packed: PackedContents): Generator<void, void> {
    for (const content of new ContentUnpacker().unpack(packed)) {
      if (!('addresses' in content)) continue;
      for (const { spelling, basis } of content.addresses) {
        const { canonical, family } = spelling;
        this.earlier.add({ canonical, family, network: networkOf(basis), isAssumed: false });
        yield;
      }
    }
  }
}
