import type { ExactJson } from '../api/exactJson.ts';
import { compareDecimals, compareMagnitudes, decimalOf, ratioOf, type Decimal } from './decimal.ts';

/** Where a value stands in the JSON: names of members and indexes of elements. */
export type JsonPath = readonly (string | number)[];

/** The first of these that is a number is the value of a category. */
export const valueFields = ['share', 'contribution', 'score', 'amount'] as const;

/** `number`: the category is a number and has no fields. */
export type ValueField = (typeof valueFields)[number] | 'number';

/** A plain value of a category next to its `value`, as received. */
export interface Column {
  readonly name: string;
  /** No container, unless it is empty. */
  readonly value: ExactJson;
}

/** A category as it stands in the JSON. */
export interface ReadCategory<Inside> {
  /** Its place below the path of its breakdown. */
  readonly key: string | number;
  /** As received: the key, or the text of `nameField`. */
  readonly name: string;
  /** The member of an array element that names it; null where the key does. */
  readonly nameField: string | null;
  /** Null if it has numbers, but in no value field. */
  readonly value: { readonly field: ValueField; readonly digits: string } | null;
  /** In the order received. */
  readonly columns: readonly Column[];
  /** What its members hold that are containers; null if none are. */
  readonly inside: Inside | null;
}

/** What a category is next to its siblings. */
interface RelativeSize {
  /** Its length as a bar: its part of the greatest magnitude, 0 to 1; null if it is not compared. */
  readonly ratio: number | null;
  readonly isNegative: boolean;
  /** 0 to 100.5; null unless its siblings sum to 1 or 100. */
  readonly percent: number | null;
}

/** `Read` is what is known of a category without its siblings. */
export interface Comparison<Read> {
  /** The one field in which categories are compared; null if none has a value. */
  readonly field: ValueField | null;
  /** The compared ones, from the greatest value to the least; then the others, as received. */
  readonly categories: readonly (Read & RelativeSize)[];
  /** What is missing to 100 percent; null without percentages, or if nothing is missing. */
  readonly unexplainedPercent: number | null;
}

type Valued = Pick<ReadCategory<unknown>, 'value'>;

const precedence: readonly ValueField[] = [...valueFields, 'number'];

/** Compares siblings in the field that most of them have. */
export function compareSiblings<Read extends Valued>(siblings: readonly Read[]): Comparison<Read> {
  const field = commonField(siblings);
  const compared: [Read, Decimal][] = [];
  const others: (Read & RelativeSize)[] = [];
  for (const category of siblings) {
    const decimal = category.value?.field === field ? decimalOf(category.value.digits) : null;
    if (decimal === null) {
      others.push({ ...category, ratio: null, isNegative: false, percent: null });
    } else compared.push([category, decimal]);
  }
  compared.sort(([, one], [, other]) => compareDecimals(other, one));
  const whole = others.some(({ value }) => value !== null && value.field === field)
    ? null
    : wholeOf(
        compared.map(([, decimal]) => decimal),
        field,
      );
  const greatest = greatestOf(compared);
  const categories = compared.map(([category, decimal]) => ({
    ...category,
    ratio: ratioOf(decimal, greatest),
    isNegative: decimal.sign < 0,
    percent: whole === null ? null : (numberOf(decimal) / whole.total) * 100,
  }));
  return {
    field,
    categories: [...categories, ...others],
    unexplainedPercent: whole?.missingPercent ?? null,
  };
}

/** The field that most have; of equally many, the first in the order of precedence. */
function commonField(siblings: readonly Valued[]): ValueField | null {
  const counts = new Map<ValueField, number>();
  for (const { value } of siblings) {
    if (value !== null) counts.set(value.field, (counts.get(value.field) ?? 0) + 1);
  }
  const most = Math.max(0, ...counts.values());
  return precedence.find((field) => most > 0 && counts.get(field) === most) ?? null;
}

function greatestOf(compared: readonly (readonly [unknown, Decimal])[]): Decimal {
  let greatest: Decimal = { sign: 0, digits: '', exponent: 0 };
  for (const [, decimal] of compared) {
    if (compareMagnitudes(decimal, greatest) > 0) greatest = decimal;
  }
  return greatest;
}

/** How far a sum may be from its whole, as a part of it. */
const tolerance = 0.005;

/** A lesser remainder is from the rounding of the parts. In percent. */
const leastMissing = 0.005;

interface Whole {
  /** 1 or 100. */
  readonly total: number;
  readonly missingPercent: number | null;
}

/**
 * Whether values sum to 1 or 100, plus or minus half a percent. The sum is one of doubles: none is
 * negative, so for 100,000 values it is off by less than one in 10^10.
 */
function wholeOf(values: readonly Decimal[], field: ValueField | null): Whole | null {
  if (values.some(({ sign }) => sign < 0)) return null;
  // A single 1 may be a flag, and a single 100 a score.
  const least = field === 'share' || field === 'contribution' ? 1 : 2;
  if (values.filter(({ sign }) => sign > 0).length < least) return null;
  const sum = values.reduce((total, value) => total + numberOf(value), 0);
  const total = [1, 100].find((each) => isNear(sum, each));
  if (total === undefined) return null;
  const missing = (1 - sum / total) * 100;
  return { total, missingPercent: missing < leastMissing ? null : missing };
}

/** Whether a sum is a total, plus or minus half a percent of it. */
export function isNear(sum: number, total: number): boolean {
  return Math.abs(sum - total) <= Math.abs(total) * tolerance;
}

/** The nearest double; infinite or zero beyond their range. */
export function numberOf({ sign, digits, exponent }: Decimal): number {
  return sign === 0 ? 0 : sign * Number(`0.${digits.slice(0, 25)}e${exponent + 1}`);
}
