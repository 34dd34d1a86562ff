/** Marks an address without a label in `Graph.category`. */
export const unlabelled = -1;

/**
 * Who sent US dollars to whom on one chain, as compressed sparse rows by receiver. Addresses are
 * numbers from 0 to `size`; those that only a label names come last, after the `ranked` ones that
 * occur in transfers.
 */
export interface Graph {
  readonly size: number;
  readonly ranked: number;
  /** The senders of x are `senders[rows[x] .. rows[x + 1])`; each once, x itself left out. */
  readonly rows: Uint32Array;
  readonly senders: Uint32Array;
  /** u(s→x) in US dollars, beside `senders`; always above 0. */
  readonly usd: Float64Array;
  /** In(x): US dollars received from others. */
  readonly received: Float64Array;
  /** US dollars sent to others. */
  readonly sent: Float64Array;
  /** Index into `categories`, or `unlabelled`. */
  readonly category: Int32Array;
  /** The label's risk, 0 to 100; 0 where there is none. */
  readonly risk: Float64Array;
  readonly categories: readonly string[];
}

/** The money that came straight to one address: its senders in a graph and what each sent. */
export interface Inflow {
  readonly senders: Uint32Array;
  readonly usd: Float64Array;
}

export function inflowOf(graph: Graph, address: number): Inflow {
  const start = graph.rows[address] as number;
  const end = graph.rows[address + 1] as number;
  return { senders: graph.senders.subarray(start, end), usd: graph.usd.subarray(start, end) };
}
