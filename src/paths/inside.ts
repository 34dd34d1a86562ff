import { lstatSync, realpathSync, type Stats } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { diskPathOf, fileNameOf } from './fileName.ts';

/** Without links, by `fileNameOf`; undefined for what is not there or cannot be reached. */
export function realPathOf(path: string): string | undefined {
  try {
    return fileNameOf(realpathSync.native(diskPathOf(path), 'buffer'));
  } catch {
    return undefined;
  }
}

/** The entry at a path, which may be a link; undefined if it is missing or unreachable. */
export function lstatOf(path: string): Stats | undefined {
  try {
    return lstatSync(diskPathOf(path), { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The path of a file below a folder, with slashes. */
export const pathFrom = (folder: string, file: string): string =>
  relative(folder, file).replaceAll(sep, '/');

/** Whether a path is a folder or inside it, comparing names only: neither may contain links. */
export function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
