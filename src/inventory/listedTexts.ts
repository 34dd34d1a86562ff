import { ListedTexts, type ListedPlace } from '../book/listedTexts.ts';
import { createLineCounter } from '../book/lines.ts';
import type { ReadAddress } from './scanFile.ts';

/** Where a text of a deny list is that is no address there. It may be a key, so it is not repeated. */
export interface ListedSpot {
  /** From 0, as in an editor. */
  readonly line: number;
  readonly column: number;
  /** In UTF-16 units. */
  readonly length: number;
  /** The listed text in lower case; of EVM, the account. */
  readonly key: string;
}

/** The listed texts of a file. */
export interface ListedInFile {
  /** The first ones. */
  readonly spots: readonly ListedSpot[];
  readonly count: number;
}

/** Rows of deny lists for the files of a folder. */
export interface RowsPortion {
  /** Absolute. */
  readonly root: string;
  /** In the first portion: the lists themselves, below the folder. Rows from before count no more. */
  readonly ownPaths: readonly string[] | undefined;
  /** Listed texts in lower case. */
  readonly texts: readonly string[];
}

/** Spots of one file that are kept: a file could consist of them. */
const mostSpots = 1_000;

/** @param addresses those that were found in the text: they are listed themselves */
export function listedIn(
  text: string,
  places: readonly ListedPlace[],
  addresses: readonly Pick<ReadAddress, 'line' | 'column' | 'length'>[],
): ListedInFile | undefined {
  if (places.length === 0) return undefined;
  // Both are in order.
  let next = 0;
  const isAddressAt = (line: number, column: number, end: number): boolean => {
    let address = addresses[next];
    while (
      address !== undefined &&
      (address.line < line || (address.line === line && address.column + address.length <= column))
    ) {
      address = addresses[++next];
    }
    return address?.line === line && address.column < end;
  };
  const lines = createLineCounter(text);
  const spots: ListedSpot[] = [];
  let count = 0;
  for (const { offset, length, key } of places) {
    const { line, column } = lines.placeAt(offset);
    if (isAddressAt(line, column, column + length)) continue;
    if (count++ < mostSpots) spots.push({ line, column, length, key });
  }
  return count === 0 ? undefined : { spots, count };
}

/** The search for the listed texts of a folder, in a thread that has no lists. */
export class FolderListedTexts {
  readonly #texts = new ListedTexts();
  readonly #ownPaths: ReadonlySet<string>;

  /** @param ownPaths the lists themselves, below the folder: their rows are no hits */
  constructor(ownPaths: readonly string[]) {
    this.#ownPaths = new Set(ownPaths);
  }

  add(texts: readonly string[]): void {
    for (const text of texts) this.#texts.add(text);
  }

  *find(
    path: string,
    text: string,
    addresses: readonly ReadAddress[],
  ): Generator<void, ListedInFile | undefined> {
    if (this.#ownPaths.has(path)) return undefined;
    return listedIn(text, yield* this.#texts.find(text), addresses);
  }
}

/** A file of a folder of the workspace. */
interface InFolder {
  readonly folder: number;
  readonly path: string;
}

/** The listed texts of a workspace. */
export class ListedTextPlaces {
  readonly #files = new Map<string, InFolder & ListedInFile>();

  set({ folder, path }: InFolder, found: ListedInFile | undefined): void {
    if (found === undefined) this.delete({ folder, path });
    else this.#files.set(`${folder} ${path}`, { folder, path, ...found });
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
