import { bookFile } from '../book/book.ts';
import type { NamedElsewhere } from '../evidence/chainOf.ts';
import {
  AddressTable,
  assumedMark,
  firmMark,
  marksEnd,
  marksOf,
  movedMark,
  namedMark,
  silentMark,
  type ScannedAddress,
} from './addressTable.ts';
import type { ListedTextPlace } from './fileSearch.ts';
import { byNamePlace } from './nameOrder.ts';
import type { FileNetworks } from './unnamedFiles.ts';

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

interface Occurrence {
  readonly id: number;
  readonly place: Place;
  /** Whether the text there names the network. */
  readonly isNamedThere: boolean;
}

interface FileEntry extends FilePlace {
  /** Four numbers for each occurrence: its address, line, column, and its length with its marks. */
  readonly occurrences: Uint32Array;
}

const stride = 4;

/** A place, for an address without one. */
const none = { line: 0, column: 0, length: 0 };

/** Numbers between two slices of work: some tenths of a millisecond. */
const slice = 256 * stride;

/** The addresses of a workspace and their places. An occurrence is sixteen bytes of an array. */
export class Inventory {
  readonly addresses = new AddressTable();
  /** Unverified names in code, from the preferred file for each address. */
  readonly codeNames = new CodeNames();
  /** Denied texts that were not read as addresses. */
  readonly listed = new ListedTextPlaces();
  readonly #files = new Map<string, FileEntry>();
  /** By the numbers of addresses: a file that names the network firmly, where that is known. */
  readonly #firmPaths = new Map<number, string>();
  /** Names of moved addresses before their other places are known, by folder and address. */
  readonly #before = new Map<string, ScannedAddress>();
  #isSettled = true;

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
      const id = this.addresses.numberOf(folder, each);
      const marks = marksOf(each);
      this.addresses.use(id, marks);
      numbers.push(id, line, column, length * marksEnd + marks);
      if (name !== undefined) names.push({ id, folder, path, line, name });
      if (numbers.length % slice === 0) yield;
    }
    // Not before: an address that stays keeps its number.
    this.deleteFile(folder, path);
    this.#isSettled = false;
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
    this.#isSettled = false;
    const { occurrences } = file;
    for (let at = 0; at < occurrences.length; at += stride) {
      const id = occurrences[at] ?? 0;
      this.codeNames.delete(id, file);
      this.addresses.release(id, marksAt(occurrences, at));
      if (this.#firmPaths.get(id) === path) this.#firmPaths.delete(id);
    }
  }

  /**
   * Counts places that name no network on the one that other places in their folder name firmly, as
   * `elsewhere` does, and takes back those that no place names any more. Yields between slices of work.
   */
  *settle(): Generator<void, void> {
    if (this.#isSettled) return;
    this.#isSettled = true;
    let count = 0;
    for (const [name, file] of this.#files) {
      const { occurrences } = file;
      for (let at = 0; at < occurrences.length; at += stride) {
        // Meanwhile the file may have been read again.
        if (++count % slice === 0) yield;
        if (this.#files.get(name) !== file) break;
        if ((marksAt(occurrences, at) & silentMark) !== 0) this.#settleAt(file, at);
      }
    }
  }

  #settleAt({ folder, path, occurrences }: FileEntry, at: number): void {
    const id = occurrences[at] ?? 0;
    const known = this.addresses.of(id);
    if (known === undefined) return;
    const marks = marksAt(occurrences, at);
    const isMoved = (marks & movedMark) !== 0;
    const { address: canonical, family, network } = known;
    const [firm, ...others] = this.addresses.firmIdsOf(folder, canonical);
    const name = nameOf(folder, canonical);
    const before = this.#before.get(name);
    let [to, toMarks] = [id, marks];
    if (firm !== undefined && others.length === 0) {
      [to, toMarks] = [firm, silentMark + movedMark];
      if (!isMoved) {
        const isAssumed = (marks & assumedMark) !== 0;
        this.#before.set(name, { ...none, canonical, family, network, isAssumed, isSilent: true });
      }
    } else if (isMoved && before !== undefined) {
      [to, toMarks] = [this.addresses.numberOf(folder, before), marksOf(before)];
    }
    if (to === id) return;
    this.addresses.use(to, toMarks);
    const codeName = this.codeNames.delete(id, { folder, path });
    if (codeName !== undefined) this.codeNames.add(to, codeName);
    this.addresses.release(id, marks);
    occurrences[at] = to;
    occurrences[at + 3] = (occurrences[at + 3] ?? 0) - marks + toMarks;
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
        const isFirm = (marksAt(occurrences, at) & firmMark) !== 0;
        if (occurrences[at] === id && isFirm) return path;
      }
    }
    return undefined;
  }

  /** The files that have addresses, of one folder. */
  *filesOf(folder: number): Generator<string, void> {
    for (const file of this.#files.values()) if (file.folder === folder) yield file.path;
  }

  /** The networks that the files of a folder name for their EVM addresses. */
  *fileNetworks(folder: number): Generator<FileNetworks, void> {
    for (const file of this.#files.values()) {
      if (file.folder !== folder) continue;
      const { path, occurrences } = file;
      const isEvm = (id: number, at: number): boolean =>
        at % stride === 0 && this.addresses.familyOf(id) === 'evm';
      const isAssumed = (at: number): boolean => (marksAt(occurrences, at) & assumedMark) !== 0;
      const hasAssumed = occurrences.some((id, at) => isEvm(id, at) && isAssumed(at));
      const hasNamed = occurrences.some((id, at) => isEvm(id, at) && !isAssumed(at));
      yield { path, hasAssumed, hasNamed };
    }
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
  *occurrences(): Generator<Occurrence, void> {
    for (const { folder, path, occurrences } of [...this.#files.values()].sort(byFile)) {
      for (let at = 0; at < occurrences.length; at += stride) {
        const place = { folder, path, ...placeIn(occurrences, at) };
        const isNamedThere = (marksAt(occurrences, at) & namedMark) !== 0;
        yield { id: occurrences[at] ?? 0, place, isNamedThere };
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

const marksAt = (occurrences: Uint32Array, at: number): number =>
  (occurrences[at + 3] ?? 0) % marksEnd;

const nameOf = (folder: number, path: string): string => `${folder} ${path}`;

function placeIn(occurrences: Uint32Array, at: number): Pick<Place, 'line' | 'column' | 'length'> {
  return {
    line: occurrences[at + 1] ?? 0,
    column: occurrences[at + 2] ?? 0,
    length: Math.floor((occurrences[at + 3] ?? 0) / marksEnd),
  };
}

function byFile(one: FilePlace, other: FilePlace): number {
  if (one.folder !== other.folder) return one.folder - other.folder;
  return one.path === other.path ? 0 : one.path < other.path ? -1 : 1;
}

export function byPlace(one: Place, other: Place): number {
  return byFile(one, other) || one.line - other.line || one.column - other.column;
}

/** A name that the code gives an address, and where; no one has verified it. */
export interface CodeName extends FilePlace {
  readonly name: string;
  /** From 0, as in an editor. */
  readonly line: number;
}

/** Names of one address that are kept, each of another file: surfaces show one. */
const maxNames = 4;

/** Names in code, by address number. */
export class CodeNames {
  readonly #names = new Map<number, readonly CodeName[]>();

  /**
   * The name from source code if there is one, else from data; among several, the first by path,
   * regardless of reading order.
   */
  of(id: number): CodeName | undefined {
    return this.#names.get(id)?.[0];
  }

  /** Of each file, in the same order. */
  all(id: number): readonly CodeName[] {
    return this.#names.get(id) ?? [];
  }

  add(id: number, name: CodeName): void {
    const known = this.all(id);
    if (known.some((each) => byFile(each, name) === 0)) return;
    this.#names.set(id, [...known, name].sort(byNamePlace).slice(0, maxNames));
  }

  /** Removes the name that a file gave. @returns it */
  delete(id: number, file: FilePlace): CodeName | undefined {
    const known = this.all(id);
    const name = known.find((each) => byFile(each, file) === 0);
    if (known.length > 1)
      this.#names.set(
        id,
        known.filter((each) => each !== name),
      );
    else if (name !== undefined) this.#names.delete(id);
    return name;
  }
}

/** Places of denied texts that were not read as addresses. They may be keys, so the text is not kept. */
export interface ListedInFile extends FilePlace {
  /** The first ones. */
  readonly spots: readonly ListedTextPlace[];
  readonly count: number;
}

/** Spots of one file that are kept: a file could consist of them. */
const maxSpots = 1_000;

/** The listed texts of a workspace. */
export class ListedTextPlaces {
  readonly #files = new Map<string, ListedInFile>();

  set({ folder, path }: FilePlace, found: readonly ListedTextPlace[]): void {
    const count = found.length;
    if (count === 0) this.delete({ folder, path });
    else {
      const spots = found.slice(0, maxSpots);
      this.#files.set(nameOf(folder, path), { folder, path, spots, count });
    }
  }

  delete({ folder, path }: FilePlace): void {
    this.#files.delete(nameOf(folder, path));
  }

  /** In the order of folders and paths. */
  files(): ListedInFile[] {
    return [...this.#files.values()].sort(byFile);
  }
}
