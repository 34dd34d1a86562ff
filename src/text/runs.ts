import { alphanumeric, base64, isLetterOrDigit, type CharacterSet } from './characters.ts';

/**
 * The UTF-16 units of a part of a text, with offsets in the whole text. To read them from an array
 * is three times as fast as from a string, which can have several representations.
 */
export interface Units {
  /** All of the text. */
  readonly text: string;
  readonly values: Uint16Array;
  /** The offset of the first unit. Negative if the margin starts before the text. */
  readonly start: number;
  /** The offset after the last unit. */
  readonly end: number;
}

/**
 * How many units on each side of a part are read with it, so that code that looks around an address
 * need not test at each step where the part ends. Units outside of the text are 0.
 */
export const unitMargin = 256;

/** In UTF-16 units: the shortest address that runs contain, a P2PKH address of many zeros. */
export const shortestRun = 26;

export interface RunVisitor {
  /** A run of base64 characters, with the kinds of characters in it. */
  readonly outer: (start: number, end: number, kinds: number) => void;
  /** A run of letters and digits in the last run of base64 characters. It can be all of it. */
  readonly inner: (start: number, end: number) => void;
}

/** The runs of a part of a text that are at least `shortestRun` long, in order. */
export function visitRuns(units: Units, start: number, end: number, visitor: RunVisitor): void {
  eachRun(units, { start, end, least: shortestRun }, base64, (from, to, kinds) => {
    visitor.outer(from, to, kinds);
    if (kinds === 1) visitor.inner(from, to);
    else eachRun(units, { start: from, end: to, least: shortestRun }, alphanumeric, visitor.inner);
  });
}

/**
 * A reader that keeps one array for all parts. Each part overwrites the last one, which is safe
 * because a scan is synchronous.
 */
export function createUnitReader(): (text: string, start: number, end: number) => Units {
  let values = new Uint16Array(4096);
  let bytes = Buffer.from(values.buffer);
  let isMarginClear = true;
  return (text, start, end) => {
    const origin = start - unitMargin;
    const length = end + unitMargin - origin;
    if (values.length < length) {
      values = new Uint16Array(length);
      bytes = Buffer.from(values.buffer);
      isMarginClear = true;
    }
    const part = text.slice(Math.max(0, origin), end + unitMargin);
    const first = Math.max(0, -origin);
    // Texts that are read from their start do not change the margin before them.
    if (first < unitMargin || !isMarginClear) values.fill(0, 0, first);
    isMarginClear = first >= unitMargin;
    bytes.write(part, 2 * first, 'utf16le');
    values.fill(0, first + part.length, length);
    return { text, values, start: origin, end: origin + length };
  };
}

/** The unit at an offset of the text, like `charCodeAt`. 0 outside of the part. */
export function unitAt({ values, start }: Units, at: number): number {
  return values[at - start] ?? 0;
}

/** Whether `0x` or `0X` is at an offset. */
export function isPrefixAt(units: Units, at: number): boolean {
  return unitAt(units, at) === 0x30 && (unitAt(units, at + 1) | 0x20) === 0x78;
}

/** Whether all units of a part of the text are in a set. */
export function isAllOf(
  { values, start: origin }: Units,
  set: CharacterSet,
  start: number,
  end: number,
): boolean {
  for (let at = start - origin; at < end - origin; at++) {
    if (set[values[at] ?? 0] === 0) return false;
  }
  return true;
}

/**
 * Finds the runs of characters of a set that are at least `least` long, between `start` and `end`,
 * and the kinds of characters in each.
 *
 * Every such run covers one of any `least` adjacent offsets. So it is enough to look `least`
 * offsets ahead and to walk back: the first character outside the set rules out all before it, and
 * in prose and code it is a few steps away. Rejected: a regular expression, which looks at each
 * character, and in a hostile text more than once.
 */
export function eachRun(
  { values, start: origin }: Units,
  range: { readonly start: number; readonly end: number; readonly least: number },
  set: CharacterSet,
  visit: (start: number, end: number, kinds: number) => void,
): void {
  const { least } = range;
  const end = range.end - origin;
  // The last offset that is known to be outside of a run.
  let outside = range.start - origin - 1;
  while (outside + least < end) {
    let at = outside + least;
    let kinds = 0;
    let kind: number;
    while (at > outside && (kind = set[values[at] ?? 0] ?? 0) !== 0) {
      kinds |= kind;
      at--;
    }
    if (at > outside) {
      outside = at;
      continue;
    }
    let after = outside + least + 1;
    while (after < end && (kind = set[values[after] ?? 0] ?? 0) !== 0) {
      kinds |= kind;
      after++;
    }
    visit(origin + outside + 1, origin + after, kinds);
    outside = after;
  }
}

/** Whether a word is a part of a value, a long run of letters and digits: it is there by chance. */
export function isInValue(text: string, at: number): boolean {
  let start = at;
  let end = at;
  while (start > at - 40 && isLetterOrDigit(text.charCodeAt(start - 1))) start--;
  while (end < at + 40 && isLetterOrDigit(text.charCodeAt(end))) end++;
  return end - start >= 26 && /\d/.test(text.slice(start, end));
}
