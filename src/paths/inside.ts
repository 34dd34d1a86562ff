import { realpathSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';

/** Without links; undefined for what is not there or cannot be reached. */
export function realPathOf(path: string | Buffer): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** Whether a path is a folder or in it, by their names alone: neither may have links. */
export function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
