import {
  inflowOf,
  pageRankRounds,
  score,
  unlabelled,
  type Graph,
  type Score,
} from '../../../src/sample/engine/score.ts';
import { ChainBuilder } from '../../../src/sample/ledger/ledger.ts';

/** `[from, to, usd]` */
export type Payment = readonly [string, string, number];
/** Address → `[category, risk]` */
export type Labels = Readonly<Record<string, readonly [string, number]>>;

export interface SmallLedger {
  readonly graph: Graph;
  readonly numberOf: (address: string) => number;
  readonly score: (
    address: string,
    aggregator?: 'money' | 'money_rank_weight',
    depth?: number,
  ) => Score;
}

/** A ledger of one chain that the table of networks does not know, so that any name is an address. */
export function ledgerOf(payments: readonly Payment[], labels: Labels = {}): SmallLedger {
  const builder = new ChainBuilder('test-chain');
  for (const [row, [from, to, usd]] of payments.entries()) {
    builder.addTransfer({
      ...{ hash: `h${row}`, timestamp: 1_700_000_000 + row, from, to },
      ...{ asset: 'T', amount: usd, usd },
    });
  }
  for (const [address, [category, risk]] of Object.entries(labels)) {
    builder.addLabel({ address, category, risk, isContract: false });
  }
  const { addresses, graph } = builder.build();
  const numberOf = (address: string) => addresses.get(address)!;
  return {
    graph,
    numberOf,
    score: (address, aggregator = 'money', depth = 6) => {
      const at = numberOf(address);
      return score(graph, inflowOf(graph, at), {
        depth,
        rank: aggregator === 'money' ? undefined : pageRank(graph),
        ownRisk: graph.category[at] === unlabelled ? undefined : graph.risk[at]!,
        ownLabel: graph.categories[graph.category[at]!],
      });
    },
  };
}

/** All rounds at once. */
export function pageRank(graph: Graph): Float64Array {
  const rounds = pageRankRounds(graph);
  for (;;) {
    const { done, value } = rounds.next();
    if (done === true) return value;
  }
}
