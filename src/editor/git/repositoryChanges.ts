import { join } from 'node:path';
import { Uri, workspace } from 'vscode';
import type { BookFiles } from '../../book/loadBook.ts';
import { portionsOf } from '../../book/portions.ts';
import { baseSince, type Base, type NoBase, type Since } from '../../folder/base.ts';
import { EarlierAddresses, maxEarlier, onNetwork } from '../../folder/compare.ts';
import { ContentUnpacker, type PackedContents } from '../../folder/encodeRows.ts';
import { maxFileSize } from '../../folder/fileText.ts';
import { readCommitted } from '../../folder/folderFiles.ts';
import { textsOf } from '../../folder/folderText.ts';
import { networkOf } from '../../folder/scanText.ts';
import type { ThreadFile } from '../../folder/scanDiskFiles.ts';
import { readInThread, ScanThreads, type ScanThreadOptions } from '../../folder/scanThreads.ts';
import { changedFiles, untrackedIn, type ChangedFile } from '../../git/files.ts';
import { ObjectReader } from '../../git/objectReader.ts';
import { pathFrom } from '../../paths/inside.ts';
import { Refresh } from '../../scheduler/refresh.ts';
import { runInTurns } from '../../scheduler/turns.ts';
import { withinTime } from '../../scheduler/untilAborted.ts';
import { untrackedStatus, type OpenRepository } from './gitApi.ts';

export type NoComparison = NoBase | { readonly kind: 'noAnswer' };

/** The files that differ from a revision, and what was read of their base versions. */
interface Changes {
  readonly revision: Base;
  /** The repository's setting, if it doesn't count. */
  readonly ignoredSetting: string | undefined;
  /** Below the top of the repository, with slashes. */
  readonly changed: ReadonlySet<string>;
  /** The same of what Git does not track; a folder has a slash at its end. */
  readonly untracked: ReadonlySet<string>;
  /** Changed files with a base version, and Git's object names for it. */
  readonly bases: ReadonlyMap<string, string>;
  readonly versions: BaseVersions;
  /** Whether a read of the base versions has ended, be it early. */
  readonly wasRead: boolean;
}

export type ChangesState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'none'; readonly reason: NoComparison }
  | ({ readonly kind: 'changes' } & Changes);

/** Dependencies of a comparison with a revision. */
export interface RevisionPorts {
  readonly since: () => Since;
  readonly onChange: () => void;
  /**
   * Whether a file is an address book or one of its lists: an address found only there was not in
   * use before.
   */
  readonly isOwnFile: (file: Uri) => boolean;
  /** Searches base versions. */
  readonly thread: ScanThreadOptions;
}

/** Changes in one repository since a revision. Runs Git only on request. */
export class RepositoryChanges {
  readonly repository: OpenRepository;
  readonly #ports: RevisionPorts;
  #state: ChangesState = { kind: 'waiting' };
  #versions: BaseVersions | undefined;
  readonly #asking = new Refresh(() => this.#update());
  #wantsBases = false;
  #isDisposed = false;
  readonly #watch: { dispose(): void };

  constructor(repository: OpenRepository, ports: RevisionPorts) {
    this.repository = repository;
    this.#ports = ports;
    this.#watch = repository.api.state.onDidChange(() => void this.refresh());
  }

  get state(): ChangesState {
    return this.#state;
  }

  /** Runs Git again. Resolves when the state is current; never rejects. */
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
    const state = this.#isDisposed ? undefined : await this.#read();
    if (state === undefined || this.#isDisposed) return;
    this.#state = state;
    this.#ports.onChange();
  }

  async #read(): Promise<ChangesState> {
    const { git } = this.repository;
    try {
      const found = await baseSince(git, this.#ports.since());
      if (found.kind === 'none') return found;
      const { base: revision, ignoredSetting } = found;
      const [differing, others] = await Promise.all([
        changedFiles(git, revision.commit),
        untrackedIn(git),
      ]);
      const files = await runInTurns('inventory', this.#changes(differing, others));
      // Don't read anything for a folder that was closed in the meantime.
      if (this.#isDisposed) return { kind: 'waiting' };
      const versions = this.#versionsAt(revision.commit);
      const wasRead = this.#wantsBases;
      if (wasRead) await versions.read(files.bases);
      return { kind: 'changes', revision, ignoredSetting, ...files, versions, wasRead };
    } catch {
      return { kind: 'none', reason: { kind: 'noAnswer' } };
    }
  }

  /** Yields between files. */
  *#changes(
    differing: Iterable<ChangedFile>,
    others: Iterable<string>,
  ): Generator<void, Pick<Changes, 'changed' | 'untracked' | 'bases'>> {
    const { git, api } = this.repository;
    const changed = new Set<string>();
    const bases = new Map<string, string>();
    for (const { path, before } of differing) {
      changed.add(path);
      const isRead = before !== undefined && !this.#ports.isOwnFile(uriOf(this.repository, path));
      if (isRead) bases.set(path, before);
      yield;
    }
    const untracked = new Set<string>();
    for (const path of others) {
      untracked.add(path);
      yield;
    }
    // VS Code names each file of an untracked folder, unless a setting or the user's own patterns hide it.
    const { workingTreeChanges, untrackedChanges } = api.state;
    for (const { uri, status } of [...workingTreeChanges, ...untrackedChanges]) {
      if (status === untrackedStatus) changed.add(pathFrom(git.top, uri.fsPath));
      yield;
    }
    return { changed, untracked, bases };
  }

  /** Data read from a commit stays valid. */
  #versionsAt(commit: string): BaseVersions {
    const known = this.#versions;
    if (known?.commit === commit) return known;
    known?.cancel();
    return (this.#versions = new BaseVersions(this.repository, commit, this.#ports.thread));
  }
}

/** Files whose base versions are read: more would keep the disk busy for minutes. */
export const maxBases = 10_000;

/** Whether so many files have changed that their base versions are not read. */
export const isTooMany = ({ bases }: Pick<Changes, 'bases'>): boolean => bases.size > maxBases;

/** For all of them, in milliseconds. */
const allMs = 60_000;

/** Files of one request to the thread. */
const batch = 16;

/** A base version that the thread searches. */
interface BaseFile {
  readonly path: string;
  readonly file: ThreadFile;
}

/** The addresses in the base versions of the changed files of a repository. */
class BaseVersions {
  readonly earlier = new EarlierAddresses();
  readonly commit: string;
  readonly #repository: OpenRepository;
  readonly #thread: ScanThreadOptions;
  readonly #done = new Set<string>();
  #isCanceled = false;

  /** @param thread that searches what Git has */
  constructor(repository: OpenRepository, commit: string, thread: ScanThreadOptions) {
    this.#repository = repository;
    this.commit = commit;
    this.#thread = thread;
  }

  /** Whether all of these were read. */
  has(bases: ReadonlyMap<string, string>): boolean {
    return [...bases.keys()].every((path) => this.#done.has(path));
  }

  /** Reads the base versions that are still missing. Failures are retried next time. */
  async read(bases: ReadonlyMap<string, string>): Promise<void> {
    if (bases.size > maxBases) return;
    const end = performance.now() + allMs;
    const threads = new ScanThreads(this.#thread);
    const reader = new ObjectReader(this.#repository.git);
    const left = [...bases].filter(([path]) => !this.#done.has(path));
    try {
      const isOver = (): boolean =>
        this.#isCanceled || performance.now() > end || this.earlier.size > maxEarlier;
      for (const some of portionsOf(left, batch)) {
        await this.#search(await this.#contentsOf(some, reader, isOver), threads);
        if (isOver()) return;
      }
    } finally {
      threads.end();
      reader.close();
    }
  }

  cancel(): void {
    this.#isCanceled = true;
  }

  async #contentsOf(
    bases: readonly (readonly [path: string, object: string])[],
    reader: ObjectReader,
    isOver: () => boolean,
  ): Promise<BaseFile[]> {
    const files: BaseFile[] = [];
    for (const [path, object] of bases) {
      if (isOver()) break;
      const content = await fetchedIfMissing(this.#repository, this.commit, path, () =>
        reader.read(object, maxFileSize),
      ).catch(() => null);
      // Skip files that are too large, as in the working tree.
      if (content === undefined) this.#done.add(path);
      if (!content) continue;
      const file = uriOf(this.#repository, path);
      const root = workspace.getWorkspaceFolder(file)?.uri.fsPath ?? '';
      // Only code counts: today's choices by the user don't apply to that commit.
      const asked = { root, path: workspace.asRelativePath(file, false), networks: [], content };
      files.push({ path, file: asked });
    }
    return files;
  }

  #search(files: readonly BaseFile[], threads: ScanThreads): Promise<void> {
    return readInThread(files, {
      threads,
      prepare: () => Promise.resolve(),
      isWanted: () => !this.#isCanceled,
      onRead: (sent, packed) => runInTurns('inventory', this.#add(sent, packed)),
      onLeftOut: () => Promise.resolve(),
    });
  }

  /** @param sent the files of a response are the first of these */
  *#add(sent: readonly BaseFile[], packed: PackedContents): Generator<void, void> {
    for (const [index, content] of [...new ContentUnpacker().unpack(packed)].entries()) {
      for (const { spelling, basis } of 'addresses' in content ? content.addresses : []) {
        this.earlier.add(onNetwork(spelling, networkOf(basis)));
        yield;
      }
      const path = sent[index]?.path;
      if (path !== undefined && content.kind !== 'failed') this.#done.add(path);
      yield;
    }
  }
}

/**
 * The files of a folder at a commit, as texts.
 * @param prefix of the folder in its repository: empty, or with a slash at its end
 */
export const textsAt = (repository: OpenRepository, commit: string, prefix: string): BookFiles =>
  textsOf({
    read: (path, largest) =>
      fetchedIfMissing(repository, commit, prefix + path, () =>
        readCommitted(repository.git, commit, prefix + path, largest),
      ).catch(() => ({ kind: 'unreadable', reason: '' })),
  });

/** For one file: a fetch can wait for the network, or for a person. In milliseconds. */
const fetchMs = 20_000;

/** Reads again after a fault, once VS Code's Git has fetched what a partial clone lacks. */
async function fetchedIfMissing<T>(
  repository: OpenRepository,
  commit: string,
  path: string,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch {
    const file = uriOf(repository, path).fsPath;
    await withinTime(repository.api.getObjectDetails(commit, file), fetchMs);
    return read();
  }
}

const uriOf = ({ git }: OpenRepository, path: string): Uri => Uri.file(join(git.top, path));
