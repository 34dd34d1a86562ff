/** A name that the code gives an address, and where; no one has verified it. */
export interface CodeName {
  readonly folder: number;
  /** Below the folder, with slashes. */
  readonly path: string;
  readonly name: string;
  /** From 0, as in an editor. */
  readonly line: number;
}

/** Names of one address that are kept, each of another file: surfaces show one. */
const maxNames = 4;

/** What the code calls the addresses of an inventory, by their numbers. */
export class CodeNames {
  readonly #names = new Map<number, readonly CodeName[]>();

  /** That of the first file by its path, in whatever order files are read. */
  of(id: number): CodeName | undefined {
    return this.#names.get(id)?.[0];
  }

  /** Of each file, by their paths. */
  all(id: number): readonly CodeName[] {
    return this.#names.get(id) ?? [];
  }

  add(id: number, name: CodeName): void {
    const known = this.all(id);
    if (known.some((each) => isOfSameFile(each, name))) return;
    this.#names.set(id, [...known, name].sort(byPath).slice(0, maxNames));
  }

  /** Removes the name that a file gave. @returns it */
  delete(id: number, file: Pick<CodeName, 'folder' | 'path'>): CodeName | undefined {
    const known = this.#names.get(id);
    if (known === undefined) return undefined;
    const left = known.filter((each) => !isOfSameFile(each, file));
    if (left.length > 0) this.#names.set(id, left);
    else this.#names.delete(id);
    return known.find((each) => isOfSameFile(each, file));
  }
}

function isOfSameFile(
  one: Pick<CodeName, 'folder' | 'path'>,
  other: Pick<CodeName, 'folder' | 'path'>,
): boolean {
  return one.path === other.path && one.folder === other.folder;
}

function byPath(one: CodeName, other: CodeName): number {
  if (one.folder !== other.folder) return one.folder - other.folder;
  return one.path < other.path ? -1 : 1;
}
