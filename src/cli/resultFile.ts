import { realpath, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { findRepository } from '../git/repository.ts';
import { replaceFile } from '../paths/replaceFile.ts';
import { isBelow } from '../paths/inside.ts';

export class LinkError extends Error {
  override readonly name = 'LinkError';
}

/**
 * The change decides what links a checkout has: below its top, none is followed.
 *
 * @param top without links
 * @throws LinkError
 */
export async function requireNoLink(top: string, parent: string): Promise<void> {
  for (let at = parent; at !== top && isBelow(top, at); at = dirname(at)) {
    const real = await realpath(at).catch(() => undefined);
    if (real !== undefined && real !== at) throw new LinkError();
    if (real !== undefined) return;
  }
}

/**
 * Writes a result. In the checkout, a link in its place is replaced; elsewhere, the user may have one
 * of their own, and devices such as `/dev/stdout`.
 *
 * @param folder the user's working folder
 * @throws LinkError, or the error of the file system
 */
export async function writeResultFile(folder: string, output: string, text: string): Promise<void> {
  const here = await realpath(folder);
  const top = await realpath(findRepository(here)?.top ?? here);
  const given = resolve(folder, output);
  const file = isBelow(folder, given) ? join(here, relative(folder, given)) : given;
  if (isBelow(top, file)) {
    await requireNoLink(top, dirname(file));
    return replaceFile(file, text);
  }
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return replaceFile(file, text);
  return found.isFile() ? replaceFile(await realpath(file), text) : writeFile(file, text);
}
