import { bookFile } from '../book/book.ts';
import type { NamedElsewhere } from '../evidence/chainOf.ts';
import { AddressTable, firmMark, marksOf, type ScannedAddress } from './addressTable.ts';
import { CodeNames, type CodeName } from './codeNames.ts';
import { ListedTextPlaces } from './listedTexts.ts';

/** A file of a folder of the workspace. */
export interface FilePlace {
  readonly folder: number;
  /** Below the folder, with slashes. */
  readonly path: string;
}

/** Where an address is; lines and columns count from 0, as in an editor. */
export interface Place extends FilePlace {
  readonly line: number;
  readonly column: number;
  /** In UTF-16 units. */
  readonly length: number;
}

interface FileEntry extends FilePlace {
  /** Four numbers for each occurrence: its address, line, column, and four times its length with its marks. */
  readonly occurrences: Uint32Array;
}

const stride = 4;

/** Numbers between two slices of work: some tenths of a millisecond. */
const slice = 256 * stride;

/** The addresses of a workspace and their places. An occurrence is sixteen bytes of an array. */
export class Inventory {
  readonly addresses = new AddressTable();
  /** What the code calls addresses: in the first file that names each. No one has verified it. */
  readonly codeNames = new CodeNames();
  /** Denied texts that were not read as addresses. */
  readonly listed = new ListedTextPlaces();
  readonly #files = new Map<string, FileEntry>();
  /** By the numbers of addresses: a file that names the network firmly, where that is known. */
  readonly #firmPaths = new Map<number, string>();

  /**
   * Puts the addresses of a file in the place of those that it had. Yields between slices of work;
   * must run to its end, and one file is not put twice at the same time.
   */
  *putFile(folder: number, path: string, found: Iterable<ScannedAddress>): Generator<void, void> {
    const numbers: number[] = [];
    const names: (CodeName & { readonly id: number })[] = [];
    for (const scanned of found) {
      // The book has rules of its own for which of its entries count.
      const each = path === bookFile ? { ...scanned, isNamedFirmly: false } : scanned;
      const { line, column, length, name } = each;
      const id = this.addresses.use(folder, each);
      numbers.push(id, line, column, length * 4 + marksOf(each));
      if (name !== undefined) names.push({ id, folder, path, line, name });
      if (numbers.length % slice === 0) yield;
    }
    // Not before: an address that stays keeps its number.
    this.deleteFile(folder, path);
    if (numbers.length === 0) return;
    const occurrences = Uint32Array.from(numbers);
    this.#files.set(nameOf(folder, path), { folder, path, occurrences });
    for (const { id, ...name } of names) this.codeNames.add(id, name);
  }

  deleteFile(folder: number, path: string): void {
    this.listed.delete({ folder, path });
    const name = nameOf(folder, path);
    const file = this.#files.get(name);
    if (file === undefined) return;
    this.#files.delete(name);
    const { occurrences } = file;
    for (let at = 0; at < occurrences.length; at += stride) {
      const id = occurrences[at] ?? 0;
      this.codeNames.delete(id, file);
      this.addresses.release(id, (occurrences[at + 3] ?? 0) % 4);
      if (this.#firmPaths.get(id) === path) this.#firmPaths.delete(id);
    }
  }

  /** The network of an address where a text names none: the one that the places in a folder name firmly. */
  elsewhere(folder: number, canonical: string): NamedElsewhere | undefined {
    const [id, ...others] = this.addresses.firmIdsOf(folder, canonical);
    if (id === undefined || others.length > 0) return undefined;
    const network = this.addresses.networkOf(id);
    const path = this.#firmPaths.get(id) ?? this.#firmPathOf(id);
    if (network === null || path === undefined) return undefined;
    this.#firmPaths.set(id, path);
    return { network, path };
  }

  /** Time is linear in the inventory. */
  #firmPathOf(id: number): string | undefined {
    for (const { path, occurrences } of this.#files.values()) {
      for (let at = 0; at < occurrences.length; at += stride) {
        const isFirm = ((occurrences[at + 3] ?? 0) & firmMark) !== 0;
        if (occurrences[at] === id && isFirm) return path;
      }
    }
    return undefined;
  }

  /** The files that have addresses, of one folder. */
  *filesOf(folder: number): Generator<string, void> {
    for (const file of this.#files.values()) if (file.folder === folder) yield file.path;
  }

  /** The addresses of each file by their numbers, one for each occurrence. In no order. */
  *addressesByFile(): Generator<FilePlace & { readonly ids: Iterable<number> }, void> {
    for (const { folder, path, occurrences } of this.#files.values()) {
      const ids = occurrences.filter((_, at) => at % stride === 0);
      yield { folder, path, ids };
    }
  }

  /** In the order of paths and lines. @param most that are returned */
  placesOf(id: number, most: number): Place[] {
    return this.placesOfAll([id], most);
  }

  /** The places of several addresses. Time is linear in the inventory, and memory in `most`. */
  placesOfAll(ids: readonly number[], most: number): Place[] {
    const count = ids.reduce((sum, id) => sum + this.addresses.countOf(id), 0);
    return firstPlaces(this.#files.values(), new Set(ids), { count, most });
  }

  /** All of them, in the order of folders, paths, and lines. */
  *occurrences(): Generator<{ readonly id: number; readonly place: Place }, void> {
    for (const { folder, path, occurrences } of [...this.#files.values()].sort(byFile)) {
      for (let at = 0; at < occurrences.length; at += stride) {
        const place = { folder, path, ...placeIn(occurrences, at) };
        yield { id: occurrences[at] ?? 0, place };
      }
    }
  }
}

/** Places to collect before they are sorted again. */
const slack = 1_000;

function firstPlaces(
  files: Iterable<FileEntry>,
  wanted: ReadonlySet<number>,
  { count, most }: { readonly count: number; readonly most: number },
): Place[] {
  let left = count;
  let places: Place[] = [];
  for (const { folder, path, occurrences } of files) {
    // Each occurrence of a popular address may be in a file of its own.
    if (left === 0) break;
    for (let at = 0; at < occurrences.length; at += stride) {
      if (!wanted.has(occurrences[at] ?? -1)) continue;
      left--;
      places.push({ folder, path, ...placeIn(occurrences, at) });
      if (places.length > 2 * most + slack) places = firstOf(places, most);
    }
  }
  return firstOf(places, most);
}

const firstOf = (places: Place[], most: number): Place[] => places.sort(byPlace).slice(0, most);

const nameOf = (folder: number, path: string): string => `${folder} ${path}`;

function placeIn(occurrences: Uint32Array, at: number): Pick<Place, 'line' | 'column' | 'length'> {
  return {
    line: occurrences[at + 1] ?? 0,
    column: occurrences[at + 2] ?? 0,
    length: (occurrences[at + 3] ?? 0) >> 2,
  };
}

function byFile(one: FilePlace, other: FilePlace): number {
  if (one.folder !== other.folder) return one.folder - other.folder;
  return one.path === other.path ? 0 : one.path < other.path ? -1 : 1;
}

function byPlace(one: Place, other: Place): number {
  return byFile(one, other) || one.line - other.line || one.column - other.column;
}
