import { hasNoCategories, isNear, type Breakdown, type ValueField } from './breakdown.ts';
import { compareDecimals, decimalOf, differenceOf, type Decimal } from './decimal.ts';
import { digitsIn, directPart, doubleOf, isSumOf, outermost, type Placed } from './reasons.ts';

/** A category with the points that it gives to the score. */
export interface PointRow {
  /** As received: the category, then its ancestor if that distinguishes it from another one. */
  readonly names: readonly string[];
  /** As received; null if it has none. */
  readonly digits: string | null;
  readonly points: number;
  /** The direct part of the points, 0 to 1; null if the response doesn't say. */
  readonly direct: number | null;
  readonly usd: string | null;
  /** 0 to 1; null if the shares of all categories sum to no whole. */
  readonly share: number | null;
  /** The digits of the category's own risk. */
  readonly risk: string | null;
  readonly isOwnLabel: boolean;
}

/** Which categories give points to the score. */
export interface Points {
  /** `sum`: the points sum to the score. `ownLabel`: the label of the address itself is the score. */
  readonly of: 'sum' | 'ownLabel';
  /** With points, the most first; the own label before all others. */
  readonly rows: readonly PointRow[];
  /** Without points, as received. */
  readonly others: readonly PointRow[];
  /** The sum of points without the greatest category, exact; at most two, greatest first. */
  readonly without: readonly { readonly names: readonly string[]; readonly sum: string }[];
  /**
   * The sum of everything except the own label; null without a label, or if there is nothing to
   * sum.
   */
  readonly besidesLabel: number | null;
  /** The own label according to the service, as received; null without one. */
  readonly label: string | null;
}

const fields: readonly ValueField[] = ['contribution', 'score', 'number'];
/** The sample service documents it: the label of the address itself, which replaces a lower sum. */
const ownLabel = 'own';
const maxWithout = 2;

/**
 * Reads the points that categories give to a score.
 * @param score the digits of the score
 * @param isSample whether the response is of the sample service, which documents its categories
 * @returns null if the response shows nothing that sums to the score
 */
export function pointsOf(breakdown: Breakdown, score: string, isSample: boolean): Points | null {
  if (hasNoCategories(breakdown)) return null;
  const decimal = decimalOf(score);
  if (decimal === null || decimal.sign <= 0) return null;
  const placed = outermost(breakdown);
  for (const field of fields) {
    if (field === 'number' && placed.some(({ percent }) => percent !== null)) continue;
    const points = pointsIn(placed, field, { score: decimal, isSample });
    if (points !== null) return points;
  }
  return null;
}

function pointsIn(
  placed: readonly Placed[],
  field: ValueField,
  { score, isSample }: { readonly score: Decimal; readonly isSample: boolean },
): Points | null {
  const readable = placed.map((category) => ({ category, digits: digitsIn(category, field) }));
  if (readable.every(({ digits }) => digits === null)) return null;
  const whole = shareWhole(placed);
  const rows = readable.map(({ category, digits }) => rowOf(category, digits, { whole, isSample }));
  if (rows.some(({ points }) => points < 0 || Number.isNaN(points))) return null;
  const label = rows.find(({ isOwnLabel }) => isOwnLabel);
  const besidesLabel = sumOf(rows.filter((row) => row !== label));
  const isOfLabel = label !== undefined && isSumOf(label.points, score);
  if (!isOfLabel && !isSumOf(besidesLabel + (label?.points ?? 0), score)) return null;
  const withPoints = rows.filter(({ points }) => points > 0).sort(byPoints);
  return {
    of: isOfLabel ? 'ownLabel' : 'sum',
    rows: withPoints,
    others: rows.filter(({ points }) => points === 0),
    without: isOfLabel || withPoints.length < 2 ? [] : withoutGreatest(withPoints, score),
    besidesLabel: isOfLabel && besidesLabel > 0 ? besidesLabel : null,
    label: labelIn(placed),
  };
}

function rowOf(
  category: Placed,
  digits: string | null,
  { whole, isSample }: { readonly whole: number | null; readonly isSample: boolean },
): PointRow {
  const share = doubleOf(digitsIn(category, 'share'));
  return {
    names: [category.name, ...category.place],
    digits,
    points: digits === null ? 0 : (doubleOf(digits) ?? NaN),
    direct: directPart(category),
    usd: digitsIn(category, 'usd'),
    share: whole === null || share === null ? null : share / whole,
    risk: digitsIn(category, 'risk'),
    isOwnLabel: isSample && category.name === ownLabel,
  };
}

/** 1 or 100, if the shares of all categories sum to it. */
function shareWhole(placed: readonly Placed[]): number | null {
  const shares = placed.map((category) => doubleOf(digitsIn(category, 'share')) ?? 0);
  const sum = shares.reduce((total, share) => total + share, 0);
  return [1, 100].find((each) => isNear(sum, each)) ?? null;
}

function labelIn(placed: readonly Placed[]): string | null {
  const columns = placed.find(({ name }) => name === ownLabel)?.columns ?? [];
  const text = columns.find(({ name }) => name === 'label')?.value;
  return typeof text === 'string' && text !== '' ? text : null;
}

const sumOf = (rows: readonly PointRow[]): number =>
  rows.reduce((total, { points }) => total + points, 0);

function byPoints(one: PointRow, other: PointRow): number {
  if (one.isOwnLabel !== other.isOwnLabel) return one.isOwnLabel ? -1 : 1;
  const [a, b] = [decimalOf(one.digits ?? ''), decimalOf(other.digits ?? '')];
  return a === null || b === null ? 0 : compareDecimals(b, a);
}

function withoutGreatest(rows: readonly PointRow[], score: Decimal): Points['without'] {
  return rows.slice(0, maxWithout).flatMap(({ names, digits }) => {
    const points = decimalOf(digits ?? '');
    const sum = points === null ? null : differenceOf(score, points);
    return sum === null || sum.startsWith('-') ? [] : [{ names, sum }];
  });
}
