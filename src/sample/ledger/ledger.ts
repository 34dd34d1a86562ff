import { networkNamed } from '../../networks/networks.ts';
import { unlabelled, inflowOf, type Graph, type Inflow } from '../engine/score.ts';
import { keyOf } from './addresses.ts';

/** The data of one chain, built once and never changed. */
export type ChainLedger = ReturnType<ChainBuilder['build']>;

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

  build() {
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
    const ranked = this.#ranked;
    const graph: Graph = { size, ranked, ...rows, category, risk, categories };
    return {
      /** Numbers the addresses of `graph` and `activity`, by their keys (`keyOf`). */
      addresses: this.#addresses as ReadonlyMap<string, number>,
      graph,
      activity: {
        ...activityOf(this.#transfers, size, this.#nativeAsset()),
        contracts: this.#contracts as ReadonlySet<number>,
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

/**
 * Summaries by address of one chain.
 * @param native undefined if no asset is known
 */
function activityOf(transfers: readonly Transfer[], size: number, native: string | undefined) {
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
  return {
    /** Native asset received minus sent; may fall below 0 where a ledger lacks earlier transfers. */
    balance,
    /** Distinct transaction hashes. */
    transactions: hashes.map((each) => each.size),
    /** Unix seconds of the latest transfer; 0 without any. */
    last,
    /** US dollars for one unit of the native asset; 0 if no transfer shows it. */
    price: price.usd,
  };
}

/** Sums transfers to u(s→x). Skips self transfers and those of 0 dollars. */
function dollarRows(transfers: readonly Transfer[], size: number) {
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

/** A ledger's data on one address. */
export interface LedgerEntry {
  readonly inflow: Inflow;
  /** The risk of its own label, 0 to 100. */
  readonly ownRisk: number | undefined;
  readonly ownLabel?: string | undefined;
  readonly summary: ReturnType<typeof summaryOf>;
}

export interface TransferLedger {
  /** Where it comes from, for people: "generated ledger, seed 1". */
  readonly origin: string;
  /** A file name for it, without a folder. */
  readonly fileName: string;
  readonly chains: Pick<ReadonlyMap<string, ChainLedger>, 'has' | 'get' | 'keys'>;
  /** The data for an address in no transfer and no label. */
  readonly unknownAddress: (chain: string, key: string) => LedgerEntry;
}

/** A chain is known if the table of networks or the ledger names it. */
export function knowsChain(ledger: TransferLedger, chain: string): boolean {
  return networkNamed(chain) !== undefined || ledger.chains.has(chain);
}

export function standingOf(ledger: TransferLedger, chain: string, address: string): LedgerEntry {
  const key = keyOf(address);
  const known = ledger.chains.get(chain);
  const at = known?.addresses.get(key);
  if (known === undefined || at === undefined) return ledger.unknownAddress(chain, key);
  const { graph, activity } = known;
  return {
    inflow: inflowOf(graph, at),
    ownRisk: graph.category[at] === unlabelled ? undefined : graph.risk[at],
    ownLabel: graph.categories[graph.category[at] as number],
    summary: summaryOf({
      balance: activity.balance[at] as number,
      price: activity.price,
      transactions: activity.transactions[at] as number,
      isContract: activity.contracts.has(at),
      last: activity.last[at] as number,
    }),
  };
}

export function summaryOf(facts: {
  readonly balance: number;
  readonly price: number;
  readonly transactions: number;
  readonly isContract: boolean;
  readonly last: number;
}) {
  const balance = tidy(Math.max(0, facts.balance));
  return {
    /** In the chain's native asset, not below 0. */
    balance,
    usd_balance: tidy(balance * facts.price),
    tx_total: facts.transactions,
    is_contract: facts.isContract,
    /** Unix seconds; 0 without any transfer. */
    last_activity: Math.floor(facts.last),
  };
}

/** The standing of an address without a single transfer. */
export const emptyStanding: LedgerEntry = {
  inflow: { senders: new Uint32Array(), usd: new Float64Array() },
  ownRisk: undefined,
  summary: summaryOf({ balance: 0, price: 0, transactions: 0, isContract: false, last: 0 }),
};

/** 15 significant digits, which a double can represent, so no 0.30000000000000004. */
export function tidy(value: number): number {
  return Number(value.toPrecision(15));
}
