import { statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { isBelow, lstatOf, realPathOf } from '../paths/inside.ts';

/** Where programs are looked for, without what a checkout could put there. */
interface Programs {
  /** Absolute; undefined if there is none. */
  readonly git: string | undefined;
  /** A list of folders, as `PATH` has it. */
  readonly path: string;
}

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
  const untrusted = [top, process.cwd(), process.env['INIT_CWD'] ?? top];
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

/**
 * Finds Git by `PATH`, and never in a checkout: `npm run` and many CI jobs put folders of it first.
 *
 * @param untrusted absolute folders in which nothing counts
 * @param preferred a path that comes before; a name alone does not count
 */
export function findPrograms(
  env: NodeJS.ProcessEnv,
  untrusted: readonly string[],
  preferred = '',
): Programs {
  const roots = untrusted.flatMap((folder) => realPathOf(folder) ?? []);
  const isTrusted = (path: string): boolean => !roots.some((root) => isBelow(root, path));
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((folder) => {
    // A relative folder is one of the checkout that the command runs in.
    const real = isAbsolute(folder) ? realPathOf(folder) : undefined;
    return real !== undefined && isTrusted(real);
  });
  const name = process.platform === 'win32' ? 'git.exe' : 'git';
  const git = [preferred, ...folders.map((folder) => join(folder, name))].find(
    (file) => isAbsolute(file) && isProgram(file, isTrusted),
  );
  return { git, path: folders.join(delimiter) };
}

/** Whether it is a file that no link leads into a checkout. */
function isProgram(file: string, isTrusted: (path: string) => boolean): boolean {
  const real = realPathOf(file);
  if (real === undefined || !isTrusted(real)) return false;
  const { mode } = statSync(real);
  const isExecutable = process.platform === 'win32' || (mode & 0o111) !== 0;
  return statSync(real).isFile() && isExecutable;
}
