import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isBelow, lstatOf } from '../paths/inside.ts';
import { diskPathOf, fileNameOf } from '../paths/fileName.ts';
import { runGit, type GitInput } from './runGit.ts';
import type { Repository } from './repository.ts';

/** An entry of a commit or the index. */
export interface GitFile {
  /** Below the top of the repository, with slashes; by `fileNameOf`. */
  readonly path: string;
  readonly kind: 'file' | 'link' | 'submodule';
  /** The full name of its content; of a submodule, of its commit. */
  readonly object: string;
  /** Whether Git leaves it out of the work tree, as a sparse checkout does. */
  readonly isSkipped: boolean;
}

const kinds: Readonly<Record<string, GitFile['kind']>> = {
  10: 'file',
  12: 'link',
  16: 'submodule',
};

/** A commit never changes: it is listed once, also where one that judges is the base too. */
const ofCommits = new WeakMap<Repository, Map<string, Promise<readonly GitFile[]>>>();

/** The files of a commit. @param commit its full name @throws GitError */
export function filesOfCommit(repository: Repository, commit: string): Promise<readonly GitFile[]> {
  const known = ofCommits.get(repository) ?? new Map<string, Promise<readonly GitFile[]>>();
  ofCommits.set(repository, known);
  const files = known.get(commit) ?? listCommit(repository, commit);
  known.set(commit, files);
  return files;
}

async function listCommit(
  repository: Repository,
  commit: string,
  ...which: readonly string[]
): Promise<GitFile[]> {
  const args = ['ls-tree', '-z', '--full-tree', ...(which.length === 0 ? ['-r'] : [])];
  const listing = await runGit(repository, [...args, '--end-of-options', commit, ...which]);
  // `<mode> <kind> <object>\t<path>`
  return filesIn(listing, /^(\d\d)\d{4} \w+ ([\da-f]{40,64})\t/);
}

/** One file of a commit, without a list of all. @throws GitError */
export async function fileOfCommit(
  repository: Repository,
  commit: string,
  path: string,
): Promise<GitFile | undefined> {
  const [file] = await listCommit(repository, commit, path);
  return file;
}

/** A file of the work tree that differs from what a commit has. */
export interface ChangedFile {
  /** Below the top of the repository, with slashes; by `fileNameOf`. */
  readonly path: string;
  /** The object that the commit has there; undefined if it has no file. */
  readonly before: string | undefined;
}

const isFile = (mode: string): boolean => /^1[02]/.test(mode);

/**
 * The tracked files that differ from a commit, including deleted files, conflicts, and changed types. A
 * renamed file is two.
 * @throws GitError
 */
export async function changedFiles(
  repository: Repository,
  commit: string,
): Promise<Generator<ChangedFile, void>> {
  const listing = await runGit(repository, [
    // Not `diff-index`, which takes a file with another date for another file.
    ...['diff', '--raw', '-z', '--no-abbrev', '--no-renames', '--no-ext-diff', '--no-textconv'],
    ...['--ignore-submodules=dirty', '--end-of-options', commit],
  ]);
  return (function* () {
    // `:<mode> <mode> <object> <object> <status>\0<path>\0`
    for (let start = 0, end; (end = listing.indexOf(0, start)) !== -1;) {
      const [mode = '', now = '', object] = listing.toString('latin1', start + 1, end).split(' ');
      const pathEnd = listing.indexOf(0, end + 1);
      const path = fileNameOf(listing.subarray(end + 1, pathEnd));
      const before = isFile(mode) ? object : undefined;
      // A submodule is a folder: its files belong to its own repository.
      const isModule = mode.startsWith('16') || now.startsWith('16');
      if (!isModule || before !== undefined || isFile(now)) yield { path, before };
      start = pathEnd + 1;
    }
  })();
}

/** The files of an index, also those that are not merged. @throws GitError */
export async function filesOfIndex(repository: Repository, input?: GitInput): Promise<GitFile[]> {
  const args = ['ls-files', '--stage', '-t', '-z', '--full-name'];
  // `<tag> <mode> <object> <stage>\t<path>`
  return filesIn(
    await runGit(repository, args, input),
    /^(?<tag>\w) (\d\d)\d{4} ([\da-f]{40,64}) \d\t/,
  );
}

/** @param head with the digits of the kind, and the object, as its last two groups */
function filesIn(listing: Buffer, head: RegExp): GitFile[] {
  const files: GitFile[] = [];
  for (let start = 0, end; (end = listing.indexOf(0, start)) !== -1; start = end + 1) {
    const row = listing.toString('latin1', start, end);
    const match = head.exec(row);
    const [mode = '', object = ''] = match?.slice(-2) ?? [];
    const kind = kinds[mode];
    if (match === null || kind === undefined) continue;
    const path = fileNameOf(listing.subarray(start + match[0].length, end));
    files.push({ path, kind, object, isSkipped: match.groups?.['tag'] === 'S' });
  }
  return files;
}

/**
 * Untracked paths that no `.gitignore` excludes, ignoring the user's own patterns: files, and with
 * a trailing slash, folders that contain nothing else.
 * @throws GitError
 */
export async function untrackedIn(repository: Repository): Promise<Generator<string, void>> {
  const listing = await runGit(repository, [
    ...['ls-files', '--others', '--directory', '--no-empty-directory', '-z'],
    '--exclude-per-directory=.gitignore',
  ]);
  return (function* () {
    for (let start = 0, end; (end = listing.indexOf(0, start)) !== -1; start = end + 1) {
      yield fileNameOf(listing.subarray(start, end));
    }
  })();
}

/**
 * The index that Git names for the commit in progress: with `git commit -a` and `git commit FILE`,
 * a hook finds the content to be committed only there.
 *
 *  @param name the value of `GIT_INDEX_FILE`, relative to the top of the work tree
 * @returns undefined if the file is outside Git's folder, since it can't belong to this commit
 */
export function indexOfCommit({ top }: Repository, name: string | undefined): string | undefined {
  try {
    const index = resolve(top, name ?? '');
    const real = join(realpathSync.native(dirname(index)), basename(index));
    return isBelow(gitFolderOf(top), real) && lstatSync(real).isFile() ? real : undefined;
  } catch {
    return undefined;
  }
}

/** A linked work tree has its Git folder inside that of its repository; a file points to it. */
function gitFolderOf(top: string): string {
  const own = join(top, '.git');
  if (lstatSync(own).isDirectory()) return realpathSync.native(own);
  const [line = ''] = readFileSync(own, 'utf8').split('\n');
  return realpathSync.native(resolve(top, line.slice('gitdir: '.length).trimEnd()));
}

/**
 * Whether files on the disk give attributes to some paths: most repositories have none, and then Git need
 * not be asked about each path.
 */
export function haveAttributes({ top }: Repository, paths: Iterable<string>): boolean {
  const folders = new Set(['.']);
  for (const path of paths) {
    for (let at = dirname(path); !folders.has(at); at = dirname(at)) folders.add(at);
  }
  const own = gitFolderOf(top);
  // Linked work trees share it.
  const shared = existsSync(join(own, 'commondir'))
    ? resolve(own, readFileSync(join(own, 'commondir'), 'utf8').trimEnd())
    : own;
  const isThere = (...names: readonly string[]): boolean => lstatOf(join(...names)) !== undefined;
  return (
    isThere(shared, 'info', 'attributes') ||
    [...folders].some((folder) => isThere(top, folder, '.gitattributes'))
  );
}

/** These attributes make Git's bytes on the disk differ from those it stores. */
const converting = ['working-tree-encoding', 'ident'];

const areOff = new Set(['unspecified', 'unset']);

/**
 * The files that a checkout writes in another encoding, or with another ID, by the attributes of the
 * index and of the work tree. Filters don't count: they are programs.
 *
 * @param paths below the top of the repository, by `fileNameOf`
 * @throws GitError
 */
export async function convertedFiles(
  repository: Repository,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  if (paths.length === 0) return found;
  const stdin = Buffer.concat(
    paths.flatMap((path) => [Buffer.from(diskPathOf(path)), Buffer.of(0)]),
  );
  const ask = (...options: readonly string[]): Promise<Buffer> =>
    runGit(repository, ['check-attr', ...options, '-z', '--stdin', ...converting], { stdin });
  for (const rows of await Promise.all([ask(), ask('--cached')])) {
    // `<path>\0<attribute>\0<value>\0`
    for (let start = 0, end; (end = rows.indexOf(0, start)) !== -1;) {
      const valueStart = rows.indexOf(0, end + 1) + 1;
      const valueEnd = rows.indexOf(0, valueStart);
      const isOn = !areOff.has(rows.toString('latin1', valueStart, valueEnd));
      if (isOn) found.add(fileNameOf(rows.subarray(start, end)));
      start = valueEnd + 1;
    }
  }
  return found;
}
