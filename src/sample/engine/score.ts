import { exposure, moneyWeights, rankedWeights, total } from './exposure.ts';
import type { Graph, Inflow } from './graph.ts';

/** Categories that the score itself uses, so that no label may. */
export const reservedCategories: readonly string[] = ['unattributed', 'own'];

interface CategoryRisk {
  /** Part of the money that came in, 0 to 1. */
  readonly share: number;
  /** `share` × In(A), in US dollars. */
  readonly usd: number;
  /** Mean risk of the sources, weighted by share, 0 to 100. */
  readonly risk: number;
  /** What the category adds to the exposure, 0 to 100. */
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
      ...{ share: 0, usd: 0, risk: exact, score: exact, direct: 0, indirect: 0 },
      ...(ownLabel !== undefined && { label: ownLabel }),
    });
  }
  return { exact, rounded: Math.round(exact * 100) / 100, byCategory };
}
