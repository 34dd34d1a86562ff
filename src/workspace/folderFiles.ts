import { createHash, hash } from 'node:crypto';
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
  /** Undefined where they are not on the disk. */
  readonly disk: DiskFolder | undefined;
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

/** A folder on the disk, as a thread gets it. */
export interface DiskFolder {
  /** Absolute, without links. */
  readonly folder: string;
  /** Whether its listing has a path as a regular file, so that reading it needs no second look. */
  isListed(path: string): boolean;
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
  const reader = new DiskReader(folder);
  if (leftOut !== undefined) paths.delete(leftOut);
  for (const { path } of below(prefix, repository && (await filesOfIndex(repository)))) {
    const full = join(folder, path);
    if (paths.has(path) || !isFile(full)) continue;
    if (reader.isInside(full)) paths.add(path);
    else skipped.push({ path, reason: outside.reason });
  }
  return {
    paths: [...paths].sort(),
    skipped,
    objectOf: () => undefined,
    close: () => undefined,
    disk: { folder, isListed: (path) => listed.has(path) },
    read: (path, largest) => Promise.resolve(reader.read(path, largest, listed.has(path))),
  };
}

/** In bytes: of most files, one buffer holds any. */
const usualSize = 1_048_576;

/** Reads files of a folder. What is read of one is valid until the next one is read. */
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
    const isOwn = this.isInside(full) && (!stats.isSymbolicLink() || isBelow(this.#folder, full));
    return isOwn ? readRegularFile(full, largest, allocate) : outside;
  }

  /** Whether the folder of a file is really in this one. @param full its absolute path */
  isInside(full: string): boolean {
    const parent = dirname(full);
    let isIn = this.#areInside.get(parent);
    if (isIn === undefined) this.#areInside.set(parent, (isIn = isBelow(this.#folder, parent)));
    return isIn;
  }

  #bufferOf(size: number): Buffer {
    if (size > this.#buffer.length) {
      this.#buffer = Buffer.allocUnsafeSlow(Math.max(size, usualSize));
    }
    return this.#buffer;
  }
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
  readonly disk = undefined;
  readonly #objects: ReadonlyMap<string, string>;
  readonly #reader: ObjectReader;

  constructor(repository: Repository, files: readonly GitFile[]) {
    this.#reader = new ObjectReader(repository);
    this.#objects = new Map(files.map(({ path, object }) => [path, object]));
    this.paths = [...this.#objects.keys()].sort();
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

/** For a content with its header. */
const hashed = Buffer.alloc(65_536);

/** The name that Git has for the content of a file. @param like one of the same repository */
export function objectName(bytes: Buffer, like: string): string {
  const header = `blob ${bytes.length}\0`;
  const algorithm = like.length === 64 ? 'sha256' : 'sha1';
  const length = header.length + bytes.length;
  if (length > hashed.length) {
    return createHash(algorithm).update(header).update(bytes).digest('hex');
  }
  // In one call, which takes less time than several for most files.
  hashed.write(header, 'latin1');
  bytes.copy(hashed, header.length);
  return hash(algorithm, hashed.subarray(0, length));
}

function below(prefix: string, files: readonly GitFile[] = []): GitFile[] {
  if (prefix === '') return [...files];
  return files.flatMap((file) =>
    file.path.startsWith(prefix) ? [{ ...file, path: file.path.slice(prefix.length) }] : [],
  );
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
