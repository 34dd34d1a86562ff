import type { Graph } from './graph.ts';

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
