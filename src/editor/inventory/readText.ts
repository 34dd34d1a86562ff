import { closeSync, constants, fstat, open, read } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { FileType, workspace, type Uri } from 'vscode';
import { largestFile, textOf } from '../../inventory/fileText.ts';

/** Why there is no text. `other`: no regular file, no UTF-8, not in its folder, or gone. */
export type TextReading =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'tooLarge' | 'other' };

/** Not `FileHandle`: for a small file, its objects cost as much as reading it. */
const files = { open: promisify(open), stat: promisify(fstat), read: promisify(read) };

const other = { kind: 'other' } as const;
const tooLarge = { kind: 'tooLarge' } as const;

/** Reads text files of a folder. Follows no link: it may lead out of the folder, or back into it. */
export class TextReader {
  readonly #root: Uri;
  #realRoot: Promise<string> | undefined;
  /** Whether folders on the disk are really in the root; asked for each of their files. */
  readonly #folders = new Map<string, Promise<boolean>>();

  constructor(root: Uri) {
    this.#root = root;
  }

  async read(uri: Uri): Promise<TextReading> {
    try {
      const isOnDisk = this.#root.scheme === 'file' && uri.scheme === 'file';
      return isOnDisk ? await this.#readFromDisk(uri.fsPath) : await readFromProvider(uri);
    } catch {
      return other;
    }
  }

  /** A folder may have become a link. */
  forget(): void {
    this.#folders.clear();
  }

  async #readFromDisk(path: string): Promise<TextReading> {
    if (!(await this.#isInside(dirname(path)))) return other;
    const flags = constants as Partial<Record<'O_NONBLOCK' | 'O_NOFOLLOW', number>>;
    // A pipe would wait for a writer.
    const file = await files.open(
      path,
      constants.O_RDONLY | (flags.O_NONBLOCK ?? 0) | (flags.O_NOFOLLOW ?? 0),
    );
    try {
      const stats = await files.stat(file);
      if (!stats.isFile()) return other;
      if (stats.size > largestFile) return tooLarge;
      const buffer = Buffer.allocUnsafe(stats.size);
      // What is appended meanwhile is an event of its own.
      const { bytesRead } = await files.read(file, buffer, 0, stats.size, 0);
      return readingOf(buffer.subarray(0, bytesRead));
    } finally {
      // At once: nothing was written that could delay it, and a thread of the pool would.
      closeSync(file);
    }
  }

  #isInside(folder: string): Promise<boolean> {
    let known = this.#folders.get(folder);
    if (known === undefined) {
      known = this.#look(folder);
      this.#folders.set(folder, known);
    }
    return known;
  }

  async #look(folder: string): Promise<boolean> {
    this.#realRoot ??= realpath(this.#root.fsPath);
    const below = relative(await this.#realRoot, await realpath(folder));
    return below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below);
  }
}

/** Of a virtual folder. */
async function readFromProvider(uri: Uri): Promise<TextReading> {
  const { type, size } = await workspace.fs.stat(uri);
  if (type !== FileType.File) return other;
  if (size > largestFile) return tooLarge;
  const bytes = await workspace.fs.readFile(uri);
  return bytes.length > largestFile ? tooLarge : readingOf(bytes);
}

function readingOf(bytes: Uint8Array): TextReading {
  const text = textOf(bytes);
  return text === undefined ? other : { kind: 'text', text };
}
