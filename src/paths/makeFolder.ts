import { lstatSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates a folder that only the user can read, including its parents. Avoids Node's `recursive`,
 * which never returns if the system wrongly reports a parent as missing: `/proc/x`.
 * @throws the error of the file system
 */
export function makeFolder(folder: string): void {
  const full = resolve(folder);
  try {
    makeOne(full);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const above = dirname(full);
    // Another process may have created it meanwhile.
    if (lstatSync(above, { throwIfNoEntry: false }) === undefined) makeFolder(above);
    makeOne(full);
  }
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // A read-only file system may report any error, and another process may have created it first.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}
