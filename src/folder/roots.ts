import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { bookFile } from '../book/book.ts';
import { filesOfCommit, filesOfIndex, indexOfCommit, type GitFile } from '../git/files.ts';
import { findRepository, type Repository } from '../git/repository.ts';
import type { GitInput } from '../git/runGit.ts';
import { isKeyShaped } from '../scan/keyMaterial.ts';
import { diskPathOf } from '../paths/fileName.ts';
import { isBelow, lstatOf, pathFrom, realPathOf } from '../paths/inside.ts';
import { findBase, type Base, type BaseRequest } from './base.ts';
import type { Root } from './folderFiles.ts';

/** A folder with an address book, its judge, and the requested paths inside it. */
export interface RequestedRoot {
  readonly root: Root;
  /** Undefined outside of a repository, and in one without a commit. */
  readonly base: Base | undefined;
  /** Files that the revision which judges has in the folder. */
  readonly baseCount: number;
  /** Below the folder, with slashes; empty for the whole folder. */
  readonly paths: readonly string[];
  /** As `prefix` of a root: folders above that have books too, the outermost first. */
  readonly above: readonly string[];
}

/** @param paths as a root has them */
export const isRequestedIn =
  (paths: readonly string[]) =>
  (path: string): boolean =>
    paths.length === 0 || paths.some((each) => path === each || path.startsWith(`${each}/`));

/** Nothing exists at this path. */
export class NoPathError extends Error {
  override readonly name = 'NoPathError';
}

/**
 * Finds the folders that paths belong to: those of the closest address books at the judging
 * revision, and nested ones. A book that only the change has doesn't count if the judging revision
 * has another one, which it would hide.
 *
 *  @param from the user's folder, which paths are relative to
 * @param paths none for the whole repository
 * @param isConfined whether nothing outside the paths may be read or named: then a folder is a root
 * @throws NoPathError, NoBaseError, GitError
 */
export async function requestedRoots(
  from: string,
  paths: readonly string[],
  request: BaseRequest,
  isConfined = false,
): Promise<RequestedRoot[]> {
  const finder = new RootFinder(from, request, isConfined);
  if (paths.length === 0) {
    const folder = existingPath(from, '');
    await finder.add(findRepository(folder)?.top ?? folder);
  } else {
    for (const path of paths) await finder.add(existingPath(from, path));
  }
  return finder.found();
}

/** A repository, its base, and where its judge has address books. */
interface Judged {
  readonly base: Base | undefined;
  readonly files: readonly GitFile[];
  /** Folders that are still there, as paths: empty for the top, else with a slash at the end. */
  readonly books: readonly string[];
}

/** A folder before it is known how many others there are. */
interface FoundRoot extends Omit<RequestedRoot, 'root'> {
  readonly root: Omit<Root, 'shownPrefix' | 'shownTop'>;
}

class RootFinder {
  readonly #from: string;
  readonly #request: BaseRequest;
  readonly #isConfined: boolean;
  readonly #judged = new Map<string, Promise<Judged>>();
  readonly #found = new Map<string, FoundRoot>();

  constructor(from: string, request: BaseRequest, isConfined: boolean) {
    this.#from = realPathOf(from) ?? from;
    this.#request = request;
    this.#isConfined = isConfined;
  }

  found(): RequestedRoot[] {
    const all = [...this.#found.values()];
    const isOne = new Set(all.map(({ root }) => topOf(root))).size < 2;
    return all.map(({ root, paths, ...each }) => {
      const shownTop = isOne ? '' : this.#shownTopOf(root);
      const shownPrefix = isOne || !this.#isConfined ? shownTop + root.prefix : shownTop;
      const others = [...root.others, ...wholeBelow(root.folder, all)];
      return {
        ...each,
        root: { ...root, shownTop, shownPrefix, others },
        paths: paths.includes('') ? [] : paths,
      };
    });
  }

  /** Confined, nothing above a folder is named. */
  #shownTopOf(root: FoundRoot['root']): string {
    return this.#isConfined ? `${basename(root.folder)}/` : prefixOf(topOf(root), this.#from);
  }

  /** @param full absolute, without links */
  async add(full: string): Promise<void> {
    const isFolder = statSync(diskPathOf(full)).isDirectory();
    const folder = isFolder ? full : dirname(full);
    const repository = findRepository(folder);
    if (repository === undefined) {
      const root = { folder, repository, prefix: '', others: [] };
      this.#put({ root, base: undefined, baseCount: 0, above: [] }, pathFrom(folder, full));
      return;
    }
    const { top } = repository;
    const { base, files, books } = await this.#judgedOf(repository);
    const own = prefixOf(folder, top);
    const put = (prefix: string, path: string): void => {
      const others = books.filter((each) => each !== prefix && each.startsWith(prefix));
      const inRoot = others.map((each) => each.slice(prefix.length));
      const root = { folder: join(top, prefix), repository, prefix, others: inRoot };
      const baseCount = files.filter((file) => file.path.startsWith(prefix)).length;
      const isAbove = (each: string): boolean => each !== prefix && prefix.startsWith(each);
      const above = this.#isConfined ? [] : books.filter(isAbove);
      this.#put({ root, base, baseCount, above }, path);
    };
    const above = books.filter((each) => own.startsWith(each)).at(-1) ?? bookAbove(folder, top);
    const closest = this.#isConfined ? own : above;
    put(closest, pathFrom(join(top, closest), full));
    if (!isFolder) return;
    for (const each of books) if (each !== closest && each.startsWith(own)) put(each, '');
  }

  /** @param below with slashes; empty for the whole folder */
  #put(found: Omit<FoundRoot, 'paths'>, below: string): void {
    const known = this.#found.get(found.root.folder);
    this.#found.set(found.root.folder, { ...found, paths: [...(known?.paths ?? []), below] });
  }

  /** Each repository is examined once, however many paths it contains. */
  #judgedOf(repository: Repository): Promise<Judged> {
    const judged = this.#judged.get(repository.top) ?? judgedBy(repository, this.#request);
    this.#judged.set(repository.top, judged);
    return judged;
  }
}

async function judgedBy(repository: Repository, request: BaseRequest): Promise<Judged> {
  const base = await findBase(repository, request);
  if (base === undefined) return { base, files: [], books: [] };
  const files = await filesOfCommit(repository, base.judge.commit);
  const books = files.flatMap(({ path }) => {
    const isBook = path === bookFile || path.endsWith(`/${bookFile}`);
    return isBook ? [path.slice(0, -bookFile.length)] : [];
  });
  const isThere = (folder: string): boolean =>
    lstatOf(join(repository.top, folder))?.isDirectory() === true;
  const gone = books.filter((each) => !isThere(each));
  // A sparse checkout has it in Git. If a link replaces it, it is a file of the parent folder.
  const kept =
    gone.length === 0 ? [] : await filesOfIndex(repository, indexIn(repository, request));
  const isGone = (folder: string): boolean =>
    gone.includes(folder) &&
    !kept.some((file) => (request.isStaged || file.isSkipped) && file.path.startsWith(folder));
  const shown = books.filter((each) => !isGone(each));
  return { base, files, books: shown.sort((one, other) => one.length - other.length) };
}

const indexIn = (repository: Repository, { isStaged }: BaseRequest): GitInput => ({
  index: isStaged ? indexOfCommit(repository, process.env['GIT_INDEX_FILE']) : undefined,
});

/** The closest folder with a book on the disk, else the top. */
function bookAbove(folder: string, top: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (at === top || existsSync(join(at, bookFile))) return prefixOf(at, top);
  }
}

/** Folders that were named beside one above them, such as submodules: each file is read once. */
const wholeBelow = (folder: string, all: readonly FoundRoot[]): string[] =>
  all.flatMap(({ root, paths }) =>
    root.folder !== folder && paths.includes('') && isBelow(folder, root.folder)
      ? [prefixOf(root.folder, folder)]
      : [],
  );

/** The top of a repository; without one, the folder. */
export const topOf = ({ folder, repository }: FoundRoot['root']): string =>
  repository?.top ?? folder;

function prefixOf(folder: string, top: string): string {
  const below = pathFrom(top, folder);
  return below === '' ? '' : `${below}/`;
}

function existingPath(from: string, path: string): string {
  const real = realPathOf(resolve(from, path));
  if (real !== undefined) return real;
  throw new NoPathError(noPathText(path === '' ? from : path));
}

/** @param path as given; key-shaped text is not repeated */
export function noPathText(path: string): string {
  const name = isKeyShaped(path) ? '' : `: ${JSON.stringify(path)}`;
  return `No such file or folder${name}.`;
}
