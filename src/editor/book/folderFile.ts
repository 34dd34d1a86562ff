import { constants } from 'node:fs';
import { open, realpath, type FileHandle } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import { FileType, Uri, workspace } from 'vscode';

export type FolderFile =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' | 'outside' | 'notAFile' | 'unreadable' | 'tooLarge' };

/** In bytes: decoded between two turns. */
const portion = 1_048_576;

/**
 * Reads a file of a workspace folder, if it is a regular one that is really in it. Its size is
 * checked before it is read.
 *
 * @param path below the folder, as `pathBelow` returns it
 * @param largest in bytes
 */
export async function readInFolder(
  folder: Uri,
  path: string,
  largest: number,
): Promise<FolderFile> {
  const uri = Uri.joinPath(folder, path);
  try {
    return uri.scheme === 'file'
      ? await readFromDisk(folder.fsPath, uri.fsPath, largest)
      : await readFromProvider(uri, largest);
  } catch (error) {
    return { kind: isMissing(error) ? 'missing' : 'unreadable' };
  }
}

async function readFromDisk(folder: string, path: string, largest: number): Promise<FolderFile> {
  const [root, real] = await Promise.all([realpath(folder), realpath(path)]);
  const below = relative(root, real);
  if (below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)) {
    return { kind: 'outside' };
  }
  // A pipe would wait for a writer, and a link that was put there meanwhile may lead out.
  const flags = constants as Partial<Record<'O_NONBLOCK' | 'O_NOFOLLOW', number>>;
  const file = await open(
    real,
    constants.O_RDONLY | (flags.O_NONBLOCK ?? 0) | (flags.O_NOFOLLOW ?? 0),
  );
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return { kind: 'notAFile' };
    if (stats.size > largest) return { kind: 'tooLarge' };
    return await readAll(file, largest);
  } finally {
    await file.close();
  }
}

/** In portions, because decoding sixteen megabytes at once would block. */
async function readAll(file: FileHandle, largest: number): Promise<FolderFile> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const buffer = Buffer.alloc(portion);
  const parts: string[] = [];
  for (let position = 0; ;) {
    const { bytesRead } = await file.read(buffer, 0, portion, position);
    position += bytesRead;
    // It may grow while it is read.
    if (position > largest) return { kind: 'tooLarge' };
    if (bytesRead === 0) break;
    parts.push(decoder.decode(buffer.subarray(0, bytesRead), { stream: true }));
  }
  parts.push(decoder.decode());
  return { kind: 'text', text: parts.join('') };
}

/** Of a virtual folder: where a link leads cannot be told there, so none is followed. */
async function readFromProvider(uri: Uri, largest: number): Promise<FolderFile> {
  const { type, size } = await workspace.fs.stat(uri);
  if ((type & FileType.SymbolicLink) !== 0) return { kind: 'outside' };
  if ((type & FileType.File) === 0) return { kind: 'notAFile' };
  if (size > largest) return { kind: 'tooLarge' };
  const bytes = await workspace.fs.readFile(uri);
  return bytes.length > largest
    ? { kind: 'tooLarge' }
    : { kind: 'text', text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) };
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'FileNotFound';
}
