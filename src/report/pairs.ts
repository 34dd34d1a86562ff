import type { Breakdown, Category } from './breakdown.ts';
import { decimalOf, differenceOf } from './decimal.ts';

/** A category in two breakdowns, found by its names. */
export interface CategoryPair {
  /** As received: what it stands in, from the outside, and its own name. */
  readonly names: readonly string[];
  readonly presence: 'both' | 'one' | 'other';
  /** Null if it is not there, or has no value there. */
  readonly one: Category['value'];
  readonly other: Category['value'];
  /**
   * `other` − `one`, exact. Null if one of them has no value, if the values are of different fields,
   * or if the difference would have thousands of digits.
   */
  readonly difference: string | null;
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

/** Of several categories with one name, the first is paired with the first. */
function byName(breakdown: Breakdown): Map<string, Named> {
  const named = new Map<string, Named>();
  const counts = new Map<string, number>();
  for (const each of namedIn(breakdown, [])) {
    const name = JSON.stringify(each.names);
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    named.set(`${count} ${name}`, each);
  }
  return named;
}

/** By names and not by indexes: the order of an array may differ. */
function* namedIn({ categories, groups }: Breakdown, outer: readonly string[]): Iterable<Named> {
  for (const { name, value, inside } of categories) {
    const names = [...outer, name];
    yield { names, value };
    if (inside !== null) yield* namedIn(inside, names);
  }
  for (const group of groups) yield* namedIn(group, [...outer, String(group.path.at(-1) ?? '')]);
}
