import type { NamedAddress } from './nameFiles.ts';

interface Sourced extends NamedAddress {
  readonly path: string;
}

/** Limits memory use, even with a hostile folder. */
const maxNames = 100_000;

const none: readonly Sourced[] = [];

/** The names in files of tools, by address. A file that changed costs that file. */
export class NameIndex {
  readonly #byKey = new Map<string, readonly Sourced[]>();
  readonly #keys = new Map<string, readonly string[]>();
  #count = 0;

  /** In the order of their files' paths. */
  of(key: string): readonly Sourced[] {
    return this.#byKey.get(key) ?? none;
  }

  /** Puts the names of a file in the place of those it had. */
  set(path: string, names: readonly NamedAddress[]): void {
    this.delete(path);
    const kept = names.slice(0, maxNames - this.#count);
    if (kept.length === 0) return;
    for (const named of kept) {
      // By path: files are read in any order, and the first name is shown.
      const all = [...this.of(named.key), { ...named, path }].sort(byPath);
      this.#byKey.set(named.key, all.slice(0, maxOfOne));
    }
    this.#keys.set(
      path,
      kept.map(({ key }) => key),
    );
    this.#count += kept.length;
  }

  delete(path: string): void {
    const keys = this.#keys.get(path) ?? [];
    for (const key of keys) {
      const others = this.of(key).filter((each) => each.path !== path);
      if (others.length > 0) this.#byKey.set(key, others);
      else this.#byKey.delete(key);
    }
    this.#keys.delete(path);
    this.#count -= keys.length;
  }
}

const byPath = ({ path: one }: Sourced, { path: other }: Sourced): number =>
  one < other ? -1 : Number(one > other);

/** Names of one address that are kept: a hover shows three. */
const maxOfOne = 16;
