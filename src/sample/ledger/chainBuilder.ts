import { networkNamed } from '../../networks/networks.ts';
import { unlabelled, type Graph } from '../engine/score.ts';
import { keyOf } from './addresses.ts';

/** What is known of one chain, built once and never changed. */
export interface ChainLedger {
  /** Numbers the addresses of `graph` and `activity`, by their keys (`keyOf`). */
  readonly addresses: ReadonlyMap<string, number>;
  readonly graph: Graph;
  readonly activity: Activity;
}

/** What a summary tells, by address of one chain. */
export interface Activity {
  /** Native asset received minus sent; may fall below 0 where a ledger lacks earlier transfers. */
  readonly balance: Float64Array;
  /** Distinct transaction hashes. */
  readonly transactions: readonly number[];
  /** Unix seconds of the latest transfer; 0 without any. */
  readonly last: Float64Array;
  readonly contracts: ReadonlySet<number>;
  /** US dollars for one unit of the native asset; 0 where no transfer tells. */
  readonly price: number;
}

export interface TransferRecord {
  readonly hash: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly from: string;
  readonly to: string;
  readonly asset: string;
  /** In the asset's own unit. */
  readonly amount: number;
  /** US dollars. */
  readonly usd: number;
}

/** A transfer whose addresses are numbers. */
interface Transfer extends Omit<TransferRecord, 'from' | 'to'> {
  readonly from: number;
  readonly to: number;
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
  readonly #addresses = new Map<string, number>();
  readonly #transfers: Transfer[] = [];
  /** How many transfers each has. */
  readonly #assets = new Map<string, number>();
  readonly #labels = new Map<number, Label>();
  readonly #contracts = new Set<number>();
  #ranked = 0;

  constructor(chain: string) {
    this.#chain = chain;
  }

  addTransfer(transfer: TransferRecord): void {
    const asset = transfer.asset.toUpperCase();
    this.#assets.set(asset, (this.#assets.get(asset) ?? 0) + 1);
    this.#transfers.push({
      ...transfer,
      asset,
      from: this.#numberOf(transfer.from),
      to: this.#numberOf(transfer.to),
      hash: keyOf(transfer.hash),
    });
    this.#ranked = this.#addresses.size;
  }

  /** @returns the label that is not used, where the address has another already: the lower risk */
  addLabel(label: Label): Label | undefined {
    const address = this.#numberOf(label.address);
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
    const category = new Int32Array(size).fill(unlabelled);
    const risk = new Float64Array(size);
    for (const [address, label] of this.#labels) {
      category[address] = categories.indexOf(label.category);
      risk[address] = label.risk;
    }
    const rows = dollarRows(this.#transfers, size);
    return {
      addresses: this.#addresses,
      graph: { size, ranked: this.#ranked, ...rows, category, risk, categories },
      activity: {
        ...activityOf(this.#transfers, size, this.#nativeAsset()),
        contracts: this.#contracts,
      },
    };
  }

  /** The number of an address, a new one if it is new. */
  #numberOf(address: string): number {
    const key = keyOf(address);
    const known = this.#addresses.get(key) ?? this.#addresses.size;
    this.#addresses.set(key, known);
    return known;
  }

  /** From the table of networks; for a chain outside it the most frequent, then the first by name. */
  #nativeAsset(): string | undefined {
    const network = networkNamed(this.#chain);
    if (network !== undefined) return network.native.toUpperCase();
    const byFrequency = [...this.#assets].sort(
      ([name, count], [otherName, other]) => other - count || (name < otherName ? -1 : 1),
    );
    return byFrequency[0]?.[0];
  }
}

/** The higher risk holds; between equals the first category by name, whatever the order of rows. */
function outranks(label: Label, known: Label): boolean {
  return label.risk > known.risk || (label.risk === known.risk && label.category < known.category);
}

/** @param native undefined if no asset is known */
function activityOf(
  transfers: readonly Transfer[],
  size: number,
  native: string | undefined,
): Omit<Activity, 'contracts'> {
  const balance = new Float64Array(size);
  const last = new Float64Array(size);
  const hashes = Array.from({ length: size }, () => new Set<string>());
  const price = { at: -1, usd: 0 };
  for (const { from, to, timestamp, asset, amount, usd, hash } of transfers) {
    for (const address of [from, to]) {
      last[address] = Math.max(last[address] as number, timestamp);
      hashes[address]?.add(hash);
    }
    if (asset !== native) continue;
    balance[from] = (balance[from] as number) - amount;
    balance[to] = (balance[to] as number) + amount;
    if (amount > 0 && timestamp >= price.at) {
      // Of several at the last moment the highest, so that the order of rows does not matter.
      price.usd = timestamp > price.at ? usd / amount : Math.max(price.usd, usd / amount);
      price.at = timestamp;
    }
  }
  return { balance, transactions: hashes.map((each) => each.size), last, price: price.usd };
}

/** The part of a graph that transfers alone decide. */
type DollarRows = Pick<Graph, 'rows' | 'senders' | 'usd' | 'received' | 'sent'>;

/** Sums transfers to u(s→x). Self transfers and those of 0 dollars are left out. */
function dollarRows(transfers: readonly Transfer[], size: number): DollarRows {
  const rows = new Uint32Array(size + 1);
  const senders: number[] = [];
  const usd: number[] = [];
  const received = new Float64Array(size);
  const sent = new Float64Array(size);
  let receiver = -1;
  const sorted = transfers
    .filter((each) => each.from !== each.to && each.usd !== 0)
    .sort((one, other) => one.to - other.to || one.from - other.from);
  for (const { from, to, usd: dollars } of sorted) {
    if (to !== receiver || senders.at(-1) !== from) {
      rows.fill(senders.length, receiver + 1, to + 1);
      receiver = to;
      senders.push(from);
      usd.push(0);
    }
    const edge = senders.length - 1;
    usd[edge] = (usd[edge] as number) + dollars;
    received[to] = (received[to] as number) + dollars;
    sent[from] = (sent[from] as number) + dollars;
  }
  rows.fill(senders.length, receiver + 1);
  return { rows, senders: Uint32Array.from(senders), usd: Float64Array.from(usd), received, sent };
}
