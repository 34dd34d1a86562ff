import type { Family } from '../addresses/networks.ts';
import type { ScannedAddress } from './scanFile.ts';

/** An address on a network, in one folder of the workspace: each folder has its own address book. */
export interface InventoryAddress {
  /** Canonical spelling. */
  readonly address: string;
  readonly family: Family;
  /** Null if the text does not decide it. */
  readonly network: string | null;
  /** Whether nothing nearby names the network, wherever the address is. */
  readonly isAssumed: boolean;
  /** The number of the folder. */
  readonly folder: number;
  /** Occurrences. */
  readonly count: number;
}

/** Where an address is; lines and columns count from 0, as in an editor. */
export interface Place {
  readonly folder: number;
  /** Below the folder, with slashes. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** In UTF-16 units. */
  readonly length: number;
}

/** What addresses of one folder, family, and network share. */
interface Shared {
  readonly folder: number;
  readonly family: Family;
  readonly network: string | null;
  readonly ids: Map<string, number>;
}

interface FileEntry {
  readonly folder: number;
  readonly path: string;
  /** Four numbers for each occurrence: its address, line, column, and twice its length. */
  readonly occurrences: Uint32Array;
}

const stride = 4;

/**
 * The addresses of a workspace, by numbers. Two hundred thousand have to fit in a few megabytes: an
 * occurrence is sixteen bytes of an array, and each address is one string, however often it occurs.
 * A number is used again when its address is gone.
 */
export class Inventory {
  readonly #files = new Map<string, FileEntry>();
  readonly #shared = new Map<string, Shared>();
  readonly #sharedBy: Shared[] = [];
  readonly #addresses: string[] = [];
  readonly #counts: number[] = [];
  /** Of those, the ones whose network is only assumed. */
  readonly #assumed: number[] = [];
  readonly #free: number[] = [];
  #added: number[] = [];

  /** Files with addresses. */
  get fileCount(): number {
    return this.#files.size;
  }

  /** The numbers in use, in the order in which they came up. */
  *ids(): Generator<number, void> {
    for (let id = 0; id < this.#counts.length; id++) if (this.countOf(id) > 0) yield id;
  }

  /** Larger than any number in use. */
  get end(): number {
    return this.#counts.length;
  }

  /** Zero for a number that is not in use. */
  countOf(id: number): number {
    return this.#counts[id] ?? 0;
  }

  addressOf(id: number): string {
    return this.#addresses[id] ?? '';
  }

  familyOf(id: number): Family | undefined {
    return this.#sharedBy[id]?.family;
  }

  networkOf(id: number): string | null {
    return this.#sharedBy[id]?.network ?? null;
  }

  /** @returns undefined if the number is not in use */
  of(id: number): InventoryAddress | undefined {
    const shared = this.#sharedBy[id];
    const count = this.countOf(id);
    if (shared === undefined || count === 0) return undefined;
    const { family, network, folder } = shared;
    const isAssumed = this.#assumed[id] === count;
    return { address: this.addressOf(id), family, network, isAssumed, folder, count };
  }

  /** The numbers that came into use since it was last called. */
  takeAdded(): readonly number[] {
    const added = this.#added;
    this.#added = [];
    return added;
  }

  /** Puts the addresses of a file in the place of those that it had. */
  setFile(folder: number, path: string, found: readonly ScannedAddress[]): void {
    const occurrences = new Uint32Array(found.length * stride);
    for (const [index, each] of found.entries()) {
      const at = index * stride;
      const id = this.#use(folder, each);
      occurrences[at] = id;
      occurrences[at + 1] = each.line;
      occurrences[at + 2] = each.column;
      occurrences[at + 3] = each.length * 2 + Number(each.isAssumed);
    }
    // Not before: an address that stays keeps its number.
    this.deleteFile(folder, path);
    if (found.length > 0) this.#files.set(nameOf(folder, path), { folder, path, occurrences });
  }

  deleteFile(folder: number, path: string): void {
    const name = nameOf(folder, path);
    const file = this.#files.get(name);
    if (file === undefined) return;
    this.#files.delete(name);
    const { occurrences } = file;
    for (let at = 0; at < occurrences.length; at += stride) {
      this.#release(occurrences[at] ?? 0, (occurrences[at + 3] ?? 0) % 2);
    }
  }

  /** The files that have addresses, of one folder. */
  *filesOf(folder: number): Generator<string, void> {
    for (const file of this.#files.values()) if (file.folder === folder) yield file.path;
  }

  /** In the order of paths and lines. @param most that are returned */
  placesOf(id: number, most: number): Place[] {
    const places: Place[] = [];
    let left = this.countOf(id);
    for (const { folder, path, occurrences } of this.#files.values()) {
      // Each occurrence of a popular address may be in a file of its own.
      if (left === 0) break;
      for (let at = 0; at < occurrences.length; at += stride) {
        if (occurrences[at] !== id) continue;
        left--;
        places.push({ folder, path, ...placeIn(occurrences, at) });
      }
    }
    return places.sort(byPlace).slice(0, most);
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

  #use(folder: number, { canonical, family, network, isAssumed }: ScannedAddress): number {
    const shared = this.#sharedOf(folder, family, network);
    let id = shared.ids.get(canonical);
    if (id === undefined) {
      id = this.#free.pop() ?? this.#counts.length;
      shared.ids.set(canonical, id);
      this.#addresses[id] = canonical;
      this.#sharedBy[id] = shared;
      this.#counts[id] = 0;
      this.#assumed[id] = 0;
      this.#added.push(id);
    }
    this.#counts[id] = this.countOf(id) + 1;
    if (isAssumed) this.#assumed[id] = (this.#assumed[id] ?? 0) + 1;
    return id;
  }

  #release(id: number, assumed: number): void {
    this.#assumed[id] = (this.#assumed[id] ?? 0) - assumed;
    const count = this.countOf(id) - 1;
    this.#counts[id] = count;
    if (count > 0) return;
    this.#sharedBy[id]?.ids.delete(this.addressOf(id));
    this.#addresses[id] = '';
    this.#free.push(id);
  }

  #sharedOf(folder: number, family: Family, network: string | null): Shared {
    const name = `${folder} ${family} ${network ?? ''}`;
    let shared = this.#shared.get(name);
    if (shared === undefined) {
      shared = { folder, family, network, ids: new Map() };
      this.#shared.set(name, shared);
    }
    return shared;
  }
}

const nameOf = (folder: number, path: string): string => `${folder} ${path}`;

function placeIn(occurrences: Uint32Array, at: number): Pick<Place, 'line' | 'column' | 'length'> {
  return {
    line: occurrences[at + 1] ?? 0,
    column: occurrences[at + 2] ?? 0,
    length: (occurrences[at + 3] ?? 0) >> 1,
  };
}

function byFile(
  one: Pick<Place, 'folder' | 'path'>,
  other: Pick<Place, 'folder' | 'path'>,
): number {
  if (one.folder !== other.folder) return one.folder - other.folder;
  return one.path === other.path ? 0 : one.path < other.path ? -1 : 1;
}

function byPlace(one: Place, other: Place): number {
  return byFile(one, other) || one.line - other.line || one.column - other.column;
}
