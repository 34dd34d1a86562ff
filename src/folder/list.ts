import { readdirSync, statSync, type Dirent } from 'node:fs';
import { dirname, join, parse, posix, resolve } from 'node:path';
import { textOf } from './fileText.ts';
import { diskPathOf, fileNameOf } from '../paths/fileName.ts';
import { maxIgnoreSize, IgnoreTree, type IgnoreProblem } from '../paths/gitIgnore.ts';
import { lstatOf, pathFrom } from '../paths/inside.ts';
import { reasonOf, readListedFile } from '../paths/readFile.ts';

export const ignoreFile = '.gitignore';

/** Something that should have been read but wasn't, and the reason as a sentence fragment. */
export interface Skipped {
  readonly path: string;
  readonly reason: string;
  /** Whether unlisted files may be inside. */
  readonly mayHideFiles?: boolean;
}

export interface FolderRequest {
  /** Absolute. */
  readonly root: string;
  /** Patterns to exclude whatever Git says, as if in a `.gitignore` in the root. */
  readonly excluded?: string;
  /** How many files there may be. */
  readonly most?: number;
  /** For comparing paths with patterns, in milliseconds: a repository chooses how long that takes. */
  readonly limitMs?: number;
}

export interface FolderListing {
  /** Below the root, with slashes; names as `fileNameOf` has them. */
  readonly files: readonly string[];
  /** Symbolic links, likewise. They are never followed. */
  readonly links: readonly string[];
  readonly skipped: readonly Skipped[];
  /** Whether there are more. */
  readonly isCut: boolean;
  /**
   * The number of ignore files that don't count because they are too large, have too many patterns,
   * or take too long.
   */
  readonly uncounted: number;
}

/** Asks whether a listing would include these files, judging by their paths. */
export interface WantedRequest extends Pick<FolderRequest, 'excluded'> {
  /** Below the root, with slashes. */
  readonly paths: readonly string[];
  /** Where the ignore files are, or what is in them if they are not on the disk. */
  readonly ignores: { readonly root: string } | { readonly files: readonly IgnoreFile[] };
}

export interface WantedPaths extends Pick<FolderListing, 'uncounted'> {
  readonly paths: readonly string[];
}

export interface IgnoreFile {
  /** Below the root, with slashes; empty for the root. */
  readonly folder: string;
  readonly text: string;
}

/** For all patterns of a folder in an editor, in milliseconds. */
export const patternMs = 5_000;

/** The same for who waits for the listing and nothing else: hundreds of thousands of files take less. */
const listingPatternMs = 30_000;

const problems: Readonly<Record<IgnoreProblem, string>> = {
  tooLarge: 'too large',
  tooManyPatterns: 'too many patterns with wildcards',
};

const late = 'comparing with patterns takes too long; no more of them count';

/**
 * Exclusions of a folder: its ignore files, those in parent folders, and the request's patterns.
 */
class Exclusions {
  readonly skipped: Skipped[] = [];
  readonly #root: string;
  /** From the top of the repository to the root: empty, or with a slash at its end. */
  readonly #from: string;
  readonly #excludes: IgnoreTree;
  readonly #ignores: IgnoreTree;
  readonly #known = new Set<string>();
  #rejected = 0;

  constructor(
    root: string,
    { excluded = '', limitMs = listingPatternMs }: Omit<FolderRequest, 'root'>,
    from = '',
  ) {
    this.#root = root;
    this.#from = from === '' ? '' : `${from}/`;
    this.#excludes = new IgnoreTree(limitMs);
    this.#ignores = new IgnoreTree(limitMs, from);
    if (excluded !== '' && this.#excludes.set('', excluded) !== undefined) this.#rejected++;
  }

  get uncounted(): number {
    return this.#rejected + this.#ignores.unhonored + this.#excludes.unhonored;
  }

  /** Names what was excluded and whether matching took too long. */
  named(): readonly Skipped[] {
    if (this.#ignores.unhonored === 0) return this.skipped;
    return [...this.skipped, { path: ignoreFile, reason: late }];
  }

  /** Reads the ignore file of a folder, once. @param folder below the root; empty for the root */
  read(folder: string): void {
    if (this.#known.has(folder)) return;
    this.#known.add(folder);
    this.readAt(join(this.#root, folder), ignoreFileIn(folder));
  }

  /** @param place the path of the ignore file, below the root or above it */
  readAt(folder: string, place: string): void {
    const path = join(folder, ignoreFile);
    // Like git, ignore one that is a link or a folder.
    if (lstatOf(path)?.isFile() !== true) return;
    const read = readListedFile(path, maxIgnoreSize, (size) => Buffer.alloc(size));
    const text = read.kind === 'bytes' ? (textOf(read.bytes) ?? '') : undefined;
    const key = posix.join(this.#from, place).slice(0, -ignoreFile.length - 1);
    const problem = text === undefined ? undefined : this.#ignores.set(key, text);
    if (text !== undefined && problem === undefined) return;
    this.#rejected++;
    const why = read.kind === 'bytes' ? problems[problem ?? 'tooLarge'] : read.reason;
    this.skipped.push({ path: place, reason: `${why}; its patterns do not count` });
  }

  set({ folder, text }: IgnoreFile): void {
    if (this.#ignores.set(folder, text) !== undefined) this.#rejected++;
  }

  hasFolder(path: string): boolean {
    const isLeftOut = this.#excludes.isFolderIgnored(path);
    return !isLeftOut && !this.#ignores.isFolderIgnored(this.#from + path);
  }

  hasFile(path: string): boolean {
    return !this.#excludes.isIgnored(path) && !this.#ignores.isIgnored(this.#from + path);
  }

  /** Reads those above a file. */
  readAbove(path: string): void {
    for (const folder of ['', ...foldersOf(path)]) this.read(folder);
  }
}

/**
 * Lists the files of a folder on the disk, without those excluded by a `.gitignore` in it or above
 * it, or by the request. Excluded folders are not entered, and links are not followed. Blocks its
 * thread. Never throws because of the folder's content.
 */
export function listFolder(request: FolderRequest): FolderListing {
  const { root, most = Infinity } = request;
  const above = foldersAbove(root);
  const top = above.at(-1) ?? root;
  const exclusions = new Exclusions(root, request, pathFrom(top, root));
  for (const folder of above) {
    exclusions.readAt(folder, posix.join(pathFrom(root, folder), ignoreFile));
  }
  const files: string[] = [];
  const links: string[] = [];
  const { skipped } = exclusions;
  const listed = (isCut: boolean): FolderListing => ({
    ...{ files, links, skipped: exclusions.named(), isCut },
    uncounted: exclusions.uncounted,
  });
  // Breadth first: in a folder with too many files, deep ones are left out.
  const folders = [''];
  for (const folder of folders) {
    let entries: readonly Named[];
    try {
      entries = entriesOf(join(root, folder));
    } catch (error) {
      const path = folder === '' ? '.' : folder;
      skipped.push({ path, reason: reasonOf(error), mayHideFiles: true });
      continue;
    }
    if (entries.some(({ name }) => name === ignoreFile)) exclusions.read(folder);
    for (const { name, entry } of entries) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (name === '.git') continue;
      if (entry.isDirectory()) {
        if (exclusions.hasFolder(path)) folders.push(path);
      } else if (exclusions.hasFile(path)) {
        if (files.length + links.length === most) {
          return listed(true);
        }
        if (entry.isFile()) files.push(path);
        else if (entry.isSymbolicLink()) links.push(path);
        else skipped.push({ path, reason: 'not a regular file' });
      }
    }
  }
  return listed(false);
}

/** Filters paths as a listing would. Blocks its thread. */
export function wantedPaths({ excluded = '', paths, ignores: given }: WantedRequest): WantedPaths {
  const isOnDisk = 'root' in given;
  const request = { excluded, limitMs: patternMs };
  const exclusions = new Exclusions(isOnDisk ? given.root : '', request);
  if (!isOnDisk) given.files.forEach((each) => exclusions.set(each));
  const wanted = paths.filter((path) => {
    if (isOnDisk) exclusions.readAbove(path);
    return exclusions.hasFile(path);
  });
  return { paths: wanted, uncounted: exclusions.uncounted };
}

/**
 * The files at or below a path, as it was given plus what lies below. The path itself counts even
 * where git ignores it.
 */
export function filesBelow(
  from: string,
  path: string,
): Pick<FolderListing, 'files' | 'skipped'> & {
  /** The prefix of listed names: the given path with a slash. Undefined for a file. */
  readonly start?: string;
} {
  const root = resolve(from, path);
  try {
    const stats = statSync(root);
    if (stats.isFile()) return { files: [path], skipped: [] };
    if (!stats.isDirectory())
      return { files: [], skipped: [{ path, reason: 'not a regular file' }] };
  } catch (error) {
    return { files: [], skipped: [{ path, reason: reasonOf(error) }] };
  }
  const { files, skipped } = listFolder({ root });
  const start = posix.join(path || '.', '/');
  if (start === './') return { files, skipped, start: '' };
  return {
    start,
    // `join` would take longer than to list the file.
    files: files.map((each) => start + each),
    skipped: skipped.map((each) => ({ ...each, path: posix.join(start, each.path) })),
  };
}

interface Named {
  readonly name: string;
  readonly entry: Pick<Dirent, 'isDirectory' | 'isFile' | 'isSymbolicLink'>;
}

function entriesOf(folder: string): readonly Named[] {
  const path = diskPathOf(folder);
  const entries = readdirSync(path, { withFileTypes: true });
  // Node replaces bytes that aren't UTF-8 with U+FFFD, and the resulting name doesn't exist.
  if (!entries.some(({ name }) => name.includes('\uFFFD'))) {
    return entries.map((entry) => ({ name: entry.name, entry }));
  }
  return readdirSync(path, { withFileTypes: true, encoding: 'buffer' }).map((entry) => ({
    name: fileNameOf(entry.name),
    entry,
  }));
}

/** The folders above one, up to the one that is the repository. */
function foldersAbove(folder: string): string[] {
  const above: string[] = [];
  const { root } = parse(folder);
  for (let at = folder; at !== root && lstatOf(join(at, '.git')) === undefined;)
    above.push((at = dirname(at)));
  return above;
}

const ignoreFileIn = (folder: string): string =>
  folder === '' ? ignoreFile : `${folder}/${ignoreFile}`;

/** The folders that a path is in, the outermost first. */
export function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    folders.push(path.slice(0, at));
  }
  return folders;
}

const isNeverListed = (path: string): boolean => /(?:^|\/)(?:node_modules|\.git)\//.test(path);

/** Files between two steps. */
const slice = 512;

/**
 * Decides which files of a folder are read: those of its listing, and changed ones, which are never
 * excluded because Git ignores only untracked files. Paths are below the folder, with slashes.
 */
export class WantedFiles {
  readonly #most: number;
  /** Whether files are wanted, as far as that was found out since the last listing. */
  #known = new Map<string, boolean>();
  /** Files of the newest listing. */
  #next = this.#known;
  #changed: ReadonlySet<string> = new Set();
  /** Folders below with a slash at their ends, whose files are not of this one. */
  others: readonly string[] = [];

  /** @param most files that are remembered: names of ignored files are endless */
  constructor(most: number) {
    this.#most = most;
  }

  /** Files that differ from the base revision of the folder. */
  get changed(): ReadonlySet<string> {
    return this.#changed;
  }

  /** @returns those that were not among the changed ones before */
  setChanged(paths: ReadonlySet<string>): string[] {
    const before = this.#changed;
    this.#changed = paths;
    return [...paths].filter((path) => !before.has(path) && !this.#isOther(path));
  }

  /**
   * Yields between slices of work. The previous listing counts until this one is complete; a
   * listing that is overtaken by a newer one never counts.
   * @returns the files to read: listed and changed ones
   */
  *setListed(paths: readonly string[]): Generator<void, string[]> {
    const next = (this.#next = new Map<string, boolean>());
    for (const [index, path] of paths.entries()) {
      if (!this.#isOther(path)) next.set(path, true);
      if (index % slice === slice - 1) yield;
    }
    if (this.#next === next) this.#known = next;
    const more = [...this.#changed].filter((path) => !next.has(path) && !this.#isOther(path));
    return [...next.keys(), ...more];
  }

  /** Whether a file is wanted; undefined until `setDecided`. */
  has(path: string): boolean | undefined {
    if (this.#isOther(path)) return false;
    if (this.#changed.has(path)) return true;
    return isNeverListed(path) ? false : this.#known.get(path);
  }

  setDecided(paths: readonly string[], wanted: ReadonlySet<string>): void {
    if (this.#known.size > this.#most) this.#known.clear();
    for (const path of paths) {
      // Decisions made during a listing must survive it.
      for (const known of [this.#known, this.#next]) known.set(path, wanted.has(path));
    }
  }

  #isOther(path: string): boolean {
    return this.others.some((folder) => path.startsWith(folder));
  }
}

/** Where the ignore files are that decide about some paths. */
export function ignoresAbove(paths: readonly string[]): ReadonlySet<string> {
  return new Set(paths.flatMap((path) => ['', ...foldersOf(path)].map(ignoreFileIn)));
}
