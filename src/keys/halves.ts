import { hexadecimal, isAll, isLetterOrDigit, isPrefixedAt, unitAt } from '../text/characters.ts';
import type { Span } from '../text/span.ts';
import { setOf, wordsOf } from '../text/words.ts';

/** The hex digits of 32 bytes, and those that 20 bytes lack. */
const keyDigits = 64;
const restDigits = 24;

/** Shorter runs are numbers and words. */
const minDigits = 4;

/** How far away the names of the other parts can be, in runs of letters and digits. */
const maxRuns = 16;

const reach = 144;

const opposites = setOf(
  'hi/lo high/low head/tail first/last left/right start/end prefix/suffix upper/lower begin/rest ' +
    'first/rest first/second head/rest top/bottom msb/lsb a/b x/y',
);

const parts = /^(?:part|half|piece|chunk|first|second|one|two|[a-z])$/;

/**
 * The other parts of a key whose parts have names: `a1 = "0x…"; a2 = "…"`. Together they have
 * exactly 32 bytes, and their names belong to parts of one thing.
 */
export function namedHalfOf(text: string, start: number, end: number): Span | undefined {
  const behind = partsFrom(text, end, 1);
  const before = partsFrom(text, start, -1);
  const rest = keyDigits - (end - start - (isPrefixedAt(text, start) ? 2 : 0));
  if (!isSumOf([...behind, ...before], rest)) return undefined;
  const isRest = (parts: readonly Span[]): boolean =>
    parts.reduce((sum, part) => sum + part.end - part.start, 0) === rest;
  const [next] = behind;
  if (next !== undefined && isRest([next]) && isConcatenated(text, end, next.start)) {
    return { start, end: next.end };
  }
  const name = nameBefore(text, start);
  const isPart = (part: Span): boolean => areParts(name, nameBefore(text, part.start));
  const right = behind.filter(isPart);
  const left = before.filter(isPart);
  for (let lefts = 0; lefts <= left.length; lefts++) {
    for (let rights = 0; rights <= right.length; rights++) {
      if (!isRest([...left.slice(0, lefts), ...right.slice(0, rights)])) continue;
      return { start: left[lefts - 1]?.start ?? start, end: right[rights - 1]?.end ?? end };
    }
  }
  return undefined;
}

/** Whether some of the parts have so many digits together: their names take longer to read. */
function isSumOf(parts: readonly Span[], digits: number): boolean {
  // A bit for each sum.
  const sums = parts.reduce((bits, { start, end }) => bits | (bits << (end - start)), 1);
  return digits > 0 && digits < 32 && ((sums >> digits) & 1) === 1;
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

/** The parts after or before an offset, nearest first. */
function partsFrom(text: string, from: number, step: 1 | -1): Span[] {
  const parts: Span[] = [];
  // Read backward, the unit at an offset is the one before it.
  const isRun = (at: number): boolean => isLetterOrDigit(unitAt(text, step > 0 ? at : at - 1));
  const isNear = (at: number): boolean => (at - from) * step < reach;
  let at = from;
  for (let runs = 0; runs < maxRuns; runs++) {
    while (isNear(at) && !isRun(at)) at += step;
    if (!isNear(at)) break;
    let to = at;
    while ((to - at) * step <= maxRunLength && isRun(to)) to += step;
    if (!addPart(text, Math.min(at, to), Math.max(at, to), parts)) break;
    at = to;
  }
  return parts;
}

/** The maximum length of a variable before a rest: `$KEYcbed…`. */
const maxRunLength = 64;

/** Adds a run if it is a part. Returns false for a separate value, after which nothing counts. */
function addPart(text: string, from: number, to: number, parts: Span[]): boolean {
  let start = isPrefixedAt(text, from) ? from + 2 : from;
  const isAppended = unitAt(text, from - 1) === 0x24 && to - from > restDigits;
  if (isAppended) start = to - restDigits;
  if (to - start > restDigits) return false;
  const isPart = to - start >= minDigits && !isOfUuid(text, from, to);
  if (isPart && isAll(hexadecimal, text, start, to)) parts.push({ start, end: to });
  return true;
}

/** Between hyphens, or at one end of them. */
const isOfUuid = (text: string, from: number, to: number): boolean =>
  unitAt(text, from - 1) === 0x2d || unitAt(text, to) === 0x2d;

/** The last word before a value, or the variable before a call around it. */
function nameBefore(text: string, start: number): string {
  const before = text.slice(Math.max(0, start - 48), start).replace(/0[xX]$/, '');
  const [, variable] = /\$\{?(\w{1,40})$/.exec(before) ?? [];
  if (variable !== undefined) return variable;
  const [, name, other] =
    /([\w$]{1,40})(?:: ?&?(?:'static )?\w{1,12} ?= ?["'`]|([^\w$]{1,8}))$/.exec(before) ?? [];
  return name !== undefined && (other === undefined || other !== '') ? name : '';
}

function areParts(one: string, other: string): boolean {
  // Numbers are not names: they come before the parts of a UUID and after decimals.
  if (!/[A-Za-z]/.test(one) || !/[A-Za-z]/.test(other)) return false;
  if (one === other || stemOf(one) === stemOf(other)) return true;
  const [a = ''] = wordsOf(one).slice(-1);
  const [b = ''] = wordsOf(other).slice(-1);
  return opposites.has(`${a}/${b}`) || opposites.has(`${b}/${a}`);
}

/** A name without its number, its letter, or the word for the part. */
function stemOf(name: string): string {
  const words = wordsOf(name);
  return words.length > 1 && parts.test(words.at(-1) ?? '')
    ? words.slice(0, -1).join(' ')
    : words.join(' ');
}
