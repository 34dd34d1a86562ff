import type { Breakdown } from './breakdown.ts';
import { decimalOf, ratioOf } from './decimal.ts';
import { digitsBetween, pairCategories, type CategoryPair } from './pairs.ts';

/** What one aggregator says. */
interface Side {
  /** The digits of the score; null if it has none that can be read. */
  readonly score: string | null;
  readonly breakdown: Breakdown | null;
  readonly isOther: boolean;
}

/** Two aggregators side by side: of each pair, `one` is `money`. */
export interface AggregatorComparison {
  /** `money_rank_weight` − `money`, exact; null if one of them has no score. */
  readonly difference: string | null;
  readonly categories: readonly CategoryPair[];
}

/**
 * @returns null if there is nothing to compare: neither scores nor categories, or the response of one
 *   of them is for a different address, which says nothing about this one
 */
export function comparisonOf(money: Side, ranked: Side): AggregatorComparison | null {
  if (money.isOther || ranked.isOther) return null;
  const isScored = money.score !== null && ranked.score !== null;
  const hasCategories = money.breakdown !== null && ranked.breakdown !== null;
  const difference = isScored ? digitsBetween(money.score, ranked.score) : null;
  const categories = hasCategories ? pairCategories(money.breakdown, ranked.breakdown) : [];
  return difference === null && categories.length === 0 ? null : { difference, categories };
}

/** Those without a difference come last, in their own order. */
export function mostDifferentFirst(pairs: readonly CategoryPair[]): CategoryPair[] {
  return pairs
    .map((pair) => ({ pair, size: sizeOf(pair) }))
    .sort((a, b) => Number(b.size > a.size) - Number(b.size < a.size))
    .map(({ pair }) => pair);
}

function sizeOf({ difference }: CategoryPair): number {
  const decimal = difference === null ? null : decimalOf(difference);
  return decimal === null ? -1 : ratioOf(decimal, { sign: 1, digits: '1', exponent: 0 });
}
