import { workspace, type Uri } from 'vscode';
import { type ScanThreadOptions, readInThread, ScanThreads } from '../../folder/scanThreads.ts';
import type { Revision } from '../../git/revision.ts';
import { Refresh } from '../../scheduler/refresh.ts';
import { withinTime } from '../../scheduler/untilAborted.ts';
import { statuses, type GitRepository } from './gitApi.ts';
import { resolveSince, type NoRevision, type Since } from './resolveRevision.ts';
import { EarlierAddresses, maxEarlier } from '../../folder/compare.ts';
import { maxFileSize, textOf } from '../../folder/fileText.ts';
import { runInTurns } from '../../scheduler/turns.ts';
import { ContentUnpacker, type PackedContents } from '../../folder/encodeRows.ts';
import { networkOf } from '../../folder/scanText.ts';
import type { BookFileReading } from '../../book/loadBook.ts';

export type NoComparison = NoRevision | { readonly kind: 'noAnswer' };

/** The files that differ from a revision, and what was read of their base versions. */
export interface Changes {
  readonly revision: Revision;
  /** What the repository has set, if it does not count. */
  readonly ignoredSetting: string | undefined;
  /** Paths on the disk, as the system spells them. */
  readonly changed: ReadonlySet<string>;
  /** Those with a base version. */
  readonly bases: readonly Uri[];
  readonly versions: BaseVersions;
  /** Whether a read of the base versions has ended, be it early. */
  readonly wasRead: boolean;
}

export type ChangesState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'none'; readonly reason: NoComparison }
  | ({ readonly kind: 'changes' } & Changes);

/** For the names and the files that changed, in milliseconds. */
const limitMs = 30_000;

/** What a comparison with a revision needs. */
export interface RevisionPorts {
  readonly since: () => Since;
  readonly onChange: () => void;
  /** Whether a file is an address book or one of its lists: what is only there was not in use before. */
  readonly isOwnFile: (file: Uri) => boolean;
  /** What searches base versions. */
  readonly thread: ScanThreadOptions;
}

/** What has changed in one repository since a revision. Asks Git only when it is told to. */
export class RepositoryChanges {
  readonly repository: GitRepository;
  readonly #ports: RevisionPorts;
  #state: ChangesState = { kind: 'waiting' };
  #versions: BaseVersions | undefined;
  readonly #asking = new Refresh(() => this.#update());
  #wantsBases = false;
  #isDisposed = false;
  readonly #watch: { dispose(): void };

  constructor(repository: GitRepository, ports: RevisionPorts) {
    this.repository = repository;
    this.#ports = ports;
    this.#watch = repository.state.onDidChange(() => void this.refresh());
  }

  get state(): ChangesState {
    return this.#state;
  }

  /** Asks Git again. Resolves when the state says what it answered; never rejects. */
  refresh(): Promise<void> {
    return this.#asking.run();
  }

  /** Reads the base versions too, from now on. */
  async readBases(): Promise<void> {
    if (this.#state.kind === 'changes' && this.#state.wasRead) return;
    this.#wantsBases = true;
    await this.refresh();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#watch.dispose();
    this.#versions?.cancel();
  }

  async #update(): Promise<void> {
    if (this.#isDisposed) return;
    this.#state = await this.#read();
    this.#ports.onChange();
  }

  async #read(): Promise<ChangesState> {
    const none = { kind: 'none', reason: { kind: 'noAnswer' } } as const;
    try {
      const resolved = await withinTime(
        resolveSince(this.repository, this.#ports.since()),
        limitMs,
      );
      if (resolved?.kind !== 'revision') return resolved ?? none;
      const { revision, ignoredSetting } = resolved;
      const files = await withinTime(changedFiles(this.repository, revision.hash), limitMs);
      if (files === undefined) return none;
      const { changed } = files;
      const bases = files.bases.filter((file) => !this.#ports.isOwnFile(file));
      const versions = this.#versionsAt(revision.hash);
      if (this.#wantsBases) await versions.read(bases);
      const wasRead = this.#wantsBases;
      return { kind: 'changes', revision, ignoredSetting, changed, bases, versions, wasRead };
    } catch {
      // Git extensions reject with objects of their own; the log of Git has the reason.
      return none;
    }
  }

  /** What was read of a commit stays true. */
  #versionsAt(hash: string): BaseVersions {
    const known = this.#versions;
    if (known?.isFor(hash) === true) return known;
    known?.cancel();
    return (this.#versions = new BaseVersions(
      { repository: this.repository, hash },
      this.#ports.thread,
    ));
  }
}

/** Whether so many files have changed that their base versions are not read. */
export function isTooMany({ bases }: Pick<Changes, 'bases'>): boolean {
  return bases.length > maxBases;
}

async function changedFiles(
  repository: GitRepository,
  hash: string,
): Promise<Pick<Changes, 'changed' | 'bases'>> {
  const differing = await repository.diffWith(hash);
  const { mergeChanges, workingTreeChanges, untrackedChanges } = repository.state;
  const changed = new Set<string>();
  const bases = new Map<string, Uri>();
  for (const { uri, originalUri, status } of differing) {
    changed.add(uri.fsPath);
    if (status !== statuses.added) bases.set(originalUri.fsPath, originalUri);
  }
  // Git compares no conflicts and no untracked files, and this API no changes of a file's type.
  for (const { uri, status } of [...workingTreeChanges, ...untrackedChanges]) {
    if (status === statuses.untracked) changed.add(uri.fsPath);
  }
  const typeChanges = workingTreeChanges.filter(({ status }) => status === statuses.typeChanged);
  for (const { uri } of [...mergeChanges, ...typeChanges]) {
    changed.add(uri.fsPath);
    bases.set(uri.fsPath, uri);
  }
  return { changed, bases: [...bases.values()] };
}

/** Files whose base versions are read; each takes two processes of Git. */
export const maxBases = 1_000;

/** Processes at a time. */
const readers = 4;

/** For all of them, in milliseconds. */
const allMs = 60_000;

/** The addresses in the base versions of the changed files of a repository. */
export class BaseVersions {
  readonly earlier = new EarlierAddresses();
  readonly #commit: Commit;
  readonly #thread: ScanThreadOptions;
  readonly #done = new Set<string>();
  #isCanceled = false;

  /** @param thread that searches what Git has */
  constructor(commit: Commit, thread: ScanThreadOptions) {
    this.#commit = commit;
    this.#thread = thread;
  }

  isFor(hash: string): boolean {
    return this.#commit.hash === hash;
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
    const read = await bytesAtCommit(this.#commit, file.fsPath, maxFileSize);
    // Submodules and what is too large are left out, as in the working tree.
    if (read.kind !== 'bytes') return read.kind !== 'unreadable';
    const root = workspace.getWorkspaceFolder(file)?.uri.fsPath ?? '';
    const path = workspace.asRelativePath(file, false);
    // Only what the code itself names is its network: the choices of today are not those of then.
    const asked = { root, path, networks: [], content: read.bytes };
    let isRead = false;
    await readInThread([{ file: asked }], {
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

/** For one answer of Git, in milliseconds. */
const answerMs = 20_000;

interface Commit {
  readonly repository: GitRepository;
  readonly hash: string;
}

export type BytesReading =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | Exclude<BookFileReading, { kind: 'text' }>;

/** A regular file of a commit, or a link, whose text is its target. Never rejects. @param path on the disk */
async function bytesAtCommit(
  { repository, hash }: Commit,
  path: string,
  largest: number,
): Promise<BytesReading & { readonly isLink?: boolean }> {
  try {
    const details = await withinTime(repository.getObjectDetails(hash, path), answerMs);
    if (details === undefined) return { kind: 'unreadable' };
    // A submodule.
    if (!/^1[02]0/.test(details.mode)) return { kind: 'notAFile' };
    if (!(details.size <= largest)) return { kind: 'tooLarge' };
    const bytes = await withinTime(repository.buffer(hash, path), answerMs);
    if (bytes === undefined) return { kind: 'unreadable' };
    return { kind: 'bytes', bytes, isLink: details.mode.startsWith('12') };
  } catch (error) {
    return { kind: isUnknownPath(error) ? 'missing' : 'unreadable' };
  }
}

/** A regular file of a commit as text. Never rejects. @param path on the disk */
export async function textAtCommit(
  commit: Commit,
  path: string,
  largest: number,
): Promise<BookFileReading> {
  const read = await bytesAtCommit(commit, path, largest);
  if (read.kind !== 'bytes') return read;
  const text = read.isLink === true ? undefined : textOf(read.bytes);
  return text === undefined ? { kind: 'notAFile' } : { kind: 'text', text };
}

/** The file was not there at that commit. */
function isUnknownPath(error: unknown): boolean {
  // The Git extension of VS Code 1.103 throws what is no `Error`.
  const isOfGit = typeof error === 'object' && error !== null && 'gitErrorCode' in error;
  return isOfGit && error.gitErrorCode === 'UnknownPath';
}
