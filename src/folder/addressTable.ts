import type { Family } from '../networks/networks.ts';

/** An address of a file that can be looked up, with its network. */
export interface ScannedAddress {
  readonly canonical: string;
  readonly family: Family;
  /** Null if neither the text nor a choice decides it. */
  readonly network: string | null;
  /** Whether nothing nearby names the network. */
  readonly isAssumed: boolean;
  /** Whether what names it counts at places which name none. */
  readonly isNamedFirmly?: boolean;
  /** Whether the text names no network, and only a default does: other places can name it. */
  readonly isSilent?: boolean;
  readonly isNamedThere?: boolean;
  /** From 0, as in an editor. */
  readonly line: number;
  readonly column: number;
  /** In UTF-16 units; 0 for one in the name of the file or of a folder. */
  readonly length: number;
  /** The unverified name in the code. */
  readonly name?: string | undefined;
}

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

/** Values shared by all addresses of one folder, family, and network. */
interface Shared {
  readonly folder: number;
  readonly family: Family;
  readonly network: string | null;
  readonly ids: Map<string, number>;
}

export const assumedMark = 1;
export const firmMark = 2;
export const silentMark = 4;
/** It counts on the network that other places name. */
export const movedMark = 8;
export const namedMark = 16;
/** How many numbers the marks of an occurrence can be. */
export const marksEnd = 32;

/** The facts about an occurrence's network that are kept. */
export const marksOf = ({
  isAssumed,
  isNamedFirmly = false,
  isSilent = false,
  isNamedThere = false,
}: ScannedAddress): number =>
  (isAssumed ? assumedMark : 0) +
  (isNamedFirmly ? firmMark : 0) +
  (isSilent ? silentMark : 0) +
  (isNamedThere ? namedMark : 0);

/**
 * The addresses of an inventory, by numbers: each has one on each network, in each folder. Each is one
 * string, however often it occurs, and a number is used again when its address is gone: two hundred
 * thousand have to fit in a few megabytes.
 */
export class AddressTable {
  readonly #shared = new Map<string, Shared>();
  readonly #sharedBy: Shared[] = [];
  readonly #addresses: string[] = [];
  readonly #free: number[] = [];
  readonly #counts: number[] = [];
  /** Of those, the occurrences whose network is only assumed. */
  readonly #assumed: number[] = [];
  /** Of those, the ones whose network counts at places which name none. */
  readonly #firm: number[] = [];
  #changed = new Set<number>();
  #version = 0;

  /** Another one once an address has come or gone. */
  get version(): number {
    return this.#version;
  }

  /** Larger than any number in use. */
  get end(): number {
    return this.#addresses.length;
  }

  /** The numbers in use. */
  *ids(): Generator<number, void> {
    for (let id = 0; id < this.end; id++) if (this.countOf(id) > 0) yield id;
  }

  /** The numbers of an address on any network and in any folder. @param family undefined for any */
  idsOf = (family: Family | undefined, canonical: string): number[] =>
    [...this.#shared.values()].flatMap((shared) =>
      shared.family === (family ?? shared.family) ? (shared.ids.get(canonical) ?? []) : [],
    );

  /** The same in one folder, of those with a network that counts at places which name none. */
  firmIdsOf = (folder: number, canonical: string): number[] =>
    [...this.#shared.values()].flatMap((shared) => {
      const id = shared.folder === folder ? shared.ids.get(canonical) : undefined;
      return id !== undefined && (this.#firm[id] ?? 0) > 0 ? [id] : [];
    });

  /** The networks and the families that any address is on. */
  named(): { readonly networks: readonly string[]; readonly families: readonly Family[] } {
    const used = [...this.#shared.values()].filter(({ ids }) => ids.size > 0);
    return {
      networks: [...new Set(used.flatMap(({ network }) => network ?? []))].sort(),
      families: [...new Set(used.map(({ family }) => family))].sort(),
    };
  }

  /** The named networks of a family, those with the most addresses first. */
  networksInUse(family: Family): string[] {
    const counts = new Map<string, number>();
    for (const { family: own, network, ids } of this.#shared.values()) {
      if (own !== family || network === null) continue;
      let count = counts.get(network) ?? 0;
      for (const id of ids.values()) if (!this.isAssumed(id)) count++;
      if (count > 0) counts.set(network, count);
    }
    return [...counts].sort(([, one], [, other]) => other - one).map(([network]) => network);
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

  /** Whether nothing names its network, wherever it is. */
  isAssumed(id: number): boolean {
    return this.countOf(id) > 0 && this.#assumed[id] === this.countOf(id);
  }

  of(id: number): InventoryAddress | undefined {
    const shared = this.#sharedBy[id];
    const count = this.countOf(id);
    if (shared === undefined || count === 0) return undefined;
    const { family, network, folder } = shared;
    const isAssumed = this.isAssumed(id);
    return { address: this.addressOf(id), family, network, isAssumed, folder, count };
  }

  /** The numbers since the last call: new ones, and those that are assumed now or no longer. */
  takeChanged(): ReadonlySet<number> {
    const changed = this.#changed;
    this.#changed = new Set();
    return changed;
  }

  /** Counts an occurrence of an address that has a number. */
  use(id: number, marks: number): void {
    this.#count(id, 1, marks);
  }

  /** @param marks the marks of the occurrence */
  release(id: number, marks: number): void {
    this.#count(id, -1, marks);
    if (this.countOf(id) > 0) return;
    this.#sharedBy[id]?.ids.delete(this.addressOf(id));
    this.#addresses[id] = '';
    this.#free.push(id);
    this.#version++;
  }

  /** A new number if it has none; that has to be counted before the next one. */
  numberOf(
    folder: number,
    { canonical, family, network }: Pick<ScannedAddress, 'canonical' | 'family' | 'network'>,
  ): number {
    const name = `${folder} ${family} ${network ?? ''}`;
    const shared = this.#shared.get(name) ?? {
      folder,
      family,
      network,
      ids: new Map<string, number>(),
    };
    this.#shared.set(name, shared);
    const known = shared.ids.get(canonical);
    if (known !== undefined) return known;
    const id = this.#free.pop() ?? this.end;
    shared.ids.set(canonical, id);
    this.#addresses[id] = canonical;
    this.#sharedBy[id] = shared;
    this.#version++;
    return id;
  }

  #count(id: number, count: 1 | -1, marks: number): void {
    const before = this.of(id)?.isAssumed;
    this.#counts[id] = this.countOf(id) + count;
    this.#assumed[id] = (this.#assumed[id] ?? 0) + count * (marks & assumedMark);
    this.#firm[id] = (this.#firm[id] ?? 0) + (marks & firmMark ? count : 0);
    const now = this.of(id);
    if (now !== undefined && now.isAssumed !== before) this.#changed.add(id);
  }
}
