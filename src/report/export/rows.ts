import type { ExactJson } from '../../api/exactJson.ts';
import type { Breakdown, Category } from '../breakdown.ts';

/** A category in the order in which it is read, with what it stands in. */
export interface CategoryRow {
  /** From the outside; the last one is its own name. */
  readonly names: readonly string[];
  readonly category: Category;
}

/** All categories: each one, what is inside of it, and then the groups. */
export function* categoryRows(
  { categories, groups }: Breakdown,
  outer: readonly string[] = [],
): Iterable<CategoryRow> {
  for (const category of categories) {
    const names = [...outer, category.name];
    yield { names, category };
    if (category.inside !== null) yield* categoryRows(category.inside, names);
  }
  for (const group of groups) {
    yield* categoryRows(group, [...outer, String(group.path.at(-1) ?? '')]);
  }
}

interface RestRow {
  /** Keys from the outside; empty for all of the JSON. */
  readonly path: readonly (string | number)[];
  readonly value: ExactJson;
}

/** What could not be read as categories, in the same order. */
export function* restRows({ path, categories, groups, rest }: Breakdown): Iterable<RestRow> {
  for (const { inside } of categories) if (inside !== null) yield* restRows(inside);
  for (const { key, value } of rest) yield { path: key === null ? path : [...path, key], value };
  for (const group of groups) yield* restRows(group);
}
