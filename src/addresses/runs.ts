import type { CharacterSet } from './characters.ts';

/**
 * The UTF-16 units of a part of a text, with places counted in the whole. Reading them from an
 * array is three times as quick as asking a string for each, which may be of several makes.
 */
export interface Units {
  readonly values: Uint16Array;
  /** The place of the first. */
  readonly start: number;
}

/**
 * A reader that keeps one array for all parts. Whoever asks for the next part is done with the last:
 * a scan is synchronous.
 */
export function createUnitReader(): (part: string, start: number) => Units {
  let values = new Uint16Array(4096);
  let bytes = Buffer.from(values.buffer);
  return (part, start) => {
    if (values.length < part.length) {
      values = new Uint16Array(part.length);
      bytes = Buffer.from(values.buffer);
    }
    bytes.write(part, 'utf16le');
    return { values, start };
  };
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
