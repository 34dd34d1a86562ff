import { networkNamed } from '../../networks/networks.ts';
import { inflowOf, unlabelled, type Inflow } from '../engine/score.ts';
import { keyOf } from './addresses.ts';
import type { ChainLedger } from './chainBuilder.ts';

export interface AddressSummary {
  /** In the chain's native asset, not below 0. */
  readonly balance: number;
  readonly usd_balance: number;
  readonly tx_total: number;
  readonly is_contract: boolean;
  /** Unix seconds; 0 without any transfer. */
  readonly last_activity: number;
}

/** What a ledger says about one address. */
export interface LedgerEntry {
  readonly inflow: Inflow;
  /** The risk of its own label, 0 to 100. */
  readonly ownRisk: number | undefined;
  readonly ownLabel?: string | undefined;
  readonly summary: AddressSummary;
}

export interface TransferLedger {
  /** Where it comes from, for people: "generated ledger, seed 1". */
  readonly origin: string;
  /** A file name for it, without a folder. */
  readonly fileName: string;
  readonly chains: Pick<ReadonlyMap<string, ChainLedger>, 'has' | 'get' | 'keys'>;
  /** What stands for an address that no transfer and no label names. */
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
}): AddressSummary {
  const balance = tidy(Math.max(0, facts.balance));
  return {
    balance,
    usd_balance: tidy(balance * facts.price),
    tx_total: facts.transactions,
    is_contract: facts.isContract,
    last_activity: Math.floor(facts.last),
  };
}

/** The standing of an address without a single transfer. */
export const emptyStanding: LedgerEntry = {
  inflow: { senders: new Uint32Array(), usd: new Float64Array() },
  ownRisk: undefined,
  summary: summaryOf({ balance: 0, price: 0, transactions: 0, isContract: false, last: 0 }),
};

/** 15 significant digits: what a double keeps of a decimal, so no 0.30000000000000004. */
export function tidy(value: number): number {
  return Number(value.toPrecision(15));
}
