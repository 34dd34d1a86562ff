import { constants } from 'node:fs';
import { access, open, realpath, stat, type FileHandle } from 'node:fs/promises';
import { encodingOf, textOf } from './fileText.ts';
import type { FileReading } from './diskReader.ts';
import type { FolderFiles } from './folderFiles.ts';
import type { BookFileReading, BookFiles } from '../book/loadBook.ts';
import { GitError } from '../git/runGit.ts';
import { isBelow } from '../paths/inside.ts';
import { notFollowing } from '../paths/readFile.ts';
import { replaceFile } from '../paths/replaceFile.ts';

/** In bytes: decoded between two turns. */
const portion = 1_048_576;

/**
 * Reads a text file if it is a regular file that is really inside the folder. Checks its size
 * first. Waits for the disk, but never for a writer (FIFO).
 *
 *  @param path absolute
 * @param largest in bytes
 */
export async function readFolderText(
  folder: string,
  path: string,
  largest: number,
): Promise<BookFileReading> {
  try {
    const real = await realPathIn(folder, path);
    return real === undefined ? { kind: 'outside' } : await readRegular(real, largest);
  } catch (error) {
    return { kind: isMissing(error) ? 'missing' : 'unreadable' };
  }
}

/**
 * Replaces a text that `readFolderText` has read or found missing. Never writes outside the folder,
 * even through links.
 *
 *  @param path absolute
 * @throws the error of the file system
 */
export async function writeFolderText(folder: string, path: string, text: string): Promise<void> {
  let real: string | undefined;
  try {
    real = await realPathIn(folder, path);
  } catch (error) {
    if (!isMissing(error)) throw error;
    return replaceFile(path, text);
  }
  if (real === undefined) throw new Error('The file is outside of its folder.');
  await access(real, constants.W_OK);
  const { mode } = await stat(real);
  await replaceFile(real, text, mode);
}

/** Undefined if a link leads outside the folder. @throws if the file doesn't exist */
async function realPathIn(folder: string, path: string): Promise<string | undefined> {
  const [root, real] = await Promise.all([realpath(folder), realpath(path)]);
  return isBelow(root, real) ? real : undefined;
}

async function readRegular(real: string, largest: number): Promise<BookFileReading> {
  // A pipe would wait for a writer, and a link that was put there meanwhile may lead out.
  const file = await open(real, notFollowing);
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
async function readAll(file: FileHandle, largest: number): Promise<BookFileReading> {
  const buffer = Buffer.alloc(portion);
  const parts: string[] = [];
  let decoder: ReturnType<typeof decoderFor> | undefined;
  for (let position = 0; ;) {
    const { bytesRead } = await file.read(buffer, 0, portion, position);
    position += bytesRead;
    // It may grow while it is read.
    if (position > largest) return { kind: 'tooLarge' };
    const bytes = buffer.subarray(0, bytesRead);
    decoder ??= decoderFor(bytes);
    parts.push(decoder.decode(bytes, { stream: bytesRead > 0 }));
    if (bytesRead === 0) return { kind: 'text', text: parts.join('') };
  }
}

const decoderFor = (bytes: Uint8Array) => new TextDecoder(encodingOf(bytes), { ignoreBOM: true });

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/**
 * Reads files as texts for the book and its lists. Links are not followed: they can lead anywhere.
 */
export const textsOf = (files: Pick<FolderFiles, 'read'>): BookFiles => ({
  async readText(path, largest) {
    const file = await files.read(path, largest).catch(readingIfLost);
    if (file.kind !== 'bytes') return file;
    if (file.isLink === true) return { kind: 'notAFile' };
    const text = textOf(file.bytes);
    return text === undefined ? { kind: 'unreadable' } : { kind: 'text', text };
  },
});

/** An object that Git has lost becomes a problem of the book, which names the file. */
function readingIfLost(error: unknown): FileReading {
  if (!(error instanceof GitError) || error.fault !== 'noObject') throw error;
  return { kind: 'unreadable', reason: 'Git does not have it' };
}
