import { extensions, workspace, type Event, type Uri } from 'vscode';
import { findPrograms, type Repository } from '../../git/repository.ts';

/**
 * The parts we use of the built-in Git extension's API, version 1: the repositories that VS Code
 * has opened, and change events. Identical in VS Code 1.103 and 1.139.
 */
export interface GitApi {
  /** An absolute path, or just `git`. */
  readonly git: { readonly path: string };
  /** `uninitialized` until the repositories of the window were looked for. */
  readonly state: 'uninitialized' | 'initialized';
  readonly repositories: readonly GitRepository[];
  readonly onDidChangeState: Event<unknown>;
  readonly onDidOpenRepository: Event<GitRepository>;
  readonly onDidCloseRepository: Event<GitRepository>;
}

export interface GitRepository {
  readonly rootUri: Uri;
  readonly state: {
    readonly HEAD: { readonly name?: string; readonly commit?: string } | undefined;
    /** Their paths are below the root. */
    readonly submodules: readonly { readonly path: string }[];
    readonly workingTreeChanges: readonly GitChange[];
    /** Only if a setting separates them from the others. */
    readonly untrackedChanges: readonly GitChange[];
    /** After each `git status`. */
    readonly onDidChange: Event<void>;
  };
  /** Fetches a file that a partial clone lacks. @param path absolute */
  getObjectDetails(ref: string, path: string): Promise<unknown>;
  /** Also of the user's own configuration. Empty, or a rejection, without a value. */
  getConfig(key: 'user.name'): Promise<string>;
}

interface GitChange {
  readonly uri: Uri;
  readonly status: number;
}

export const untrackedStatus = 7;

/** A repository that VS Code has opened, which it does only in a trusted workspace. */
export interface OpenRepository {
  readonly api: GitRepository;
  /** For Git as this extension runs it. */
  readonly git: Repository;
}

interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): GitApi;
}

/** Undefined where Git is off, or in another place than this extension. */
export async function openGit(): Promise<GitApi | undefined> {
  const extension = extensions.getExtension<GitExtension>('vscode.git');
  if (extension === undefined) return undefined;
  try {
    const git = extension.isActive ? extension.exports : await extension.activate();
    return git.enabled ? git.getAPI(1) : undefined;
  } catch {
    // It has found no Git to run.
    return undefined;
  }
}

/** Git is the program that VS Code runs, unless a folder of the workspace has it. */
export function openRepository({ git }: GitApi, api: GitRepository): OpenRepository {
  const top = api.rootUri.fsPath;
  const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  const programs = findPrograms(process.env, [top, ...folders], git.path);
  return { api, git: { top, programs } };
}
