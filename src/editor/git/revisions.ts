import * as vscode from 'vscode';
import type { ScanThreadOptions } from '../../folder/scanThreads.ts';
import { withinTime } from '../../scheduler/withinTime.ts';
import { settings } from '../shell/settings.ts';
import { FolderRevision, type FolderRevisionState } from './folderRevision.ts';
import { openGit, type GitApi, type GitRepository } from './gitApi.ts';
import { basename } from 'node:path';
import type { ReportProject } from '../../report/export/addressReport.ts';

/** What has changed in the folders of the workspace since a revision of each. */
export type Revisions = ReturnType<typeof registerRevisions>;

/** Git looks for repositories when a window opens, in milliseconds. */
const findLimitMs = 10_000;

/** The revisions that the user selected in this workspace, by folder. */
const chosenKey = 'selectedRevisions';

/** Keeps what the user selected. */
type Memory = Pick<vscode.ExtensionContext, 'workspaceState'>;

interface FollowedFolder {
  readonly own: FolderRevision;
  /** Resolves once Git has looked for its repositories. */
  readonly ready: Promise<void>;
}

/** Does nothing before a folder is followed. */
export function registerRevisions({ workspaceState }: Memory, thread: ScanThreadOptions) {
  const chosen = (): Readonly<Record<string, unknown>> => workspaceState.get(chosenKey, {});
  const changed = new vscode.EventEmitter<void>();
  const folders = new Map<string, FollowedFolder>();
  const watches: vscode.Disposable[] = [];
  let opening: Promise<GitApi | undefined> | undefined;

  async function open(): Promise<GitApi | undefined> {
    const api = await openGit();
    if (api === undefined) return undefined;
    watches.push(
      api.onDidOpenRepository(findAgain),
      api.onDidCloseRepository(findAgain),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('addressRisk.newSince')) {
          for (const { own } of folders.values()) void own.refresh();
        }
      }),
    );
    await initialized(api);
    return api;
  }

  const findAgain = (): void =>
    folders.forEach(({ own }) => void opening?.then((api) => own.find(api)));

  function followed(folder: vscode.WorkspaceFolder): FollowedFolder {
    const name = folder.uri.toString();
    const known = folders.get(name);
    if (known !== undefined) return known;
    const own = new FolderRevision(folder, {
      since: () => settings.newSince(folder.uri, chosen()[name]),
      onChange: () => changed.fire(),
      thread,
    });
    opening ??= open();
    const created = { own, ready: opening.then((api) => own.find(api)) };
    folders.set(name, created);
    return created;
  }

  watches.push(
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      // In Restricted Mode there is no Git extension.
      opening = open();
      findAgain();
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(({ removed }) => {
      for (const { uri } of removed) {
        folders.get(uri.toString())?.own.dispose();
        folders.delete(uri.toString());
      }
    }),
  );
  return {
    onDidChange: changed.event,
    /** What is known so far. Asks nothing. */
    stateOf: ({ uri }: vscode.WorkspaceFolder): FolderRevisionState =>
      folders.get(uri.toString())?.own.state ?? { kind: 'waiting' },
    /** Begins to compare a folder, and follows it from then on. */
    follow: (folder: vscode.WorkspaceFolder): void => void followed(folder),
    /** Begins to read the base versions of the files that changed. */
    readBases: (folder: vscode.WorkspaceFolder): void => void followed(folder).own.readBases(),
    /** The user selected a revision: a setting of the workspace with this value is their own. */
    async remember(folder: vscode.WorkspaceFolder, value: string): Promise<void> {
      await workspaceState.update(chosenKey, { ...chosen(), [folder.uri.toString()]: value });
    },
    /** The repository of a folder, once Git has looked for it; undefined without one. */
    async repositoryOf(folder: vscode.WorkspaceFolder): Promise<GitRepository | undefined> {
      const { own, ready } = followed(folder);
      await ready;
      return own.repository;
    },
    dispose(): void {
      folders.forEach(({ own }) => own.dispose());
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

/** What Git says of a folder, for the title of an export. */
export async function projectOf(
  folder: vscode.WorkspaceFolder | undefined,
  revisions: Pick<Revisions, 'repositoryOf'>,
): Promise<ReportProject> {
  const repository = folder && (await revisions.repositoryOf(folder));
  const { name, commit } = repository?.state.HEAD ?? {};
  return {
    name: repository === undefined ? (folder?.name ?? '') : basename(repository.rootUri.path),
    branch: name ?? null,
    commit: commit ?? null,
  };
}
