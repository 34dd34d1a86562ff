import { dirname, join } from 'node:path';
import { lstatOf, realPathOf } from '../paths/inside.ts';
import { findPrograms, type Programs } from './gitProgram.ts';

/** A work tree. Its own configuration does not say where it is. */
export interface Repository {
  /** Absolute, without links: the folder that has `.git`. */
  readonly top: string;
  readonly programs: Programs;
}

/**
 * The repository that a folder is in. Not by `git rev-parse --show-toplevel`: the configuration of
 * a repository can name another work tree (`core.worktree`), outside of it.
 */
export function findRepository(folder: string): Repository | undefined {
  let at = realPathOf(folder);
  while (at !== undefined && !hasGit(at)) at = dirname(at) === at ? undefined : dirname(at);
  return at === undefined ? undefined : repositoryAt(at);
}

function repositoryAt(top: string): Repository {
  const caller = process.env['INIT_CWD'];
  const untrusted = [top, process.cwd(), ...(caller === undefined ? [] : [caller])];
  return { top, programs: findPrograms(process.env, untrusted) };
}

/** A submodule that is checked out. @param path below the top of the repository around it */
export function submoduleAt({ top, programs }: Repository, path: string): Repository | undefined {
  const folder = join(top, path);
  return hasGit(folder) ? { top: folder, programs } : undefined;
}

/** A file in a linked work tree and in a submodule. Git itself makes no link of that name. */
function hasGit(folder: string): boolean {
  const stats = lstatOf(join(folder, '.git'));
  return stats !== undefined && (stats.isDirectory() || stats.isFile());
}
