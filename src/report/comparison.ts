import { categoryRows, type Breakdown, type Category } from './breakdown.ts';
import { isOther, type ScoreFigure, type ScoreOwner } from './risk.ts';
import { decimalOf, ratioOf, differenceOf } from './decimal.ts';

/** The result of one aggregator. */
interface Side {
  readonly figure: ScoreFigure;
  readonly owner: ScoreOwner;
  readonly breakdown: Breakdown | null;
}

/** Two aggregators side by side: of each pair, `one` is `money`. */
export interface AggregatorComparison {
  /** `money_rank_weight` − `money`, exact; null if either has no score. */
  readonly difference: string | null;
  readonly categories: readonly CategoryPair[];
}

/**
 * @returns null if there is nothing to compare: one isn't stored, there are neither scores nor
 * categories, or one of the responses is for a different address
 */
export function comparisonOf(money: Side | null, ranked: Side | null): AggregatorComparison | null {
  if (money === null || ranked === null || isOther(money.owner) || isOther(ranked.owner)) {
    return null;
  }
  const isScored = 'digits' in money.figure && 'digits' in ranked.figure;
  const hasCategories = money.breakdown !== null && ranked.breakdown !== null;
  const difference = isScored ? digitsBetween(money.figure.digits, ranked.figure.digits) : null;
  const categories = hasCategories ? pairCategories(money.breakdown, ranked.breakdown) : [];
  return difference === null && categories.length === 0 ? null : { difference, categories };
}

/** Pairs without a difference come last, in their own order. */
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

/** A category in two breakdowns, found by its names. */
export interface CategoryPair {
  /** As received: its ancestors from the outside in, then its own name. */
  readonly names: readonly string[];
  readonly presence: 'both' | 'one' | 'other';
  /** Null if it is not there, or has no value there. */
  readonly one: Category['value'];
  readonly other: Category['value'];
  /**
   * `other` − `one`, exact. Null if either has no value, if the values come from different fields,
   * or if the difference would have thousands of digits.
   */
  readonly difference: string | null;
}

/**
 * The field of its values, such as `share`, beside the points of a score; empty for plain numbers.
 */
export function fieldText({ one, other }: CategoryPair): string {
  const fields = [one, other].flatMap((value) => value?.field ?? []);
  const named = [...new Set(fields)].filter((field) => field !== 'number');
  return named.length === 0 ? '' : ` (${named.join(', ')})`;
}

interface Named {
  readonly names: readonly string[];
  readonly value: Category['value'];
}

/** All categories of both: in the order of the first, then those that only the other one has. */
export function pairCategories(one: Breakdown, other: Breakdown): CategoryPair[] {
  const others = byName(other);
  const pairs: CategoryPair[] = [];
  for (const [name, { names, value }] of byName(one)) {
    const match = others.get(name);
    others.delete(name);
    pairs.push({
      names,
      presence: match === undefined ? 'one' : 'both',
      one: value,
      other: match?.value ?? null,
      difference: differenceBetween(value, match?.value ?? null),
    });
  }
  for (const { names, value } of others.values()) {
    pairs.push({ names, presence: 'other', one: null, other: value, difference: null });
  }
  return pairs;
}

function differenceBetween(one: Category['value'], other: Category['value']): string | null {
  if (one === null || other === null || one.field !== other.field) return null;
  return digitsBetween(one.digits, other.digits);
}

/** `other` − `one`, exact; null if they are not numbers or too far apart. */
export function digitsBetween(one: string, other: string): string | null {
  const [from, to] = [decimalOf(one), decimalOf(other)];
  return from === null || to === null ? null : differenceOf(to, from);
}

/**
 * By names and not by indexes: the order of an array may differ. Of several categories with one name,
 * the first is paired with the first.
 */
function byName(breakdown: Breakdown): Map<string, Named> {
  const named = new Map<string, Named>();
  const counts = new Map<string, number>();
  for (const { names, category } of categoryRows(breakdown)) {
    const name = JSON.stringify(names);
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    named.set(`${count} ${name}`, { names, value: category.value });
  }
  return named;
}
