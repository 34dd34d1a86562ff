import { join } from 'node:path';
import {
  convertedFiles,
  fileOfCommit,
  filesOfCommit,
  filesOfIndex,
  haveAttributes,
  indexOfCommit,
  type GitFile,
} from '../git/files.ts';
import { GitError } from '../git/runGit.ts';
import { ObjectReader } from '../git/objectReader.ts';
import { findRepository, submoduleAt, type Repository } from '../git/repository.ts';
import { lstatOf, pathFrom, realPathOf } from '../paths/inside.ts';
import { DiskReader, missing, outside, type FileReading } from './diskReader.ts';
import { listFolder, type Skipped } from './list.ts';

/** A folder, and where it is in its repository. */
export interface Root {
  /** Absolute, without links. */
  readonly folder: string;
  readonly repository: Repository | undefined;
  /** Of its paths in the repository: empty, or with a slash at its end. */
  readonly prefix: string;
  /** How readers see the top of its repository: empty, or with several, from the folder of the user. */
  readonly shownTop: string;
  /** How its paths begin for readers. */
  readonly shownPrefix: string;
  /** Folders below with address books of their own, as paths with a slash at their end. */
  readonly others: readonly string[];
}

/** The files of a folder: on the disk, of the index, or of a commit. The text of a link is its target. */
export interface FolderFiles {
  /** Below the folder, with slashes, in the order of their names. */
  readonly paths: readonly string[];
  readonly skipped: readonly Skipped[];
  /** Submodules that are not checked out. */
  readonly missingModules: readonly GitFile[];
  /** @param largest in bytes @throws GitError */
  read(path: string, largest: number): Promise<FileReading>;
  /** The name that Git has for a content, if it is known without reading it. */
  objectOf(path: string): string | undefined;
  /** Undefined for one that is not on the disk. */
  diskFile(path: string): { readonly isListed: boolean } | undefined;
  /** Whether a checkout changes its bytes, so that those on the disk are not those that Git has. */
  isConverted(path: string): boolean;
  /** Also where the file is on the disk. @throws GitError */
  readFromGit(path: string, largest: number): Promise<FileReading>;
  close(): void;
}

/**
 * The files on the disk: everything that no `.gitignore` excludes, and everything that Git tracks,
 * because it ignores only untracked files. Files outside a sparse checkout come from Git.
 *
 *  @param leftOut files and folders below the folder, which count only if Git tracks them
 * @throws GitError
 */
export async function diskFiles(root: Root, leftOut: readonly string[] = []): Promise<FolderFiles> {
  const { folder, repository, prefix } = root;
  // Of a folder that only Git has, nothing is on the disk.
  const isThere = lstatOf(folder)?.isDirectory() === true;
  const nothing = { files: [], links: [], skipped: [] };
  const listing = isThere ? listFolder({ root: folder }) : nothing;
  const listed: ReadonlySet<string> = new Set(listing.files);
  const paths = new Set([...listing.files, ...listing.links]);
  const skipped = [...listing.skipped];
  for (const each of leftOut) {
    for (const path of paths) if (path === each || path.startsWith(`${each}/`)) paths.delete(path);
  }
  const reader = new DiskReader(folder);
  const tracked = new GitFiles(
    repository === undefined
      ? []
      : await withSubmodules(repository, await filesOfIndex(repository)),
    prefix,
  );
  for (const [path, { isSkipped }] of tracked.files) {
    if (paths.has(path)) continue;
    const full = join(folder, path);
    const stats = lstatOf(full);
    // A missing file was deleted, unless a sparse checkout leaves it out.
    if (stats === undefined ? !isSkipped : !stats.isFile() && !stats.isSymbolicLink()) continue;
    if (stats === undefined || reader.isInside(full)) paths.add(path);
    else skipped.push({ path, reason: outside.reason });
  }
  const isOnDisk = (path: string): boolean =>
    listed.has(path) ||
    tracked.files.get(path)?.isSkipped !== true ||
    lstatOf(join(folder, path)) !== undefined;
  const converted = await tracked.convertedPaths();
  return {
    paths: own(paths, root),
    skipped: skipped.filter(({ path }) => isOwn(path, root)),
    missingModules: tracked.missingModules,
    objectOf: (path) => (isOnDisk(path) ? undefined : tracked.files.get(path)?.object),
    close: () => tracked.close(),
    diskFile: (path) => (isOnDisk(path) ? { isListed: listed.has(path) } : undefined),
    isConverted: (path) => converted.has(path),
    readFromGit: (path, largest) => tracked.read(path, largest),
    read: (path, largest) =>
      isOnDisk(path)
        ? Promise.resolve(reader.read(path, largest, listed.has(path)))
        : tracked.read(path, largest),
  };
}

/**
 * The regular files below a folder that Git tracks and a listing does not have, because a
 * `.gitignore` names them.
 *
 * @param listed below the folder, with slashes
 * @throws GitError
 */
export async function trackedBelow(
  folder: string,
  listed: ReadonlySet<string>,
): Promise<readonly string[]> {
  const repository = findRepository(folder);
  const real = realPathOf(folder);
  if (repository === undefined || real === undefined) return [];
  const below = pathFrom(repository.top, real);
  const files = await withSubmodules(repository, await filesOfIndex(repository));
  const tracked = new GitFiles(files, below === '' ? '' : `${below}/`);
  const reader = new DiskReader(real);
  return [...tracked.files.keys()].filter((path) => {
    if (listed.has(path)) return false;
    const full = join(real, path);
    return lstatOf(full)?.isFile() === true && reader.isInside(full);
  });
}

/**
 * The files of the index: the index of the commit in progress if Git names one.
 * @throws GitError
 */
export async function stagedFiles(root: Root & { readonly repository: Repository }) {
  const { repository } = root;
  const index = indexOfCommit(repository, process.env['GIT_INDEX_FILE']);
  return gitFilesOf(root, await filesOfIndex(repository, { index }));
}

/** The files of a commit. @throws GitError */
export async function committedFiles(
  root: Root & { readonly repository: Repository },
  commit: string,
): Promise<FolderFiles> {
  return gitFilesOf(root, await filesOfCommit(root.repository, commit));
}

/** Reads one file of a commit, without a list of all. @throws GitError */
export async function readCommitted(
  repository: Repository,
  commit: string,
  path: string,
  largest: number,
): Promise<FileReading> {
  const file = await fileOfCommit(repository, commit, path);
  const placed = file === undefined ? [] : [{ ...file, repository, pathInside: path }];
  const files = new GitFiles(placed, '');
  try {
    return await files.read(path, largest);
  } finally {
    files.close();
  }
}

async function gitFilesOf(
  root: Root & { readonly repository: Repository },
  files: readonly GitFile[],
): Promise<FolderFiles> {
  const placed = new GitFiles(await withSubmodules(root.repository, files, true), root.prefix);
  return {
    paths: own(placed.files.keys(), root),
    skipped: [],
    missingModules: placed.missingModules,
    diskFile: () => undefined,
    isConverted: () => false,
    readFromGit: (path, largest) => placed.read(path, largest),
    objectOf: (path) => placed.files.get(path)?.object,
    read: (path, largest) => placed.read(path, largest),
    close: () => placed.close(),
  };
}

const own = (paths: Iterable<string>, root: Root): string[] =>
  [...paths].filter((path) => isOwn(path, root)).sort();

const isOwn = (path: string, { others }: Root): boolean =>
  !others.some((other) => path.startsWith(other));

/** A file of Git, and where its content is. */
interface PlacedFile extends GitFile {
  readonly repository: Repository;
  /** Its path there, which is another one in a submodule. */
  readonly pathInside: string;
}

/** Depth of nested submodules; deeper nesting would be an attempt to waste our time. */
const maxDepth = 8;

/**
 * Adds the files of checked-out submodules in their place.
 * @param areOfCommit whether a submodule contributes the files of its commit instead of its index
 */
async function withSubmodules(
  repository: Repository,
  files: readonly GitFile[],
  areOfCommit = false,
  depth = 0,
): Promise<PlacedFile[]> {
  const placed: PlacedFile[] = [];
  for (const file of files) {
    placed.push({ ...file, repository, pathInside: file.path });
    if (file.kind !== 'submodule' || depth === maxDepth) continue;
    const inner = submoduleAt(repository, file.path);
    const found = inner && (await filesOfModule(inner, areOfCommit ? file.object : undefined));
    // The repository of a submodule need not have the commit.
    if (inner === undefined || found === undefined) continue;
    placed.pop();
    for (const each of await withSubmodules(inner, found, areOfCommit, depth + 1)) {
      placed.push({ ...each, path: `${file.path}/${each.path}` });
    }
  }
  return placed;
}

async function filesOfModule(
  module: Repository,
  commit: string | undefined,
): Promise<readonly GitFile[] | undefined> {
  if (commit === undefined) return filesOfIndex(module);
  try {
    return await filesOfCommit(module, commit);
  } catch (error) {
    if (error instanceof GitError && error.fault === 'noObject') return undefined;
    throw error;
  }
}

class GitFiles {
  readonly files = new Map<string, PlacedFile>();
  readonly missingModules: GitFile[] = [];
  readonly #haveAttributes: boolean;
  readonly #readers = new Map<Repository, ObjectReader>();

  constructor(files: readonly PlacedFile[], prefix: string) {
    this.#haveAttributes = files.some(({ path }) => /(?:^|\/)\.gitattributes$/i.test(path));
    for (const file of files) {
      if (!file.path.startsWith(prefix)) continue;
      const path = file.path.slice(prefix.length);
      if (file.kind === 'submodule') this.missingModules.push({ ...file, path });
      else this.files.set(path, file);
    }
  }

  /** Paths whose bytes change on checkout. @throws GitError */
  async convertedPaths(): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    for (const [repository, files] of Map.groupBy(this.files, ([, file]) => file.repository)) {
      const paths = new Map(files.map(([path, { pathInside }]) => [pathInside, path]));
      if (!this.#haveAttributes && !haveAttributes(repository, paths.keys())) continue;
      for (const each of await convertedFiles(repository, [...paths.keys()])) {
        found.add(paths.get(each) ?? '');
      }
    }
    return found;
  }

  /** @throws GitError */
  async read(path: string, largest: number): Promise<FileReading> {
    const file = this.files.get(path);
    if (file === undefined) return missing;
    let reader = this.#readers.get(file.repository);
    if (reader === undefined) {
      reader = new ObjectReader(file.repository);
      this.#readers.set(file.repository, reader);
    }
    const bytes = await reader.read(file.object, largest);
    if (bytes === undefined) return { kind: 'tooLarge', reason: 'too large' };
    return { kind: 'bytes', bytes, isLink: file.kind === 'link' };
  }

  close(): void {
    for (const reader of this.#readers.values()) reader.close();
  }
}
