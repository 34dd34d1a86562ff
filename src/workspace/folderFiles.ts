import { createHash } from 'node:crypto';
import { lstatSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { filesOfCommit, filesOfIndex, type GitFile } from '../git/files.ts';
import { ObjectReader } from '../git/objectReader.ts';
import type { Repository } from '../git/repository.ts';
import { filesBelow, type Skipped } from './filesBelow.ts';
import {
  readListedFile,
  readRegularFile,
  type FileReading as DiskReading,
} from './readRegularFile.ts';

/** What is read of a file, or why nothing is. `missing`: nothing has this name. */
export type FileReading =
  DiskReading | { readonly kind: 'missing' | 'outside'; readonly reason: string };

const missing = { kind: 'missing', reason: 'nothing has this name' } as const;
const outside = { kind: 'outside', reason: 'it is outside of its folder' } as const;

/** The files of a folder: those on the disk, of the index, or of a commit. */
export interface FolderFiles {
  /** Below the folder, with slashes, in the order of their names. */
  readonly paths: readonly string[];
  readonly skipped: readonly Skipped[];
  /** @param largest in bytes */
  read(path: string, largest: number): Promise<FileReading>;
  /** The name that Git has for a content, if it is known without reading it. */
  objectOf(path: string): string | undefined;
  close(): void;
}

/** A folder, and where it is in its repository. */
export interface Root {
  /** Absolute, without links. */
  readonly folder: string;
  readonly repository: Repository | undefined;
  /** Of its paths in the repository: empty, or with a slash at its end. */
  readonly prefix: string;
}

/**
 * The files on the disk: those that no `.gitignore` names, and all that Git tracks, because it
 * ignores only untracked files. What is read of one is valid until the next one is read.
 * @param leftOut below the folder; counts only if Git does not track it
 */
export async function diskFiles(
  { folder, repository, prefix }: Root,
  leftOut?: string,
): Promise<FolderFiles> {
  const listing = filesBelow(folder, '.');
  const listed: ReadonlySet<string> = new Set(listing.files);
  const paths = new Set(listed);
  const skipped = [...listing.skipped];
  const isInside = createInsideCheck(folder);
  const allocate = createBuffer();
  if (leftOut !== undefined) paths.delete(leftOut);
  for (const { path } of below(prefix, repository && (await filesOfIndex(repository)))) {
    const full = join(folder, path);
    if (paths.has(path) || !isFile(full)) continue;
    if (isInside(full)) paths.add(path);
    else skipped.push({ path, reason: outside.reason });
  }
  return {
    paths: [...paths].sort(byCodeUnit),
    skipped,
    objectOf: () => undefined,
    close: () => undefined,
    read(path, largest) {
      const full = join(folder, path);
      // The listing had it as a regular file, so most need no second look.
      if (listed.has(path) && isInside(full)) {
        const read = readListedFile(full, largest, allocate);
        if (read.kind === 'bytes') return Promise.resolve(read);
      }
      const stats = lstatOf(full);
      if (stats === undefined) return Promise.resolve(missing);
      const isOwn = isInside(full) && (!stats.isSymbolicLink() || isBelow(folder, full));
      return Promise.resolve(isOwn ? readRegularFile(full, largest, allocate) : outside);
    },
  };
}

/** In bytes: of most files, one buffer holds any. */
const usualSize = 1_048_576;

/** One buffer for one file after the other: garbage of this kind takes long to be collected. */
function createBuffer(): (size: number) => Buffer {
  let buffer = Buffer.alloc(0);
  return (size) => {
    if (size > buffer.length) buffer = Buffer.allocUnsafeSlow(Math.max(size, usualSize));
    return buffer;
  };
}

/** The files of the index. */
export async function stagedFiles(repository: Repository, prefix: string): Promise<FolderFiles> {
  return new ObjectFiles(repository, below(prefix, await filesOfIndex(repository)));
}

/** The files of a commit. */
export async function committedFiles(
  repository: Repository,
  prefix: string,
  commit: string,
): Promise<FolderFiles> {
  return new ObjectFiles(repository, below(prefix, await filesOfCommit(repository, commit)));
}

class ObjectFiles implements FolderFiles {
  readonly paths: readonly string[];
  readonly skipped: readonly Skipped[];
  readonly #objects: ReadonlyMap<string, string>;
  readonly #reader: ObjectReader;

  constructor(repository: Repository, files: readonly GitFile[]) {
    this.#reader = new ObjectReader(repository);
    this.#objects = new Map(files.map(({ path, object }) => [path, object]));
    this.paths = [...this.#objects.keys()].sort(byCodeUnit);
    this.skipped = [];
  }

  objectOf(path: string): string | undefined {
    return this.#objects.get(path);
  }

  async read(path: string, largest: number): Promise<FileReading> {
    const object = this.#objects.get(path);
    if (object === undefined) return missing;
    const bytes = await this.#reader.read(object, largest);
    return bytes === undefined
      ? { kind: 'unreadable', reason: 'Git does not have it, or it is too large' }
      : { kind: 'bytes', bytes };
  }

  close(): void {
    this.#reader.close();
  }
}

/** The name that Git has for the content of a file. @param like one of the same repository */
export function objectName(bytes: Buffer, like: string): string {
  return createHash(like.length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex');
}

function below(prefix: string, files: readonly GitFile[] = []): GitFile[] {
  if (prefix === '') return [...files];
  return files.flatMap((file) =>
    file.path.startsWith(prefix) ? [{ ...file, path: file.path.slice(prefix.length) }] : [],
  );
}

/** Whether the folder of a file is really in another one: a part of its path may be a link. */
function createInsideCheck(folder: string): (full: string) => boolean {
  const known = new Map<string, boolean>();
  return (full) => {
    const parent = dirname(full);
    let isIn = known.get(parent);
    if (isIn === undefined) known.set(parent, (isIn = isBelow(folder, parent)));
    return isIn;
  };
}

/** Whether a path leads to what is really in a folder. */
function isBelow(folder: string, full: string): boolean {
  const way = relative(folder, realPathOf(full) ?? sep);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

function lstatOf(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

const isFile = (path: string): boolean => lstatOf(path)?.isFile() === true;

export function byCodeUnit(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
