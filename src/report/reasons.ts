import { isExactNumber } from '../api/exactJson.ts';
import {
  compareSiblings,
  hasNoCategories,
  isNear,
  type Breakdown,
  type Category,
  type ValueField,
} from './breakdown.ts';
import { decimalOf, numberOf, type Decimal } from './decimal.ts';

/** One category that makes the score up. */
export interface Reason {
  /** As received: the category, then its ancestor if that distinguishes it from another one. */
  readonly names: readonly string[];
  /** Whether all of it is direct or indirect; null if unknown, or if it is both. */
  readonly way: 'direct' | 'indirect' | null;
  readonly digits: string;
  /** 0 to 100; null if nothing shows what the values are parts of. */
  readonly percent: number | null;
}

/** Why a score is what it is, as far as its categories show it. */
export interface Reasons {
  /**
   * The total that percentages refer to. `score`: the values sum to the score. `whole`: they sum to
   * 1 or 100. `none`: there are no percentages.
   */
  readonly of: 'score' | 'whole' | 'none';
  /** The field of the values. */
  readonly field: ValueField;
  /** At most three, from the greatest; the values are greater than zero. */
  readonly reasons: readonly Reason[];
}

/** A category with its ancestor groups. */
export interface Placed extends Category {
  readonly place: readonly string[];
}

type Ranked = Pick<Reasons, 'of' | 'field'> & {
  readonly categories: readonly Placed[];
};

const maxReasons = 3;
/** A part below this explains nothing after a greater one. In percent. */
const leastPercent = 1;

/**
 * The categories with most weight in a score.
 * @param score the digits of the score; null if it has none
 * @returns null if no category has a value above zero
 */
export function reasonsOf(breakdown: Breakdown, score: string | null): Reasons | null {
  const placed = outermost(breakdown);
  const ranked = ofScore(placed, score) ?? byWeight(placed);
  if (ranked === null) return null;
  const { of, field, categories } = ranked;
  const reasons = categories
    .filter(({ ratio, isNegative, value }) => ratio !== null && !isNegative && !isZero(value))
    .slice(0, maxReasons)
    .filter(({ percent }, index) => index === 0 || percent === null || percent >= leastPercent)
    .map(reasonOf);
  return reasons.length === 0 ? null : { of, field, reasons };
}

function isZero(value: Category['value']): boolean {
  return value === null || decimalOf(value.digits)?.sign === 0;
}

/** The categories nearest to the outside: of the breakdown itself, or else of its groups. */
export function outermost(breakdown: Breakdown): readonly Placed[] {
  let level: readonly Breakdown[] = [breakdown];
  while (level.length > 0 && level.every(({ categories }) => categories.length === 0)) {
    level = level.flatMap(({ groups }) => groups);
  }
  const holders = level.filter((each) => !hasNoCategories(each) && each.categories.length > 0);
  return holders.flatMap(({ path, categories }) =>
    categories.map((category) => ({
      ...category,
      place: holders.length === 1 ? [] : path.map(String),
    })),
  );
}

/** With percentages of the score, if the points of the categories are shown to sum to it. */
function ofScore(placed: readonly Placed[], score: string | null): Ranked | null {
  const decimal = score === null ? null : decimalOf(score);
  if (decimal === null || decimal.sign <= 0) return null;
  for (const field of ['contribution', 'score', 'number'] as const) {
    const { categories } = compareSiblings(inField(placed, field));
    const isWhole = categories.some(({ percent }) => percent !== null);
    // Shares that sum to 1 are not parts of a score that happens to be 1.
    if (field === 'number' && isWhole) continue;
    if (categories.length === 0 || categories.some(({ isNegative }) => isNegative)) continue;
    const pointsOf = ({ value }: Placed): number => doubleOf(value?.digits ?? null) ?? NaN;
    const sum = categories.reduce((total, category) => total + pointsOf(category), 0);
    if (!isSumOf(sum, decimal)) continue;
    return {
      of: 'score',
      field,
      categories: categories.map((category) => ({
        ...category,
        percent: (pointsOf(category) / sum) * 100,
      })),
    };
  }
  return null;
}

/** Whether a score is a sum, plus or minus half a percent, or that sum rounded to its decimals. */
export function isSumOf(sum: number, score: Decimal): boolean {
  const decimals = Math.max(0, score.digits.length - 1 - score.exponent);
  const total = numberOf(score);
  return isNear(sum, total) || Math.abs(sum - total) <= 0.5 * 10 ** -decimals;
}

/** By points where most categories have some, or else by their values. */
function byWeight(placed: readonly Placed[]): Ranked | null {
  for (const field of ['contribution', 'score'] as const) {
    const points = inField(placed, field);
    if (points.length * 2 > placed.length) return ranked(points);
  }
  return ranked(placed);
}

function ranked(placed: readonly Placed[]): Ranked | null {
  const { field, categories } = compareSiblings(placed);
  if (field === null) return null;
  const isSplit = placed.some(({ place }) => place.length > 0);
  // Members of different groups are not siblings, so their sum means nothing.
  const compared = isSplit ? categories.map((each) => ({ ...each, percent: null })) : categories;
  const isWhole = compared.some(({ percent }) => percent !== null);
  return { of: isWhole ? 'whole' : 'none', field, categories: compared };
}

/** The categories that have a number in a field, with it as their value. */
function inField(placed: readonly Placed[], field: ValueField): Placed[] {
  return placed.flatMap((category) => {
    const digits = digitsIn(category, field);
    return digits === null ? [] : [{ ...category, value: { field, digits } }];
  });
}

/** The digits of a category in a field; null if it has none there. */
export function digitsIn({ value, columns }: Category, name: string): string | null {
  if (value?.field === name) return value.digits;
  const column = columns.find((each) => each.name === name)?.value;
  return isExactNumber(column) ? String(column) : null;
}

function reasonOf(category: Placed): Reason {
  const { name, place, value, percent } = category;
  return { names: [name, ...place], way: wayOf(category), digits: value?.digits ?? '', percent };
}

/** Treat nearly all of it as all. */
function wayOf(category: Placed): Reason['way'] {
  const direct = directPart(category);
  if (direct === null) return null;
  if (isNear(direct, 1)) return 'direct';
  return isNear(1 - direct, 1) ? 'indirect' : null;
}

/**
 * The direct part, 0 to 1, by its members `direct` and `indirect`, plain or with values of their
 * own; null if the response doesn't say.
 */
export function directPart(category: Placed): number | null {
  const direct = amountOf(category, 'direct');
  const indirect = amountOf(category, 'indirect');
  if (direct === null || indirect === null || direct < 0 || indirect < 0) return null;
  return direct + indirect === 0 ? null : direct / (direct + indirect);
}

function amountOf(category: Placed, name: string): number | null {
  const own = digitsIn(category, name);
  const inner = category.inside?.categories.find((each) => each.key === name);
  const isComparable = inner !== undefined && inner.ratio !== null;
  const digits = own ?? (isComparable ? (inner.value?.digits ?? null) : null);
  return doubleOf(digits);
}

/** Null if the digits are missing or not a number. */
export function doubleOf(digits: string | null): number | null {
  const decimal = digits === null ? null : decimalOf(digits);
  return decimal === null ? null : numberOf(decimal);
}
