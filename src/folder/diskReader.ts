import { createHash } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { diskPathOf } from '../paths/fileName.ts';
import { isBelow, lstatOf, realPathOf } from '../paths/inside.ts';
import {
  largeFileAt,
  readListedFile,
  readRegularFile,
  type FileReading as DiskReading,
  type LargeFile,
} from '../paths/readFile.ts';

/** The content of a file, or why there is none. `missing`: no such file. */
export type FileReading =
  | DiskReading
  | { readonly kind: 'missing' | 'outside'; readonly reason: string };

export const missing = { kind: 'missing', reason: 'nothing has this name' } as const;
export const outside = { kind: 'outside', reason: 'it is outside of its folder' } as const;

/** In bytes: of most files, one buffer holds any. */
const usualSize = 1_048_576;

/** Reads files of a folder. A result is valid until the next read. */
export class DiskReader {
  readonly #folder: string;
  /** For one file after the other: garbage of this kind takes long to be collected. */
  #buffer = Buffer.alloc(0);
  /** Folders, and whether they are really in this one: a part of a path may be a link. */
  readonly #areInside = new Map<string, boolean>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * @param path below the folder
   * @param largest in bytes
   * @param isListed whether a listing has it as a regular file
   */
  read(path: string, largest: number, isListed: boolean): FileReading {
    const full = join(this.#folder, path);
    const allocate = (size: number): Buffer => this.#bufferOf(size);
    if (isListed && this.isInside(full)) {
      const read = readListedFile(full, largest, allocate);
      if (read.kind === 'bytes') return read;
    }
    const stats = lstatOf(full);
    if (stats === undefined) return missing;
    if (!this.isInside(full)) return outside;
    if (!stats.isSymbolicLink()) return readRegularFile(full, largest, allocate);
    try {
      return { kind: 'bytes', bytes: readlinkSync(diskPathOf(full), 'buffer'), isLink: true };
    } catch {
      return { kind: 'unreadable', reason: 'the link cannot be read' };
    }
  }

  /** Opens a file that is too large to read at once. @param path below the folder */
  largeFileAt(path: string): LargeFile {
    return largeFileAt(join(this.#folder, path));
  }

  /** Whether the folder of a file is really in this one. @param full its absolute path */
  isInside(full: string): boolean {
    const parent = dirname(full);
    let isIn = this.#areInside.get(parent);
    if (isIn === undefined) {
      const real = realPathOf(parent);
      isIn = real !== undefined && isBelow(this.#folder, real);
      this.#areInside.set(parent, isIn);
    }
    return isIn;
  }

  #bufferOf(size: number): Buffer {
    if (size > this.#buffer.length) {
      this.#buffer = Buffer.allocUnsafeSlow(Math.max(size, usualSize));
    }
    return this.#buffer;
  }
}

/**
 * Git's object name for the content of a file. @param like any object name of the same repository
 */
export function objectName(bytes: Buffer, like: string): string {
  const hash = createHash(like.length === 64 ? 'sha256' : 'sha1');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
