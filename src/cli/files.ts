import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { createIgnore, type Ignore } from './gitIgnore.ts';

/**
 * The files below a path, as the path was given plus what lies below it. The path itself is read
 * even where git ignores it; what is found below honours every `.gitignore` on the way.
 */
export function filesBelow(from: string, path: string): string[] {
  const root = resolve(from, path);
  if (!statSync(root).isDirectory()) return [path];
  return below(root, path.replace(/(?<=.)\/+$/, ''), ignoresAbove(root));
}

/** Those of the folders above, up to the one that is the repository. */
function ignoresAbove(folder: string): Ignore[] {
  if (existsSync(join(folder, '.git'))) return [];
  const parent = dirname(folder);
  if (parent === folder) return [];
  const own = ignoreOf(parent);
  return [...ignoresAbove(parent), ...(own === undefined ? [] : [own])];
}

function below(folder: string, shown: string, above: readonly Ignore[]): string[] {
  const own = ignoreOf(folder);
  const ignores = own === undefined ? above : [...above, own];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = join(folder, entry.name);
    const name = shown === '' ? entry.name : posix.join(shown, entry.name);
    // A link may lead out of the folder, or back into it.
    if (entry.name === '.git' || entry.isSymbolicLink()) return [];
    if (isIgnored(full, entry.isDirectory(), ignores)) return [];
    if (entry.isDirectory()) return below(full, name, ignores);
    return entry.isFile() ? [name] : [];
  });
}

function ignoreOf(folder: string): Ignore | undefined {
  try {
    return createIgnore(folder, readFileSync(join(folder, '.gitignore'), 'utf8'));
  } catch {
    return undefined;
  }
}

/** gitignore(5): the last pattern that matches decides, the nearest file over those above. */
function isIgnored(path: string, isFolder: boolean, ignores: readonly Ignore[]): boolean {
  for (const ignore of ignores.toReversed()) {
    const verdict = ignore(path, isFolder);
    if (verdict !== undefined) return verdict;
  }
  return false;
}
