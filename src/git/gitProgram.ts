import { statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { isBelow, realPathOf } from '../paths/inside.ts';

/** Where programs are looked for, without what a checkout could put there. */
export interface Programs {
  /** Absolute; undefined if there is none. */
  readonly git: string | undefined;
  /** A list of folders, as `PATH` has it. */
  readonly path: string;
}

/**
 * Finds Git by `PATH`, and never in a checkout: `npm run` and many CI jobs put folders of it first.
 *
 * @param untrusted absolute folders in which nothing counts
 */
export function findPrograms(env: NodeJS.ProcessEnv, untrusted: readonly string[]): Programs {
  const roots = untrusted.flatMap((folder) => realPathOf(folder) ?? []);
  const isTrusted = (path: string): boolean => !roots.some((root) => isBelow(root, path));
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((folder) => {
    // A relative folder is one of the checkout that the command runs in.
    const real = isAbsolute(folder) ? realPathOf(folder) : undefined;
    return real !== undefined && isTrusted(real);
  });
  const name = process.platform === 'win32' ? 'git.exe' : 'git';
  const git = folders
    .map((folder) => join(folder, name))
    .find((file) => isProgram(file, isTrusted));
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
