import type { ListedTextPlace } from './fileSearch.ts';

/** Places of denied texts that were not read as addresses. They may be keys, so the text is not kept. */
export interface ListedInFile {
  /** The first ones. */
  readonly spots: readonly ListedTextPlace[];
  readonly count: number;
}

/** Spots of one file that are kept: a file could consist of them. */
const maxSpots = 1_000;

/** A file of a folder of the workspace. */
interface InFolder {
  readonly folder: number;
  readonly path: string;
}

/** The listed texts of a workspace. */
export class ListedTextPlaces {
  readonly #files = new Map<string, InFolder & ListedInFile>();

  set({ folder, path }: InFolder, found: readonly ListedTextPlace[]): void {
    const [spots, count] = [found.slice(0, maxSpots), found.length];
    if (count === 0) this.delete({ folder, path });
    else this.#files.set(`${folder} ${path}`, { folder, path, spots, count });
  }

  delete({ folder, path }: InFolder): void {
    this.#files.delete(`${folder} ${path}`);
  }

  /** In the order of folders and paths. */
  files(): (InFolder & ListedInFile)[] {
    return [...this.#files.values()].sort(
      (one, other) => one.folder - other.folder || (one.path < other.path ? -1 : 1),
    );
  }
}
