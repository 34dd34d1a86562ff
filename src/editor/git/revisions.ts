import * as vscode from 'vscode';
import { commitOfLine } from '../../git/refs.ts';
import { pathFrom } from '../../paths/inside.ts';
import { withinTime } from '../../scheduler/untilAborted.ts';
import { settings } from '../shell/settings.ts';
import { FolderRevision, type FolderRevisionState } from './folderRevision.ts';
import type { RevisionPorts } from './repositoryChanges.ts';
import { openGit, type GitApi, type OpenRepository } from './gitApi.ts';
import { basename } from 'node:path';
import type { ReportProject } from '../../report/export/addressReport.ts';
import type { CommitFacts } from '../../report/workspaceView.ts';
import { documentOf } from '../documents/surroundings.ts';

/** Changes in the workspace folders, each since its own revision. */
export type Revisions = ReturnType<typeof registerRevisions>;

/** Git looks for repositories when a window opens, in milliseconds. */
const findLimitMs = 10_000;

/** The revisions that the user selected in this workspace, by folder. */
const chosenKey = 'selectedRevisions';

type ReadPorts = Pick<RevisionPorts, 'isOwnFile' | 'thread'>;

/** Keeps what the user selected. */
type Memory = Pick<vscode.ExtensionContext, 'workspaceState'>;

/** Does nothing before a folder is followed. */
export function registerRevisions({ workspaceState }: Memory, ports: ReadPorts) {
  const chosen = (): Readonly<Record<string, unknown>> => workspaceState.get(chosenKey, {});
  const changed = new vscode.EventEmitter<void>();
  const folders = new Map<string, FolderRevision>();
  const watches: vscode.Disposable[] = [];
  let opening: Promise<GitApi | undefined> | undefined;

  async function open(): Promise<GitApi | undefined> {
    const api = await openGit();
    if (api === undefined) return undefined;
    watches.push(api.onDidOpenRepository(findAgain), api.onDidCloseRepository(findAgain));
    await initialized(api);
    return api;
  }

  const find = (own: FolderRevision): void => void opening?.then((api) => own.find(api));
  const findAgain = (): void => folders.forEach(find);

  function followed(folder: vscode.WorkspaceFolder): FolderRevision {
    const name = folder.uri.toString();
    const known = folders.get(name);
    if (known !== undefined) return known;
    const own = new FolderRevision(folder, {
      since: () => settings.newSince(folder.uri, chosen()[name]),
      onChange: () => changed.fire(),
      ...ports,
    });
    opening ??= open();
    folders.set(name, own);
    find(own);
    return own;
  }

  watches.push(
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      // Restricted Mode has no Git extension.
      opening = open();
      findAgain();
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (!change.affectsConfiguration('addressRisk.newSince')) return;
      for (const each of folders.values()) void each.refresh();
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(({ removed }) => {
      for (const { uri } of removed) {
        folders.get(uri.toString())?.dispose();
        folders.delete(uri.toString());
      }
    }),
  );
  return {
    onDidChange: changed.event,
    /** The state so far. Runs nothing. */
    stateOf: ({ uri }: vscode.WorkspaceFolder): FolderRevisionState =>
      folders.get(uri.toString())?.state ?? { kind: 'waiting' },
    /** Begins to compare a folder, and follows it from then on. */
    follow: (folder: vscode.WorkspaceFolder): void => void followed(folder),
    /** Begins to read the base versions of the files that changed. */
    readBases: (folder: vscode.WorkspaceFolder): void => void followed(folder).readBases(),
    /** The user selected a revision: a setting of the workspace with this value is their own. */
    async remember(folder: vscode.WorkspaceFolder, value: string): Promise<void> {
      await workspaceState.update(chosenKey, { ...chosen(), [folder.uri.toString()]: value });
    },
    /** The repository of a folder, once Git has looked for it; undefined without one. */
    async repositoryOf(folder: vscode.WorkspaceFolder): Promise<OpenRepository | undefined> {
      const own = followed(folder);
      // In a folder that was followed before, it is looked for again once the workspace is trusted.
      await opening;
      return own.repository;
    },
    dispose(): void {
      folders.forEach((each) => each.dispose());
      folders.clear();
      vscode.Disposable.from(...watches, changed).dispose();
    },
  };
}

/** Resolves when the repositories of the window are known, or after a while. */
async function initialized(api: GitApi): Promise<void> {
  if (api.state === 'initialized') return;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const watch = api.onDidChangeState(() => {
    if (api.state === 'initialized') resolve(undefined);
  });
  await withinTime(promise, findLimitMs);
  watch.dispose();
}

/** Git's facts about a folder, for the title of an export. */
export async function projectOf(
  folder: vscode.WorkspaceFolder,
  revisions: Pick<Revisions, 'repositoryOf'>,
): Promise<ReportProject> {
  const repository = await revisions.repositoryOf(folder);
  const { name, commit } = repository?.api.state.HEAD ?? {};
  return {
    name: repository === undefined ? folder.name : basename(repository.git.top),
    branch: name ?? null,
    commit: commit ?? null,
  };
}

/** Lines that are remembered. */
const maxKnown = 100;

/** The commits that last changed lines. Git is asked once for each. */
export class LineCommits {
  readonly #revisions: Pick<Revisions, 'repositoryOf'>;
  readonly #onFound: () => void;
  /** Null while Git is still searching, and if there is none. */
  readonly #known = new Map<string, CommitFacts | null>();

  /** @param onFound called when Git has found the commit of a line */
  constructor(revisions: Pick<Revisions, 'repositoryOf'>, onFound: () => void) {
    this.#revisions = revisions;
    this.#onFound = onFound;
  }

  /**
   * Known facts about a line; asks Git in the background. Null for a line that isn't committed or
   * saved, outside a repository, and until Git responds.
   */
  of(place: vscode.Location | undefined): CommitFacts | null {
    const folder = place && vscode.workspace.getWorkspaceFolder(place.uri);
    if (place === undefined || folder === undefined || place.uri.scheme !== 'file') return null;
    const { uri, range } = place;
    const document = documentOf(uri);
    if (document?.isDirty === true) return null;
    // A saved document has other lines than before.
    const key = JSON.stringify([uri.toString(), range.start.line, document?.version]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size >= maxKnown) this.#known.clear();
    this.#known.set(key, null);
    void this.#find(key, folder, place);
    return null;
  }

  /** After a commit, lines have others. */
  forget(): void {
    this.#known.clear();
  }

  async #find(
    key: string,
    folder: vscode.WorkspaceFolder,
    { uri, range }: vscode.Location,
  ): Promise<void> {
    const repository = await this.#revisions.repositoryOf(folder);
    if (repository === undefined) return;
    const { git } = repository;
    const path = pathFrom(git.top, uri.fsPath);
    // A file that is not in the repository has none.
    const commit = await commitOfLine(git, path, range.start.line + 1).catch(() => undefined);
    if (commit === undefined) return;
    this.#known.set(key, commit);
    this.#onFound();
  }
}
