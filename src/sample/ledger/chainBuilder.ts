import { networkNamed } from '../../networks/networks.ts';
import { unlabelled, type Graph } from '../engine/graph.ts';
import { activityOf, type Activity } from './activity.ts';
import { keyOf } from './addresses.ts';
import { dollarRows } from './dollarRows.ts';
import { Interner } from './interner.ts';
import { TransferColumns } from './transferColumns.ts';

/** What is known of one chain, built once and never changed. */
export interface ChainLedger {
  /** Numbers the addresses of `graph` and `activity`, by their keys (`keyOf`). */
  readonly addresses: Interner;
  readonly graph: Graph;
  readonly activity: Activity;
}

export interface TransferRecord {
  readonly hash: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly from: string;
  readonly to: string;
  readonly asset: string;
  readonly amount: number;
  readonly usd: number;
}

export interface Label {
  readonly address: string;
  readonly category: string;
  /** 0 to 100. */
  readonly risk: number;
  readonly isContract: boolean;
}

/** Gathers the transfers and labels of one chain: all transfers first, then the labels. */
export class ChainBuilder {
  readonly #chain: string;
  readonly #addresses = new Interner();
  readonly #hashes = new Interner();
  readonly #transfers = new TransferColumns();
  readonly #assets = new Map<string, { id: number; transfers: number }>();
  readonly #labels = new Map<number, Label>();
  readonly #contracts = new Set<number>();
  #ranked = 0;

  constructor(chain: string) {
    this.#chain = chain;
  }

  addTransfer(transfer: TransferRecord): void {
    this.#transfers.add({
      from: this.#addresses.intern(keyOf(transfer.from)),
      to: this.#addresses.intern(keyOf(transfer.to)),
      hash: this.#hashes.intern(keyOf(transfer.hash)),
      asset: this.#countAsset(transfer.asset.toUpperCase()),
      timestamp: transfer.timestamp,
      amount: transfer.amount,
      usd: transfer.usd,
    });
    this.#ranked = this.#addresses.size;
  }

  /** @returns the label that is not used, where the address has another already: the lower risk */
  addLabel(label: Label): Label | undefined {
    const address = this.#addresses.intern(keyOf(label.address));
    if (label.isContract) this.#contracts.add(address);
    const known = this.#labels.get(address);
    if (known !== undefined && !outranks(label, known)) return label;
    this.#labels.set(address, label);
    return known;
  }

  build(): ChainLedger {
    const size = this.#addresses.size;
    const names = new Set([...this.#labels.values()].map((label) => label.category));
    const categories = [...names].sort();
    const numberOf = new Map(categories.map((name, at) => [name, at]));
    const category = new Int32Array(size).fill(unlabelled);
    const risk = new Float64Array(size);
    for (const [address, label] of this.#labels) {
      category[address] = numberOf.get(label.category) ?? unlabelled;
      risk[address] = label.risk;
    }
    return {
      addresses: this.#addresses,
      graph: {
        size,
        ranked: this.#ranked,
        ...dollarRows(this.#transfers, size),
        category,
        risk,
        categories,
      },
      activity: activityOf(this.#transfers, size, this.#nativeAsset(), this.#contracts),
    };
  }

  #countAsset(name: string): number {
    const asset = this.#assets.get(name) ?? { id: this.#assets.size, transfers: 0 };
    asset.transfers += 1;
    this.#assets.set(name, asset);
    return asset.id;
  }

  /** From the table of networks; for a chain outside it the most frequent, then the first by name. */
  #nativeAsset(): number | undefined {
    const network = networkNamed(this.#chain);
    if (network !== undefined) return this.#assets.get(network.native.toUpperCase())?.id;
    const byFrequency = [...this.#assets].sort(
      ([name, asset], [otherName, other]) =>
        other.transfers - asset.transfers || (name < otherName ? -1 : 1),
    );
    return byFrequency[0]?.[1].id;
  }
}

/** The higher risk holds; between equals the first category by name, whatever the order of rows. */
function outranks(label: Label, known: Label): boolean {
  return label.risk > known.risk || (label.risk === known.risk && label.category < known.category);
}
