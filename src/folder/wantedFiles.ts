import { ignoreFile } from './list.ts';

const isNeverListed = (path: string): boolean => /(?:^|\/)(?:node_modules|\.git)\//.test(path);

/**
 * Which files of a folder are read: those of its listing, and those that have changed, which nothing
 * leaves out: Git ignores only untracked files. Paths are below the folder, with slashes.
 */
export class WantedFiles {
  readonly #most: number;
  /** Whether files are wanted, as far as that was found out since the last listing. */
  readonly #known = new Map<string, boolean>();
  #changed: ReadonlySet<string> = new Set();

  /** @param most files that are remembered: names of ignored files are endless */
  constructor(most: number) {
    this.#most = most;
  }

  /** Those that differ from the revision that the folder is compared with. */
  get changed(): ReadonlySet<string> {
    return this.#changed;
  }

  /** @returns those that were not among the changed ones before */
  setChanged(paths: ReadonlySet<string>): string[] {
    const before = this.#changed;
    this.#changed = paths;
    return [...paths].filter((path) => !before.has(path));
  }

  /** @returns the files to read: those of a listing, and others that have changed */
  setListed(paths: readonly string[]): string[] {
    this.#known.clear();
    for (const path of paths) this.#known.set(path, true);
    return [...paths, ...[...this.#changed].filter((path) => !this.#known.has(path))];
  }

  /** Whether a file is wanted; undefined until `setDecided`. */
  has(path: string): boolean | undefined {
    if (this.#changed.has(path)) return true;
    return isNeverListed(path) ? false : this.#known.get(path);
  }

  setDecided(paths: readonly string[], wanted: ReadonlySet<string>): void {
    if (this.#known.size > this.#most) this.#known.clear();
    for (const path of paths) this.#known.set(path, wanted.has(path));
  }
}

/** Where the ignore files are that decide about some paths. */
export function ignoresAbove(paths: readonly string[]): ReadonlySet<string> {
  const ignores = new Set([ignoreFile]);
  for (const path of paths) {
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
      ignores.add(`${path.slice(0, at)}/${ignoreFile}`);
    }
  }
  return ignores;
}
