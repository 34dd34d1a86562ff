import { readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { IgnoreTree } from '../paths/ignoreTree.ts';
import { DiskReader } from './diskReader.ts';

export const ignoreFile = '.gitignore';

export interface FolderRequest {
  /** Absolute. */
  readonly root: string;
  /** What is left out, whatever Git says of it: the patterns of a `.gitignore` in the root. */
  readonly excluded: string;
  /** How many files there may be. */
  readonly most: number;
}

export interface FolderListing {
  /** Below the root, with slashes. */
  readonly paths: readonly string[];
  /** Whether there are more. */
  readonly isCut: boolean;
  /** How many ignore files are too large, have too many patterns, or take too long: none of them counts. */
  readonly uncounted: number;
}

/** Files of which it is to be said whether a listing would have them, as far as their paths say. */
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

/** For all patterns of a folder, in milliseconds: a repository chooses how long one takes. */
const patternMs = 5_000;

/** The ignore files of a folder on the disk, each read when it is first needed. */
class FolderIgnores {
  readonly #root: string;
  readonly #reader: DiskReader;
  readonly #excludes = new IgnoreTree(patternMs);
  readonly #ignores = new IgnoreTree(patternMs);
  readonly #known = new Set<string>();
  #rejected = 0;

  constructor(root: string, excluded: string) {
    this.#root = root;
    this.#reader = new DiskReader(root);
    if (this.#excludes.set('', excluded) !== undefined) this.#rejected++;
  }

  get uncounted(): number {
    return this.#rejected + this.#ignores.unhonored + this.#excludes.unhonored;
  }

  /** @param folder below the root, with slashes; empty for the root */
  read(folder: string): void {
    if (this.#known.has(folder)) return;
    this.#known.add(folder);
    const read = this.#reader.readNow(join(this.#root, folder, ignoreFile));
    if (read.kind === 'text') this.set({ folder, text: read.text });
    else if (read.kind !== 'gone') this.#rejected++;
  }

  set({ folder, text }: IgnoreFile): void {
    if (this.#ignores.set(folder, text) !== undefined) this.#rejected++;
  }

  hasFolder(path: string): boolean {
    return !this.#excludes.isFolderIgnored(path) && !this.#ignores.isFolderIgnored(path);
  }

  hasFile(path: string): boolean {
    return !this.#excludes.isIgnored(path) && !this.#ignores.isIgnored(path);
  }

  /** Reads those above a file. */
  readAbove(path: string): void {
    for (let end = -1; end < path.length;) {
      this.read(path.slice(0, Math.max(0, end)));
      const next = path.indexOf('/', end + 1);
      if (next === -1) return;
      end = next;
    }
  }
}

/**
 * Lists the files of a folder on the disk that neither a `.gitignore` nor the request leaves out. What
 * is left out is not entered, and no link is followed. Blocks its thread meanwhile. Never throws for
 * what the folder holds.
 */
export function listFolder({ root, excluded, most }: FolderRequest): FolderListing {
  const ignores = new FolderIgnores(root, excluded);
  const paths: string[] = [];
  // What lies deep is what is left out of a folder that has too many.
  const folders = [''];
  for (const folder of folders) {
    const entries = entriesOf(join(root, folder));
    if (entries.some(({ name }) => name === ignoreFile)) ignores.read(folder);
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (ignores.hasFolder(path)) folders.push(path);
      } else if (entry.isFile() && ignores.hasFile(path)) {
        if (paths.length === most) return { paths, isCut: true, uncounted: ignores.uncounted };
        paths.push(path);
      }
    }
  }
  return { paths, isCut: false, uncounted: ignores.uncounted };
}

/** The files that a listing would have, as far as their paths say. Blocks its thread meanwhile. */
export function wantedPaths({ excluded, paths, ignores: given }: WantedRequest): WantedPaths {
  const isOnDisk = 'root' in given;
  const ignores = new FolderIgnores(isOnDisk ? given.root : '', excluded);
  if (!isOnDisk) given.files.forEach((each) => ignores.set(each));
  const wanted = paths.filter((path) => {
    if (isOnDisk) ignores.readAbove(path);
    return ignores.hasFile(path);
  });
  return { paths: wanted, uncounted: ignores.uncounted };
}

/** None of a folder that cannot be read. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
