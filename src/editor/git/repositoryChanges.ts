import type { Uri } from 'vscode';
import type { ScanThreadOptions } from '../../folder/scanThreads.ts';
import type { Revision } from '../../git/revision.ts';
import { BaseVersions, maxBases } from './baseVersions.ts';
import { Refresh } from '../../scheduler/refresh.ts';
import { withinTime } from '../../scheduler/withinTime.ts';
import { statuses, type GitRepository } from './gitApi.ts';
import { resolveSince, type NoRevision, type Since } from './resolveRevision.ts';

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
    const { kind } = this.#state;
    if (kind === 'changes' && this.#state.wasRead && this.#wantsBases) return;
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
      const versions = this.#versionsAt(revision.hash);
      if (this.#wantsBases) await versions.read(files.bases);
      const wasRead = this.#wantsBases;
      return { kind: 'changes', revision, ignoredSetting, ...files, versions, wasRead };
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
    return (this.#versions = new BaseVersions(this.repository, hash, this.#ports.thread));
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
