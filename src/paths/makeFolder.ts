import { lstatSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates a folder that only the user reads, and those above it, unless it is there. `recursive` of
 * Node.js never ends where the system says that a folder above is missing and it is not: `/proc/x`.
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
    // One of a read-only file system may be reported as anything, and another process may have been first.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}
