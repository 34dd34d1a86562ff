import { Uri, workspace, type WorkspaceFolder } from 'vscode';
import { fileStates, type Comparison } from '../../folder/compare.ts';
import type { Revision } from '../../git/revision.ts';
import type { GitApi, GitRepository } from './gitApi.ts';
import {
  textAtCommit,
  isTooMany,
  RepositoryChanges,
  type NoComparison,
  type RevisionPorts,
} from './repositoryChanges.ts';
import { join } from 'node:path';
import type { BookFiles } from '../../book/loadBook.ts';
import { isBelow, pathFrom } from '../../paths/inside.ts';

/** Why nothing of a folder is new. */
export type OffReason = NoComparison | { readonly kind: 'restricted' | 'noGit' | 'noRepository' };

/** Why it is unknown of some addresses whether they are new. */
type Gap = 'tooMany' | 'unreadable';

/** A folder beside the revision that it is compared with. */
export type FolderRevisionState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'off'; readonly reason: OffReason }
  | {
      readonly kind: 'on';
      readonly revision: Revision;
      readonly comparison: Comparison;
      /** Files that differ, below the folder, with slashes. */
      readonly changed: ReadonlySet<string>;
      readonly gap: Gap | undefined;
      /** What the repository has set, if it does not count. */
      readonly ignoredSetting: string | undefined;
      /** Undefined if the folder itself is in no repository. */
      readonly files: BaseFiles | undefined;
    };

/** The files of a folder at a revision. */
export interface RevisionFiles extends BookFiles {
  readonly hash: string;
}

/** The files of the base revision, and of where the change began. */
export interface BaseFiles {
  readonly judge: RevisionFiles;
  readonly origin: RevisionFiles;
}

/** Compares the repositories of one folder: the one that it is in, and those in it. */
export class FolderRevision {
  readonly folder: WorkspaceFolder;
  readonly #ports: RevisionPorts;
  readonly #repositories = new Map<string, RepositoryChanges>();
  #state: FolderRevisionState = { kind: 'waiting' };
  #isWithoutGit = false;

  constructor(folder: WorkspaceFolder, ports: RevisionPorts) {
    this.folder = folder;
    this.#ports = ports;
  }

  get state(): FolderRevisionState {
    return this.#state;
  }

  /** The repository that the folder is in, else the first one in it. */
  get repository(): GitRepository | undefined {
    return this.#all[0]?.repository;
  }

  /** Looks for repositories, and asks for what changed in them. @param api undefined without Git */
  async find(api: GitApi | undefined): Promise<void> {
    this.#isWithoutGit = api === undefined;
    const found = repositoriesOf(api, this.folder.uri);
    const roots = new Set(found.map(({ rootUri }) => rootUri.fsPath));
    for (const [root, changes] of this.#repositories) {
      if (roots.has(root)) continue;
      changes.dispose();
      this.#repositories.delete(root);
    }
    for (const repository of found) {
      const root = repository.rootUri.fsPath;
      if (this.#repositories.has(root)) continue;
      const changes = new RepositoryChanges(repository, {
        ...this.#ports,
        onChange: () => this.#update(),
      });
      this.#repositories.set(root, changes);
    }
    await this.refresh();
    this.#update();
  }

  async refresh(): Promise<void> {
    await Promise.all(this.#all.map((each) => each.refresh()));
  }

  /** Reads the base versions too, from now on. */
  async readBases(): Promise<void> {
    await Promise.all(this.#all.map((each) => each.readBases()));
  }

  dispose(): void {
    for (const each of this.#all) each.dispose();
    this.#repositories.clear();
  }

  get #all(): RepositoryChanges[] {
    return [...this.#repositories.values()];
  }

  #update(): void {
    this.#state = this.#isWithoutGit
      ? { kind: 'off', reason: { kind: workspace.isTrusted ? 'noGit' : 'restricted' } }
      : stateOf(this.#all, this.folder);
    this.#ports.onChange();
  }
}

function stateOf(all: readonly RepositoryChanges[], folder: WorkspaceFolder): FolderRevisionState {
  const on = all.flatMap(({ state }) => (state.kind === 'changes' ? [state] : []));
  const [main] = on;
  if (main === undefined) {
    if (all.some(({ state }) => state.kind === 'waiting')) return { kind: 'waiting' };
    const reasons = all.flatMap(({ state }) => (state.kind === 'none' ? [state.reason] : []));
    return { kind: 'off', reason: reasons[0] ?? { kind: 'noRepository' } };
  }
  const gaps = on.filter(({ versions, bases }) => !versions.has(bases));
  const isWaiting = on.some(({ wasRead }) => !wasRead);
  const base = gaps.length === 0 ? 'complete' : isWaiting ? 'waiting' : 'incomplete';
  const changed = changedIn(on, folder);
  return {
    kind: 'on',
    revision: main.revision,
    changed,
    comparison: {
      base,
      stateOf: fileStates(placesIn(all, folder), changed),
      earlier: { has: (address) => on.some(({ versions }) => versions.earlier.has(address)) },
    },
    files: filesAt(all, folder),
    ignoredSetting: main.ignoredSetting,
    gap: base !== 'incomplete' ? undefined : gaps.some(isTooMany) ? 'tooMany' : 'unreadable',
  };
}

/** The same object for the same commit: what is read of it stays true. */
function filesAt(
  all: readonly RepositoryChanges[],
  { uri }: WorkspaceFolder,
): BaseFiles | undefined {
  const own = all.find(({ repository }) => repositoryPlaces(repository, uri)[0] === '');
  if (own?.state.kind !== 'changes') return undefined;
  const { hash, judge } = own.state.revision;
  const { repository } = own;
  const at = (each: string): RevisionFiles => ({
    hash: each,
    readText: (path, largest) =>
      textAtCommit({ repository, hash: each }, Uri.joinPath(uri, path).fsPath, largest),
  });
  return { judge: at(judge.hash), origin: at(hash) };
}

/** The files of a submodule that is not open belong to no repository that is compared. */
function placesIn(
  all: readonly RepositoryChanges[],
  { uri }: WorkspaceFolder,
): ReadonlyMap<string, boolean> {
  const places = new Map<string, boolean>();
  for (const { repository } of all) {
    for (const place of repositoryPlaces(repository, uri)) places.set(place, false);
  }
  for (const { repository, state } of all) {
    const [own] = repositoryPlaces(repository, uri);
    if (own !== undefined) places.set(own, state.kind === 'changes');
  }
  return places;
}

function changedIn(
  on: readonly { readonly changed: ReadonlySet<string> }[],
  { uri }: WorkspaceFolder,
): ReadonlySet<string> {
  const changed = new Set<string>();
  for (const each of on) {
    for (const path of each.changed) {
      const below = pathIn(uri, path);
      if (below !== undefined) changed.add(below);
    }
  }
  return changed;
}

/** The repository that a folder is in first, then those in it. */
function repositoriesOf(api: GitApi | undefined, folder: Uri): GitRepository[] {
  const known = (api?.repositories ?? []).flatMap((repository) => {
    const place = placeIn(folder, repository.rootUri.fsPath);
    return place === undefined ? [] : [{ repository, place }];
  });
  known.sort((one, other) => one.place.length - other.place.length);
  // Of several around it, only the innermost has its files.
  const around = known.filter(({ place }) => place === '');
  const depth = (each: GitRepository): number => each.rootUri.fsPath.length;
  around.sort((one, other) => depth(other.repository) - depth(one.repository));
  return [...around.slice(0, 1), ...known.filter(({ place }) => place !== '')].map(
    ({ repository }) => repository,
  );
}

/** Where a repository and its submodules are in a folder; empty for one around it. */
function repositoryPlaces({ rootUri, state }: GitRepository, folder: Uri): string[] {
  const paths = state.submodules.map(({ path }) => join(rootUri.fsPath, path));
  return [rootUri.fsPath, ...paths].flatMap((path) => placeIn(folder, path) ?? []);
}

/** The path of a file below a folder, with slashes; undefined if it is not in it. */
function pathIn(folder: Uri, path: string): string | undefined {
  // As the system compares paths: some ignore the case of letters.
  return isBelow(folder.fsPath, path) ? pathFrom(folder.fsPath, path) : undefined;
}

const placeIn = (folder: Uri, path: string): string | undefined =>
  isBelow(path, folder.fsPath) ? '' : pathIn(folder, path);
