import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Puts a file in its place at once: until then, and if the disk is full, what is there stays. Of a
 * link in its place, the link is replaced, not what it leads to.
 *
 * @param file absolute
 * @param mode permissions, if not the usual ones
 * @throws the error of the file system
 */
export async function replaceFile(
  file: string,
  contents: string | Uint8Array,
  mode?: number,
): Promise<void> {
  const temporary = join(dirname(file), `.${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, contents, { flag: 'wx', flush: true, mode });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** A new file survives a power failure only if its folder is synced, too; not possible on Windows. */
export function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    fsyncSync(descriptor);
    closeSync(descriptor);
  } catch {
    // The file itself is synced.
  }
}
