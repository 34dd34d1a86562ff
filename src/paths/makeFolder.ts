import { lstatSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder that only the user reads, and those above it, unless it is there. `recursive` of
 * Node.js never ends where the system says that a folder above is missing and it is not: `/proc/x`.
 * @throws the error of the file system
 */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A folder of a read-only file system, or the root of one, may be reported as anything.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
    const above = dirname(folder);
    const isMissing =
      code === 'ENOENT' && lstatSync(above, { throwIfNoEntry: false }) === undefined;
    if (!isMissing) throw error;
    makeFolder(above);
    mkdirSync(folder, { mode: 0o700 });
  }
}
