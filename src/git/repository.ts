import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A work tree. Its own configuration does not say where it is. */
export interface Repository {
  /** Absolute, without links: the folder that has `.git`. */
  readonly top: string;
}

/**
 * The repository that a folder is in. Not by `git rev-parse --show-toplevel`: the configuration of
 * a repository can name another work tree (`core.worktree`), outside of it.
 */
export function findRepository(folder: string): Repository | undefined {
  let at: string;
  try {
    at = realpathSync.native(folder);
  } catch {
    return undefined;
  }
  for (;;) {
    if (hasGit(at)) return { top: at };
    const parent = dirname(at);
    if (parent === at) return undefined;
    at = parent;
  }
}

/** A file in a linked work tree and in a submodule. A link is none of Git's own. */
function hasGit(folder: string): boolean {
  try {
    const stats = lstatSync(join(folder, '.git'), { throwIfNoEntry: false });
    return stats !== undefined && (stats.isDirectory() || stats.isFile());
  } catch {
    return false;
  }
}
