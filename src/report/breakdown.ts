import { isExactNumber, type ExactJson, type ExactNumber } from '../api/exactJson.ts';
import {
  compareDecimals,
  compareMagnitudes,
  decimalOf,
  numberOf,
  ratioOf,
  type Decimal,
} from './decimal.ts';

/** The location of a value in the JSON: names of members and indexes of elements. */
export type JsonPath = readonly (string | number)[];

/** The first of these that is a number is the value of a category. */
const valueFields = ['share', 'contribution', 'score', 'amount'] as const;

/** `number`: the category is a number and has no fields. */
export type ValueField = (typeof valueFields)[number] | 'number';

/** A plain value of a category next to its `value`, as received. */
interface Column {
  readonly name: string;
  /** No container, unless it is empty. */
  readonly value: ExactJson;
}

/** A category as in the JSON. */
interface ReadCategory<Inside> {
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
  /** Its nested containers; null for none. */
  readonly inside: Inside | null;
}

/** A category relative to its siblings. */
interface RelativeSize {
  /** Its length as a bar: its part of the greatest magnitude, 0 to 1; null if it is not compared. */
  readonly ratio: number | null;
  readonly isNegative: boolean;
  /** 0 to 100.5; null unless its siblings sum to 1 or 100. */
  readonly percent: number | null;
}

/** `Read` is what is known of a category without its siblings. */
interface Comparison<Read> {
  /** The one field in which categories are compared; null if none has a value. */
  readonly field: ValueField | null;
  /** The compared ones, from the greatest value to the least; then the others, as received. */
  readonly categories: readonly (Read & RelativeSize)[];
  /** The percentage missing to 100; null without percentages, or if nothing is missing. */
  readonly unexplainedPercent: number | null;
}

/**
 * `raw_risk_score`, whose content the spec doesn't define, interpreted as categories. Each leaf of
 * the JSON (a value that isn't a container, or an empty container) occurs exactly once, and nothing
 * else does.
 */
export interface Breakdown extends Comparison<ReadCategory<Breakdown>> {
  readonly path: JsonPath;
  /** Members that hold categories of their own, such as `direct` and `indirect`. */
  readonly groups: readonly Breakdown[];
  /** The parts that cannot be interpreted as categories, verbatim. */
  readonly rest: readonly RestMember[];
}

export type Category = Breakdown['categories'][number];

interface RestMember {
  /** Its place below the path of its breakdown; null if it is all of the JSON. */
  readonly key: string | number | null;
  readonly value: ExactJson;
}

type JsonRecord = Readonly<Record<string, ExactJson>>;
type Container = JsonRecord | readonly ExactJson[];
type Member = readonly [key: string | number, value: ExactJson];
type OwnCategory = ReadCategory<Breakdown>;

/**
 * Reads JSON of any shape. A number with a name is a category, and so is an object with a number in
 * a value field; an object of categories is a group. Time and memory are linear in the input, except
 * for sorting.
 * @param raw nested at most 64 deep, as from `parseExactJson`
 */
export function breakdownOf(raw: ExactJson): Breakdown {
  if (isFilled(raw)) return readMembers(membersOf(raw), []);
  return { path: [], ...compareSiblings([]), groups: [], rest: [{ key: null, value: raw }] };
}

/** Whether no part of it could be interpreted as a category. */
export function hasNoCategories({ categories, groups }: Breakdown): boolean {
  return categories.length === 0 && groups.length === 0;
}

export function isRecord(json: ExactJson): json is JsonRecord {
  return typeof json === 'object' && json !== null && !isArray(json) && !isExactNumber(json);
}

function isArray(json: ExactJson): json is readonly ExactJson[] {
  return Array.isArray(json);
}

/** A nonempty container. An empty one is a leaf. */
export function isFilled(json: ExactJson): json is Container {
  return isArray(json) ? json.length > 0 : isRecord(json) && Object.keys(json).length > 0;
}

export function membersOf(json: Container): readonly Member[] {
  return isArray(json) ? json.map((value, index) => [index, value]) : Object.entries(json);
}

function readMembers(members: readonly Member[], path: JsonPath): Breakdown {
  const categories: OwnCategory[] = [];
  const groups: Breakdown[] = [];
  const rest: RestMember[] = [];
  const fields = sharedFields(members);
  for (const member of members) {
    // Each container is read once: reading it in two ways would double the time at every level.
    const reading = readMember(member, path, fields);
    if (reading === null) rest.push({ key: member[0], value: member[1] });
    else if ('key' in reading) categories.push(reading);
    else groups.push(reading);
  }
  return { path, ...compareSiblings(categories), groups, rest };
}

/** Names of members whose own members are categories, also if each of them has the same ones. */
const directions = new Set([
  ...['direct', 'indirect', 'incoming', 'outgoing'],
  ...['inbound', 'outbound', 'received', 'sent'],
]);

/**
 * The names by which siblings have numbers: `usd` in `{"mixer": {"usd": 1}, "scam": {"usd": 2}}`. A
 * name that more than half of them repeat is a field of theirs, and a bar next to another field
 * would compare dollars with counts.
 */
function sharedFields(members: readonly Member[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  let tables = 0;
  for (const [key, value] of members) {
    if (directions.has(String(key)) || !isTable(value)) continue;
    tables++;
    for (const [name, each] of Object.entries(value)) {
      if (isExactNumber(each)) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const shared = [...counts].filter(([, count]) => count > 1 && count * 2 > tables);
  return new Set(shared.map(([name]) => name));
}

/** An object that contains only plain values. */
function isTable(json: ExactJson): json is JsonRecord {
  return isRecord(json) && !Object.values(json).some(isFilled);
}

/** A category, a group of categories, or null if it is neither. */
function readMember(
  [key, json]: Member,
  path: JsonPath,
  fields: ReadonlySet<string>,
): OwnCategory | Breakdown | null {
  // An element of an array has no name, so a number there is not a category.
  if (isExactNumber(json)) return typeof key === 'string' ? numberCategory(key, json) : null;
  if (!isFilled(json)) return null;
  if (isArray(json)) return readGroup(json, key, path);
  const nameField = typeof key === 'string' ? null : nameFieldOf(json);
  const name = nameField === null ? key : json[nameField];
  const value = valueOf(json);
  const isRow = value !== null || isRowOf(json, key, fields);
  if (typeof name !== 'string') return isRow ? null : readGroup(json, key, path);
  if (nameField === null && !isRow) return readGroup(json, key, path);
  const category = recordCategory(json, { key, name, nameField, value }, path);
  return hasNumbers(category) ? category : null;
}

/** Null if it holds nothing that can be read as a category. */
function readGroup(json: Container, key: string | number, path: JsonPath): Breakdown | null {
  const group = readMembers(membersOf(json), [...path, key]);
  return hasNoCategories(group) ? null : group;
}

function hasNumbers({ value, columns, inside }: OwnCategory): boolean {
  if (value !== null || columns.some((column) => isExactNumber(column.value))) return true;
  return inside !== null && !hasNoCategories(inside);
}

function numberCategory(key: string, digits: ExactNumber): OwnCategory {
  const value = { field: 'number', digits: String(digits) } as const;
  return { key, name: key, nameField: null, value, columns: [], inside: null };
}

function recordCategory(
  json: JsonRecord,
  head: Pick<OwnCategory, 'key' | 'name' | 'nameField' | 'value'>,
  path: JsonPath,
): OwnCategory {
  const columns: Column[] = [];
  const containers: Member[] = [];
  for (const member of Object.entries(json)) {
    const [name, value] = member;
    if (name === head.value?.field || name === head.nameField) continue;
    if (isFilled(value)) containers.push(member);
    else columns.push({ name, value });
  }
  const inside = containers.length === 0 ? null : readMembers(containers, [...path, head.key]);
  return { ...head, columns, inside };
}

function valueOf(json: JsonRecord): OwnCategory['value'] {
  for (const field of valueFields) {
    const value = Object.hasOwn(json, field) ? json[field] : undefined;
    if (isExactNumber(value)) return { field, digits: String(value) };
  }
  return null;
}

/** Members that name an element of an array, in this order. */
const nameFields = ['category', 'name', 'type', 'label'];

function nameFieldOf(json: JsonRecord): string | null {
  return (
    nameFields.find((name) => Object.hasOwn(json, name) && typeof json[name] === 'string') ?? null
  );
}

/** Whether an object is one of several with the same fields. */
function isRowOf(json: JsonRecord, key: string | number, fields: ReadonlySet<string>): boolean {
  if (fields.size === 0 || directions.has(String(key)) || !isTable(json)) return false;
  return Object.values(json).some(isExactNumber);
}

/** A category in reading order, with its ancestors. */
export interface CategoryRow {
  /** From the outside; the last one is its own name. */
  readonly names: readonly string[];
  readonly category: Category;
}

/** All categories: each one, then its content, then the groups. */
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

/** The parts that could not be interpreted as categories, in the same order. */
export function* restRows({ path, categories, groups, rest }: Breakdown): Iterable<RestRow> {
  for (const { inside } of categories) if (inside !== null) yield* restRows(inside);
  for (const { key, value } of rest) yield { path: key === null ? path : [...path, key], value };
  for (const group of groups) yield* restRows(group);
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

/** The allowed relative difference between a sum and its total. */
const tolerance = 0.005;

/** A lesser remainder is from the rounding of the parts. In percent. */
const leastMissing = 0.005;

interface Whole {
  /** 1 or 100. */
  readonly total: number;
  readonly missingPercent: number | null;
}

/**
 * Whether values sum to 1 or 100, within half a percent. Sums in doubles suffice: no value is
 * negative, so for 100,000 values the error is below 10^-10.
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

/** Whether a sum equals a total within half a percent. */
export function isNear(sum: number, total: number): boolean {
  return Math.abs(sum - total) <= Math.abs(total) * tolerance;
}
