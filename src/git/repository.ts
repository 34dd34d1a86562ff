import { statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { isBelow, lstatOf, realPathOf } from '../paths/inside.ts';

/** Where programs are looked for, without what a checkout could put there. */
interface Programs {
  /** Absolute; undefined if Git was not found. */
  readonly git: string | undefined;
  /** A list of folders, as `PATH` has it. */
  readonly path: string;
}

/** A work tree. Its own configuration cannot relocate it. */
export interface Repository {
  /** Absolute, without links: the folder that has `.git`. */
  readonly top: string;
  readonly programs: Programs;
}

/**
 * Finds the repository of a folder. Avoids `git rev-parse --show-toplevel`, because a repository's
 * configuration can name a different work tree (`core.worktree`) outside of it.
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
 * Finds Git on `PATH`, but never inside a checkout: `npm run` and many CI jobs put folders of the
 * checkout first.
 *
 *  @param untrusted absolute folders whose programs don't count
 * @param preferred a path that takes precedence; a bare name doesn't count
 */
export function findPrograms(
  env: NodeJS.ProcessEnv,
  untrusted: readonly string[],
  preferred = '',
): Programs {
  const roots = untrusted.flatMap((folder) => realPathOf(folder) ?? []);
  const isTrusted = (path: string): boolean => !roots.some((root) => isBelow(root, path));
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((folder) => {
    // A relative folder belongs to the checkout that the command runs in.
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
