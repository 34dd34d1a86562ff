import { hexadecimal, isAll } from '../characters.ts';
import { unitAt, type Units } from '../runs.ts';
import { isLetterOrDigit } from './glue.ts';
import type { Span } from './pieces.ts';
import { wordsOf } from './words.ts';

/** What makes 32 bytes of 20. */
const restLength = 24;

/** As far as the name of the other half is looked for, in runs of letters and digits. */
const mostRuns = 8;

const reach = 72;

const opposites: readonly (readonly [string, string])[] = [
  ['hi', 'lo'],
  ['high', 'low'],
  ['head', 'tail'],
  ['first', 'last'],
  ['left', 'right'],
  ['start', 'end'],
  ['prefix', 'suffix'],
  ['upper', 'lower'],
  ['begin', 'rest'],
  ['first', 'rest'],
  ['first', 'second'],
  ['head', 'rest'],
  ['top', 'bottom'],
  ['msb', 'lsb'],
  ['a', 'b'],
];

const parts = /^(?:part|half|piece|chunk|first|second|one|two|[a-z])$/;

/**
 * The other half of a key that stands under a name of its own: `a1 = "0x…"; a2 = "…"`. Together they
 * are exactly 32 bytes, and their names are those of parts of one thing.
 */
export function namedHalfOf(units: Units, start: number, end: number): Span | undefined {
  const { text } = units;
  const behind = restBehind(units, end);
  if (behind !== undefined && isConcatenated(text, end, behind.start)) {
    return { start, end: behind.end };
  }
  if (behind !== undefined && areParts(nameBefore(text, start), nameBefore(text, behind.start))) {
    return { start, end: behind.end };
  }
  const before = restBefore(units, start);
  if (before !== undefined && areParts(nameBefore(text, before.start), nameBefore(text, start))) {
    return { start: before.start, end };
  }
  return undefined;
}

/** `"…".to_string() + "…"`, `"…"s + "…"`, `bytes20(0x…), bytes12(0x…)`, `0x… << 96 | 0x…`. */
function isConcatenated(text: string, end: number, start: number): boolean {
  const between = text.slice(end, start);
  return (
    /^["'`](?:s|\.\w{2,12}\([\d ]{0,4}\))?\s{0,8}\+[^,;=]{0,24}["'`]$/.test(between) ||
    /^\), ?bytes12\((?:0x)?$/.test(between) ||
    /^\){0,2} ?<< ?96\)? ?[|+] ?(?:0x)?$/.test(between)
  );
}

/**
 * Whether a run as long as a rest can lie between two places: it covers one of any so many
 * neighboring places, so most texts are told by a few looks.
 */
function mayHaveRest(units: Units, from: number, to: number): boolean {
  for (let at = from + restLength - 1; at < to; at += restLength) {
    if (!isLetterOrDigit(unitAt(units, at))) continue;
    let first = at;
    while (first > from && isLetterOrDigit(unitAt(units, first - 1))) first--;
    let last = at + 1;
    while (last - first < restLength && isLetterOrDigit(unitAt(units, last))) last++;
    if (last - first >= restLength) return true;
  }
  return false;
}

function restBehind(units: Units, end: number): Span | undefined {
  if (!mayHaveRest(units, end, end + reach + restLength)) return undefined;
  const last = end + reach;
  let at = end;
  for (let runs = 0; runs < mostRuns; runs++) {
    while (at < last && !isLetterOrDigit(unitAt(units, at))) at++;
    // `0x` in front of as many digits as the rest has.
    if (unitAt(units, at) === 0x30 && unitAt(units, at + 1) === 0x78) {
      if (isLetterOrDigit(unitAt(units, at + 2 + restLength))) return undefined;
      at += 2;
    }
    let to = at;
    while (to <= at + restLength && isLetterOrDigit(unitAt(units, to))) to++;
    if (at >= last || to - at > restLength) return undefined;
    if (to - at === restLength) return spanOf(units, at, to);
    at = to;
  }
  return undefined;
}

function restBefore(units: Units, start: number): Span | undefined {
  if (!mayHaveRest(units, start - reach - restLength, start)) return undefined;
  const first = start - reach;
  let at = start;
  for (let runs = 0; runs < mostRuns; runs++) {
    while (at > first && !isLetterOrDigit(unitAt(units, at - 1))) at--;
    if (unitAt(units, at - 41) === 0x78) return undefined;
    let from = at;
    while (from >= at - restLength && isLetterOrDigit(unitAt(units, from - 1))) from--;
    if (at <= first || at - from > restLength) return undefined;
    if (at - from === restLength) return spanOf(units, from, at);
    at = from;
  }
  return undefined;
}

function spanOf(units: Units, start: number, end: number): Span | undefined {
  return isAll(hexadecimal, units.text, start, end) ? { start, end } : undefined;
}

/** The last word before a value, or the variable that a call puts it behind. */
function nameBefore(text: string, start: number): string {
  const before = text.slice(Math.max(0, start - 48), start);
  const [, name, other] =
    /([\w$]{1,40})(?:: ?&?(?:'static )?\w{1,12} ?= ?["'`]|([^\w$]{1,8}))$/.exec(before) ?? [];
  return name !== undefined && (other === undefined || other !== '') ? name : '';
}

function areParts(one: string, other: string): boolean {
  if (one === '' || other === '') return false;
  if (one === other || stemOf(one) === stemOf(other)) return true;
  const [a = ''] = wordsOf(one).slice(-1);
  const [b = ''] = wordsOf(other).slice(-1);
  return opposites.some(([x, y]) => (a === x && b === y) || (a === y && b === x));
}

/** A name without its number, its letter, or the word that says which part it is. */
function stemOf(name: string): string {
  const words = wordsOf(name);
  return words.length > 1 && parts.test(words.at(-1) ?? '')
    ? words.slice(0, -1).join(' ')
    : words.join(' ');
}
