import type { Breakdown } from './breakdown.ts';
import { digitsBetween, pairCategories, type CategoryPair } from './pairs.ts';

/** What one aggregator says. */
interface Side {
  /** The digits of the score; null if it has none that can be read. */
  readonly score: string | null;
  readonly breakdown: Breakdown | null;
}

/** Two aggregators side by side: of each pair, `one` is `money`. */
export interface AggregatorComparison {
  /** `money_rank_weight` − `money`, exact; null if one of them has no score. */
  readonly difference: string | null;
  readonly categories: readonly CategoryPair[];
}

export function comparisonOf(money: Side, ranked: Side): AggregatorComparison {
  const isScored = money.score !== null && ranked.score !== null;
  const hasCategories = money.breakdown !== null && ranked.breakdown !== null;
  return {
    difference: isScored ? digitsBetween(money.score, ranked.score) : null,
    categories: hasCategories ? pairCategories(money.breakdown, ranked.breakdown) : [],
  };
}
