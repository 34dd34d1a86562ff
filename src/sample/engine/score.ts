/** Marks an address without a label in `Graph.category`. */
export const unlabelled = -1;

/**
 * Transfers in US dollars between addresses on one chain, as compressed sparse rows by receiver.
 * Addresses are numbers from 0 to `size`; those known only from labels come last, after the
 * `ranked` ones that occur in transfers.
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
  /** The label's risk, 0 to 100; 0 for none. */
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

/** Categories that the score itself uses, so that no label may. */
export const reservedCategories: readonly string[] = ['unattributed', 'own'];

interface CategoryRisk {
  /** Part of the money that came in, 0 to 1. */
  readonly share: number;
  /** `share` × In(A), in US dollars. */
  readonly usd: number;
  /** Mean risk of the sources, weighted by share, 0 to 100. */
  readonly risk: number;
  /** The category's contribution to the exposure, 0 to 100. */
  readonly score: number;
  /** The part of `share` through senders of A that are themselves labelled; `indirect` is the rest. */
  readonly direct: number;
  readonly indirect: number;
  /** Of `own`: the category of the address's label. */
  readonly label?: string;
}

export interface Score {
  /** 0 to 100. */
  readonly exact: number;
  /** `exact`, rounded to two decimals. */
  readonly rounded: number;
  readonly byCategory: ReadonlyMap<string, CategoryRisk>;
}

/** Σ over labelled sources of share × risk; unattributed counts 0. The higher own label decides. */
export function score(
  graph: Graph,
  inflow: Inflow,
  options: {
    readonly depth: number;
    /** PageRank of the chain for `money_rank_weight`; without it the aggregator is `money`. */
    readonly rank?: Float64Array | undefined;
    /** The risk of the address's own label, 0 to 100. */
    readonly ownRisk?: number | undefined;
    /** The category of that label. */
    readonly ownLabel?: string | undefined;
  },
): Score {
  const { depth, rank, ownRisk, ownLabel } = options;
  const weights = rank === undefined ? moneyWeights(inflow) : rankedWeights(inflow, rank);
  const from = exposure(graph, inflow.senders, weights, depth);
  const received = total(inflow.usd);

  const byCategory = new Map<string, CategoryRisk>();
  for (const [kind, name] of graph.categories.entries()) {
    const share = from.share[kind] as number;
    if (share === 0) continue;
    const direct = from.direct[kind] as number;
    const points = from.score[kind] as number;
    byCategory.set(name, {
      share,
      usd: share * received,
      risk: points / share,
      score: points,
      direct,
      // Not below 0 by a rounding of the sum.
      indirect: Math.max(0, share - direct),
    });
  }
  byCategory.set('unattributed', {
    share: from.unattributed,
    usd: from.unattributed * received,
    risk: 0,
    score: 0,
    direct: 0,
    indirect: from.unattributed,
  });

  let exact = Math.min(100, total(from.score));
  if (ownRisk !== undefined && ownRisk > exact) {
    exact = ownRisk;
    byCategory.set('own', {
      share: 0,
      usd: 0,
      risk: exact,
      score: exact,
      direct: 0,
      indirect: 0,
      ...(ownLabel !== undefined && { label: ownLabel }),
    });
  }
  return { exact, rounded: Math.round(exact * 100) / 100, byCategory };
}

/**
 * Where the money of an address comes from, by category; all shares and `unattributed` sum to 1.
 *
 * Haircut taint (Möser, Böhme, Breuker 2014): every address passes on the mixture it received.
 * E(A) = Σ_s w(s) · c_{H−1}(s), where c_h(x) is all of x if x is labelled; all unattributed if
 * h = 0 or nothing came in; else Σ_s u(s→x)/In(x) · c_{h−1}(s).
 *
 * Computed by pushing the weights back from A level by level, which by linearity gives the same sum
 * as composing forward, but touches only what A can be reached from. Composing c_h for every
 * address and category once was rejected: quicker per score, but its memory grows with the
 * number of categories.
 *
 * @param weights of the direct senders, summing to 1; empty when nothing came in
 * @param depth H, at least 1
 */
function exposure(graph: Graph, senders: Uint32Array, weights: Float64Array, depth: number) {
  const kinds = graph.categories.length;
  // By index of `Graph.categories`: share of the money, 0 to 1.
  const share = new Float64Array(kinds);
  // The part of `share` that came through senders which are themselves labelled.
  const direct = new Float64Array(kinds);
  // Σ share × risk of the labelled sources, 0 to 100.
  const score = new Float64Array(kinds);
  let unattributed = senders.length === 0 ? 1 : 0;

  let mass = new Float64Array(graph.size);
  let nextMass = new Float64Array(graph.size);
  let frontier = [...senders];
  for (const [at, sender] of senders.entries()) mass[sender] = weights[at] as number;
  for (let h = depth - 1; frontier.length > 0; h -= 1) {
    const next: number[] = [];
    // A wide frontier is walked in the order of addresses, in which their rows lie in memory.
    const isWide = frontier.length > graph.size / 32;
    const count = isWide ? graph.size : frontier.length;
    for (let step = 0; step < count; step += 1) {
      const x = isWide ? step : (frontier[step] as number);
      const arrived = mass[x] as number;
      if (arrived === 0) continue;
      mass[x] = 0;
      const kind = graph.category[x] as number;
      const received = graph.received[x] as number;
      if (kind !== unlabelled) {
        share[kind] = (share[kind] as number) + arrived;
        score[kind] = (score[kind] as number) + arrived * (graph.risk[x] as number);
        if (h === depth - 1) direct[kind] = (direct[kind] as number) + arrived;
      } else if (h === 0 || received === 0) {
        unattributed += arrived;
      } else {
        const perDollar = arrived / received;
        const end = graph.rows[x + 1] as number;
        for (let at = graph.rows[x] as number; at < end; at += 1) {
          const sender = graph.senders[at] as number;
          const before = nextMass[sender] as number;
          if (before === 0) next.push(sender);
          nextMass[sender] = before + perDollar * (graph.usd[at] as number);
        }
      }
    }
    frontier = next;
    [mass, nextMass] = [nextMass, mass];
  }
  return { share, direct, score, unattributed };
}

/** Direct weights of `money`: u(s→A) / In(A). */
function moneyWeights(inflow: Inflow): Float64Array {
  return normalised(inflow.usd);
}

/** Direct weights of `money_rank_weight`: u(s→A) · R(s), normalised to sum 1. */
function rankedWeights(inflow: Inflow, rank: Float64Array): Float64Array {
  return normalised(
    inflow.usd.map((usd, at) => usd * (rank[inflow.senders[at] as number] as number)),
  );
}

function normalised(weights: Float64Array): Float64Array {
  const sum = total(weights);
  return weights.map((weight) => weight / sum);
}

function total(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

const damping = 0.85;
const enough = 1e-12;
const maxRounds = 500;

/**
 * PageRank (Page, Brin, Motwani, Winograd 1999) over the addresses of a chain's transfers: edges
 * weigh their US dollars, teleport is uniform, and the mass of an address that sends no dollars is
 * spread uniformly. Ends when the L1 change of a round is below 1e-12, or after 500 rounds.
 *
 * A generator that yields after every round, so that a server can answer calls in between: on a
 * million transfers all rounds together take seconds.
 *
 * @returns one rank for each ranked address; they sum to 1
 */
export function* pageRankRounds(graph: Graph): Generator<undefined, Float64Array> {
  const { ranked, rows, senders, usd, sent } = graph;
  // Divided once: the rounds then multiply only.
  const shares = Float64Array.from(usd, (dollars, at) => {
    return dollars / (sent[senders[at] as number] as number);
  });
  let rank = new Float64Array(ranked).fill(1 / ranked);
  let next = new Float64Array(ranked);
  for (let round = 0; round < maxRounds; round += 1) {
    let dangling = 0;
    for (let x = 0; x < ranked; x += 1) if (sent[x] === 0) dangling += rank[x] as number;
    const base = (1 - damping + damping * dangling) / ranked;
    let change = 0;
    let at = 0;
    for (let x = 0; x < ranked; x += 1) {
      let inflow = 0;
      for (const end = rows[x + 1] as number; at < end; at += 1) {
        inflow += (rank[senders[at] as number] as number) * (shares[at] as number);
      }
      const value = base + damping * inflow;
      change += Math.abs(value - (rank[x] as number));
      next[x] = value;
    }
    [rank, next] = [next, rank];
    if (change < enough) break;
    yield;
  }
  return rank;
}
