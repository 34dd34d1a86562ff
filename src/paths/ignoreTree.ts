import { readIgnore, type Ignore, type IgnoreProblem } from './gitIgnore.ts';

/** Patterns with wildcards in all files together: each path is compared with all above it. */
const maxWildcards = 4_000;

/** Of all files together, in UTF-16 units. */
const maxTextsLength = 4_194_304;

/**
 * What the `.gitignore` files of a folder say of the paths below it. As git has it, what is in an
 * ignored folder stays ignored.
 */
export class IgnoreTree {
  readonly #files = new Map<string, Ignore>();
  readonly #folders = new Map<string, boolean>();
  readonly #limitMs: number;
  readonly #from: string;
  #wildcards = 0;
  #length = 0;
  #spentMs = 0;

  /**
   * @param limitMs for comparing paths; what is spent after it is not, and no pattern counts
   * @param from a folder that is read even where it is ignored, as are those above it
   */
  constructor(limitMs = Infinity, from = '') {
    this.#limitMs = limitMs;
    this.#from = `${from}/`;
  }

  /** Files whose patterns count no more, because comparing with them took too long. */
  get unhonored(): number {
    return this.#spentMs > this.#limitMs ? this.#files.size : 0;
  }

  /**
   * @param folder that of the file, below the root, with slashes; empty for the root
   * @returns why the file does not count, if it does not
   */
  set(folder: string, text: string): IgnoreProblem | undefined {
    const read = readIgnore(text);
    if (typeof read === 'string') return read;
    if (this.#wildcards + read.wildcards > maxWildcards) return 'tooManyPatterns';
    if (this.#length + text.length > maxTextsLength) return 'tooLarge';
    this.#wildcards += read.wildcards;
    this.#length += text.length;
    this.#files.set(folder, read.matches);
    this.#folders.clear();
    return undefined;
  }

  /** @param path of a file below the root, with slashes */
  isIgnored(path: string): boolean {
    return this.#files.size > 0 && this.#isIgnored(path, false);
  }

  /** @param folder below the root, with slashes; empty for the root, which never is */
  isFolderIgnored(folder: string): boolean {
    if (folder === '' || this.#files.size === 0) return false;
    if (this.#from.startsWith(`${folder}/`)) return false;
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const isIgnored = this.#isIgnored(folder, true);
    this.#folders.set(folder, isIgnored);
    return isIgnored;
  }

  #isIgnored(path: string, isFolder: boolean): boolean {
    const parent = parentOf(path);
    if (this.isFolderIgnored(parent)) return true;
    if (this.#spentMs > this.#limitMs) return false;
    const began = performance.now();
    const isIgnored = this.#verdict(path, parent, isFolder);
    this.#spentMs += performance.now() - began;
    return isIgnored;
  }

  /** gitignore(5): the nearest file decides over those above. */
  #verdict(path: string, parent: string, isFolder: boolean): boolean {
    for (let folder = parent; ; folder = parentOf(folder)) {
      const below = folder === '' ? path : path.slice(folder.length + 1);
      const verdict = this.#files.get(folder)?.(below, isFolder);
      if (verdict !== undefined) return verdict;
      if (folder === '') return false;
    }
  }
}

/** Empty for a path without a folder. */
function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
