import type { Family } from '../networks/networks.ts';
import { AddressNumbers, type ScannedAddress } from './addressNumbers.ts';

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

/**
 * The addresses of an inventory, by numbers. Each is one string, however often it occurs, and a
 * number is used again when its address is gone: two hundred thousand have to fit in a few megabytes.
 */
export class AddressTable {
  readonly #numbers = new AddressNumbers();
  readonly #counts: number[] = [];
  /** Of those, the occurrences whose network is only assumed. */
  readonly #assumed: number[] = [];
  #changed = new Set<number>();

  /** Another one once an address has come or gone. */
  get version(): number {
    return this.#numbers.version;
  }

  /** Larger than any number in use. */
  get end(): number {
    return this.#numbers.end;
  }

  /** The numbers in use. */
  *ids(): Generator<number, void> {
    for (let id = 0; id < this.#numbers.end; id++) if (this.countOf(id) > 0) yield id;
  }

  /** The numbers of an address on any network and in any folder. */
  idsOf = (family: Family, canonical: string): number[] =>
    this.#numbers.numbersOf(family, canonical);

  /** Zero for a number that is not in use. */
  countOf(id: number): number {
    return this.#counts[id] ?? 0;
  }

  addressOf(id: number): string {
    return this.#numbers.addressOf(id);
  }

  familyOf(id: number): Family | undefined {
    return this.#numbers.sharedOf(id)?.family;
  }

  networkOf(id: number): string | null {
    return this.#numbers.sharedOf(id)?.network ?? null;
  }

  of(id: number): InventoryAddress | undefined {
    const shared = this.#numbers.sharedOf(id);
    const count = this.countOf(id);
    if (shared === undefined || count === 0) return undefined;
    const { family, network, folder } = shared;
    const isAssumed = this.#assumed[id] === count;
    return { address: this.addressOf(id), family, network, isAssumed, folder, count };
  }

  /** The numbers since the last call: new ones, and those that are assumed now or no longer. */
  takeChanged(): ReadonlySet<number> {
    const changed = this.#changed;
    this.#changed = new Set();
    return changed;
  }

  /** Counts an occurrence. @returns the number of its address */
  use(folder: number, found: ScannedAddress): number {
    const id = this.#numbers.numberOf(folder, found);
    this.#count(id, 1, Number(found.isAssumed));
    return id;
  }

  /** @param assumed 1 for an occurrence whose network is assumed, else 0 */
  release(id: number, assumed: number): void {
    this.#count(id, -1, -assumed);
    if (this.countOf(id) === 0) this.#numbers.free(id);
  }

  #count(id: number, count: number, assumed: number): void {
    const before = this.of(id)?.isAssumed;
    this.#counts[id] = this.countOf(id) + count;
    this.#assumed[id] = (this.#assumed[id] ?? 0) + assumed;
    const now = this.of(id);
    if (now !== undefined && now.isAssumed !== before) this.#changed.add(id);
  }
}
