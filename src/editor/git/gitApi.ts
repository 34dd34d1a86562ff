import { extensions, type Event, type Uri } from 'vscode';

/**
 * What is used of the API of the built-in Git extension, version 1. The same in VS Code 1.103 and
 * 1.139. Whatever a repository names becomes an argument of Git behind none of its own options, so
 * only hashes and checked names may be passed.
 */
export interface GitApi {
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
    readonly HEAD: GitHead | undefined;
    readonly remotes: readonly { readonly name: string }[];
    /** Their paths are below the root. */
    readonly submodules: readonly { readonly path: string }[];
    readonly mergeChanges: readonly GitChange[];
    readonly workingTreeChanges: readonly GitChange[];
    /** Only if a setting separates them from the others. */
    readonly untrackedChanges: readonly GitChange[];
    /** After each `git status`. */
    readonly onDidChange: Event<void>;
  };
  /** Rejects if there is no such commit. */
  getCommit(ref: string): Promise<GitCommit>;
  getMergeBase(one: string, other: string): Promise<string | undefined>;
  /** Of the working tree: added, deleted, modified, and renamed files. Not those of type changes. */
  diffWith(ref: string): Promise<readonly GitChange[]>;
  getObjectDetails(
    ref: string,
    path: string,
  ): Promise<{ readonly mode: string; readonly size: number }>;
  /** As `git blame` prints it. @param path absolute */
  blame(path: string): Promise<string>;
  buffer(ref: string, path: string): Promise<Uint8Array>;
  /** Empty, or a rejection, without a value. */
  getConfig(key: 'user.name'): Promise<string>;
  getRefs(query: {
    readonly count?: number;
    readonly sort?: 'alphabetically' | 'committerdate';
    readonly pattern?: string;
  }): Promise<readonly GitRef[]>;
  log(options: { readonly maxEntries: number }): Promise<readonly GitCommit[]>;
}

export interface GitHead {
  /** Of the branch. */
  readonly name?: string;
  readonly commit?: string;
}

export interface GitCommit {
  readonly hash: string;
  readonly message: string;
  readonly commitDate?: Date;
}

export interface GitRef {
  readonly type: number;
  readonly name?: string;
  readonly commit?: string;
}

export const refTypes = { branch: 0, remoteBranch: 1, tag: 2 } as const;

export interface GitChange {
  readonly uri: Uri;
  /** Before it was renamed. */
  readonly originalUri: Uri;
  readonly status: number;
}

export const statuses = { added: 1, untracked: 7, typeChanged: 11 } as const;

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
