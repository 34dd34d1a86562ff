import type { CharacterSet } from './characters.ts';

/**
 * The UTF-16 units of a part of a text, with places counted in the whole. Reading them from an
 * array is three times as quick as asking a string for each, which may be of several makes.
 */
export interface Units {
  /** All of the text. */
  readonly text: string;
  readonly values: Uint16Array;
  /** The place of the first; negative where the margin reaches over the start of the text. */
  readonly start: number;
  /** The place behind the last. */
  readonly end: number;
}

/**
 * How much of the text on either side of a part is read with it, so that what looks around an
 * address need not ask at each step where the part ends. Zeros stand for what is outside the text.
 */
export const unitMargin = 256;

/**
 * A reader that keeps one array for all parts. A caller that reads the next part is done with the last:
 * a scan is synchronous.
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
    // Texts that are read from their start leave the margin before them as it is.
    if (first < unitMargin || !isMarginClear) values.fill(0, 0, first);
    isMarginClear = first >= unitMargin;
    bytes.write(part, 2 * first, 'utf16le');
    values.fill(0, first + part.length, length);
    return { text, values, start: origin, end: origin + length };
  };
}

/** The unit at a place of the text, as `charCodeAt` has it; zero outside of what was read. */
export function unitAt({ values, start }: Units, at: number): number {
  return values[at - start] ?? 0;
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
 * and the kinds of characters that are in each.
 *
 * Every such run covers one of any `least` neighbouring places. So it is enough to look `least`
 * places ahead and to walk back: the first character outside the set rules out all before it, and
 * in prose and code that is a few steps away. Rejected: a regular expression, which looks at each
 * character, and which a hostile text can make look at each more than once.
 */
export function eachRun(
  { values, start: origin }: Units,
  range: { readonly start: number; readonly end: number; readonly least: number },
  set: CharacterSet,
  visit: (start: number, end: number, kinds: number) => void,
): void {
  const { least } = range;
  const end = range.end - origin;
  // The last place that is known to be outside of a run.
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
