import { alphanumeric, base64, isLetterOrDigit, type CharacterSet } from './characters.ts';
import type { Span } from './span.ts';

/** In UTF-16 units: the shortest address that runs contain, a P2PKH address of many zeros. */
export const minRunLength = 26;

export interface RunVisitor {
  /** A run of base64 characters, with the kinds of characters in it. */
  readonly outer: (start: number, end: number, kinds: number) => void;
  /** A run of letters and digits inside the last run of base64 characters, possibly all of it. */
  readonly inner: (start: number, end: number) => void;
}

/** The runs of a part of a text that are at least `minRunLength` long, in order. */
export function visitRuns(text: string, start: number, end: number, visitor: RunVisitor): void {
  eachRun(text, { start, end, least: minRunLength }, base64, (from, to, kinds) => {
    visitor.outer(from, to, kinds);
    if (kinds === 1) visitor.inner(from, to);
    else eachRun(text, { start: from, end: to, least: minRunLength }, alphanumeric, visitor.inner);
  });
}

/**
 * Finds the runs of a character set with at least `least` characters between `start` and `end`,
 * with the kinds of characters in each.
 *
 *  Of any `least` adjacent offsets, such a run covers at least one. So it suffices to look `least`
 * offsets ahead and walk back: the first character outside the set rules out everything before it,
 * and in prose and code it is a few steps away. Rejected: a regular expression, which looks at
 * every character, and in a hostile text more than once.
 */
export function eachRun(
  text: string,
  range: Span & { readonly least: number },
  set: CharacterSet,
  visit: (start: number, end: number, kinds: number) => void,
): void {
  const { end, least } = range;
  // The last offset that is known to be outside of a run.
  let outside = range.start - 1;
  while (outside + least < end) {
    let at = outside + least;
    let kinds = 0;
    let kind: number;
    while (at > outside && (kind = set[text.charCodeAt(at)] ?? 0) !== 0) {
      kinds |= kind;
      at--;
    }
    if (at > outside) {
      outside = at;
      continue;
    }
    let after = outside + least + 1;
    while (after < end && (kind = set[text.charCodeAt(after)] ?? 0) !== 0) {
      kinds |= kind;
      after++;
    }
    visit(outside + 1, after, kinds);
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
