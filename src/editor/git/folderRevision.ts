import { join } from 'node:path';
import { workspace, type WorkspaceFolder } from 'vscode';
import type { BookFiles } from '../../book/loadBook.ts';
import type { Base } from '../../folder/base.ts';
import { fileStates, type Comparison } from '../../folder/compare.ts';
import { isBelow, pathFrom } from '../../paths/inside.ts';
import { openRepository, type GitApi, type GitRepository, type OpenRepository } from './gitApi.ts';
import {
  isTooMany,
  RepositoryChanges,
  textsAt,
  type NoComparison,
  type RevisionPorts,
} from './repositoryChanges.ts';

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
      readonly revision: Base;
      readonly comparison: Comparison;
      /** Files that differ, below the folder, with slashes. */
      readonly changed: ReadonlySet<string>;
      readonly gap: Gap | undefined;
      /** The repository's setting, if it doesn't count. */
      readonly ignoredSetting: string | undefined;
      /** Undefined if the folder itself is in no repository. */
      readonly files: BaseFiles | undefined;
    };

/** The files of a folder at a revision. */
export interface RevisionFiles extends BookFiles {
  readonly commit: string;
}

/** The files of the base revision, and of where the change began. */
export interface BaseFiles {
  readonly judge: RevisionFiles;
  readonly origin: RevisionFiles;
}

/** Compares the repositories of one folder: the one around it, and those inside. */
export class FolderRevision {
  readonly folder: WorkspaceFolder;
  readonly #ports: RevisionPorts;
  readonly #repositories = new Map<string, RepositoryChanges>();
  #state: FolderRevisionState = { kind: 'waiting' };
  #isWithoutGit = false;
  #isDisposed = false;

  constructor(folder: WorkspaceFolder, ports: RevisionPorts) {
    this.folder = folder;
    this.#ports = ports;
  }

  get state(): FolderRevisionState {
    return this.#state;
  }

  /** The repository around the folder, else the first one inside it. */
  get repository(): OpenRepository | undefined {
    return this.#all[0]?.repository;
  }

  /** Looks for repositories, and asks for what changed in them. @param api undefined without Git */
  async find(api: GitApi | undefined): Promise<void> {
    if (this.#isDisposed) return;
    this.#isWithoutGit = api === undefined;
    const found = api === undefined ? [] : repositoriesOf(api, this.folder);
    const roots = new Set(found.map(rootOf));
    for (const [root, changes] of this.#repositories) {
      if (roots.has(root)) continue;
      changes.dispose();
      this.#repositories.delete(root);
    }
    for (const repository of found) {
      const root = rootOf(repository);
      if (api === undefined || this.#repositories.has(root)) continue;
      const ports = { ...this.#ports, onChange: () => this.#update() };
      const changes = new RepositoryChanges(openRepository(api, repository), ports);
      this.#repositories.set(root, changes);
    }
    if (found.length === 0) this.#update();
    else await this.refresh();
  }

  async refresh(): Promise<void> {
    await Promise.all(this.#all.map((each) => each.refresh()));
  }

  /** Reads the base versions too, from now on. */
  async readBases(): Promise<void> {
    await Promise.all(this.#all.map((each) => each.readBases()));
  }

  dispose(): void {
    this.#isDisposed = true;
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

function stateOf(
  repositories: readonly RepositoryChanges[],
  folder: WorkspaceFolder,
): FolderRevisionState {
  const on = repositories.flatMap(({ repository, state }) =>
    state.kind === 'changes' ? [{ ...state, repository }] : [],
  );
  const [main] = on;
  if (main === undefined) {
    if (repositories.some(({ state }) => state.kind === 'waiting')) return { kind: 'waiting' };
    const reasons = repositories.flatMap(({ state }) =>
      state.kind === 'none' ? [state.reason] : [],
    );
    return { kind: 'off', reason: reasons[0] ?? { kind: 'noRepository' } };
  }
  const gaps = on.filter(({ versions, bases }) => !versions.has(bases));
  const isWaiting = on.some(({ wasRead }) => !wasRead);
  const base = gaps.length === 0 ? 'complete' : isWaiting ? 'waiting' : 'incomplete';
  const all = (name: 'changed' | 'untracked'): ReadonlySet<string> =>
    new Set(on.flatMap((each) => [...below(folder, each.repository.git.top, each[name])]));
  const changed = all('changed');
  return {
    kind: 'on',
    revision: main.revision,
    changed,
    comparison: {
      base,
      stateOf: fileStates(placesIn(repositories, folder), changed, all('untracked')),
      earlier: { has: (address) => on.some(({ versions }) => versions.earlier.has(address)) },
    },
    files: filesAt(main, folder),
    ignoredSetting: main.ignoredSetting,
    gap: base !== 'incomplete' ? undefined : gaps.some(isTooMany) ? 'tooMany' : 'unreadable',
  };
}

/** Undefined if the folder isn't in this repository; then the repository is inside the folder. */
function filesAt(
  { repository, revision }: { readonly repository: OpenRepository; readonly revision: Base },
  { uri }: WorkspaceFolder,
): BaseFiles | undefined {
  const { top } = repository.git;
  if (!isBelow(top, uri.fsPath)) return undefined;
  const place = pathFrom(top, uri.fsPath);
  const at = (commit: string): RevisionFiles => ({
    commit,
    ...textsAt(repository, commit, place === '' ? '' : `${place}/`),
  });
  return { judge: at(revision.judge.commit), origin: at(revision.commit) };
}

/** The files of a submodule that is not open belong to no repository that is compared. */
function placesIn(
  all: readonly RepositoryChanges[],
  folder: WorkspaceFolder,
): ReadonlyMap<string, boolean> {
  const places = new Map<string, boolean>();
  for (const { repository } of all) {
    for (const { path } of repository.api.state.submodules) {
      const place = placeIn(folder, join(repository.git.top, path));
      if (place !== undefined) places.set(place, false);
    }
  }
  for (const { repository, state } of all) {
    const place = placeIn(folder, repository.git.top);
    if (place !== undefined) places.set(place, state.kind === 'changes');
  }
  return places;
}

/** Paths of a repository, below a folder that it is around or in. */
function* below(
  { uri }: WorkspaceFolder,
  top: string,
  paths: ReadonlySet<string>,
): Generator<string, void> {
  const place = pathFrom(uri.fsPath, top);
  if (place === '') yield* paths;
  else if (!isBelow(top, uri.fsPath)) for (const path of paths) yield `${place}/${path}`;
  else {
    const prefix = inOneCase(`${pathFrom(top, uri.fsPath)}/`);
    for (const path of paths) {
      if (inOneCase(path).startsWith(prefix)) yield path.slice(prefix.length);
      // A folder around this one.
      else if (path.endsWith('/') && prefix.startsWith(inOneCase(path))) yield '';
    }
  }
}

/** As the system compares paths. */
const inOneCase = (path: string): string =>
  process.platform === 'win32' ? path.toLowerCase() : path;

/** The repository around a folder comes first, then those inside it. */
function repositoriesOf({ repositories }: GitApi, folder: WorkspaceFolder): GitRepository[] {
  const known = repositories.flatMap((repository) => {
    const place = placeIn(folder, rootOf(repository));
    return place === undefined ? [] : [{ repository, place }];
  });
  known.sort((one, other) => one.place.length - other.place.length);
  // Of several around it, only the innermost has its files.
  const around = known.filter(({ place }) => place === '');
  const depth = (each: { readonly repository: GitRepository }): number =>
    rootOf(each.repository).length;
  around.sort((one, other) => depth(other) - depth(one));
  return [...around.slice(0, 1), ...known.filter(({ place }) => place !== '')].map(
    ({ repository }) => repository,
  );
}

const rootOf = ({ rootUri }: GitRepository): string => rootUri.fsPath;

/** Where a repository is in a folder; empty for one around it, undefined for one elsewhere. */
function placeIn({ uri: { fsPath: folder } }: WorkspaceFolder, root: string): string | undefined {
  if (isBelow(root, folder)) return '';
  return isBelow(folder, root) ? pathFrom(folder, root) : undefined;
}
