import type { Family } from '../networks/networks.ts';

/** An address of a file that can be looked up, with its network. */
export interface ScannedAddress {
  readonly canonical: string;
  readonly family: Family;
  /** Null if neither the text nor a choice decides it. */
  readonly network: string | null;
  /** Whether nothing nearby names the network. */
  readonly isAssumed: boolean;
  /** From 0, as in an editor. */
  readonly line: number;
  readonly column: number;
  /** In UTF-16 units; 0 for one in the name of the file or of a folder. */
  readonly length: number;
  /** What the code calls it there; no one has verified it. */
  readonly name?: string | undefined;
}

/** What addresses of one folder, family, and network share. */
export interface Shared {
  readonly folder: number;
  readonly family: Family;
  readonly network: string | null;
  readonly ids: Map<string, number>;
}

type Named = Pick<ScannedAddress, 'canonical' | 'family' | 'network'>;

/** Gives each address of a folder, on its network, a number of its own. */
export class AddressNumbers {
  readonly #shared = new Map<string, Shared>();
  readonly #sharedBy: Shared[] = [];
  readonly #addresses: string[] = [];
  readonly #free: number[] = [];
  #version = 0;

  /** Another one once a number was given or freed. */
  get version(): number {
    return this.#version;
  }

  /** Larger than any number. */
  get end(): number {
    return this.#addresses.length;
  }

  addressOf(id: number): string {
    return this.#addresses[id] ?? '';
  }

  sharedOf(id: number): Shared | undefined {
    return this.#sharedBy[id];
  }

  /** Of an address on any network and in any folder. */
  numbersOf(family: Family, canonical: string): number[] {
    const numbers: number[] = [];
    for (const { family: own, ids } of this.#shared.values()) {
      const number = own === family ? ids.get(canonical) : undefined;
      if (number !== undefined) numbers.push(number);
    }
    return numbers;
  }

  numberOf(folder: number, { canonical, family, network }: Named): number {
    const shared = this.#sharedFor(folder, family, network);
    const known = shared.ids.get(canonical);
    if (known !== undefined) return known;
    const id = this.#free.pop() ?? this.end;
    shared.ids.set(canonical, id);
    this.#addresses[id] = canonical;
    this.#sharedBy[id] = shared;
    this.#version++;
    return id;
  }

  free(id: number): void {
    this.#sharedBy[id]?.ids.delete(this.addressOf(id));
    this.#addresses[id] = '';
    this.#free.push(id);
    this.#version++;
  }

  #sharedFor(folder: number, family: Family, network: string | null): Shared {
    const name = `${folder} ${family} ${network ?? ''}`;
    let shared = this.#shared.get(name);
    if (shared === undefined) {
      shared = { folder, family, network, ids: new Map() };
      this.#shared.set(name, shared);
    }
    return shared;
  }
}
