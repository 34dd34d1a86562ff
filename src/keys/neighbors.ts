import { alphanumeric, hexadecimal, isLetterOrDigit } from '../text/characters.ts';
import type { Span } from '../text/span.ts';
import { isAllOf, isPrefixAt, unitAt, type Units } from '../text/runs.ts';

/** The characters of an address, and which other runs could be pieces of a key with it. */
export interface Kind {
  readonly isHex: boolean;
  /** Whether it starts like a key in WIF, so that a short rest completes it. */
  readonly isLikeWif: boolean;
  /** Whether a run is itself an address, like the elements of a list. */
  readonly isAddress: (run: string) => boolean;
}

const lookAround = 96;

/**
 * A fast test that spares nearly every address the slow one: whether there is a run after or before
 * it that could be a piece. Before a named address comes its name.
 */
export function mayHavePieces(
  units: Units,
  { start, end, isNamed }: Span & { readonly isNamed: boolean },
  kind: Kind,
): boolean {
  return mayBeAfter(units, end, kind) || (!isNamed && mayBeBefore(units, start, kind));
}

/**
 * The most common punctuation, which the test skips at once: it neither starts nor ends anything.
 * One bit for each direction, and one for hex digits, which need nothing to join them.
 */
const plain = new Uint8Array(0x10000).fill(0b1010);
plain.fill(0b1111, 0, 0x80);
for (let code = 0; code < 0x80; code++) if (isLetterOrDigit(code)) plain[code] = 0;
for (const mark of '"\'`,+~^') plain[mark.charCodeAt(0)] = 0b1010;
for (const mark of '%&<#\\/') plain[mark.charCodeAt(0)] = 0;
// The end of a tag, an entity, a comment, or a call matters only before an address.
for (const mark of '>;(\n') plain[mark.charCodeAt(0)] = 0b0011;

const plainAfter = { base58: 0b0001, hex: 0b0010 } as const;
const plainBefore = { base58: 0b0100, hex: 0b1000 } as const;

function mayBeAfter(units: Units, end: number, kind: Kind): boolean {
  const { values, start: origin } = units;
  const last = end + lookAround;
  const passed = kind.isHex ? plainAfter.hex : plainAfter.base58;
  let joins = 0;
  let slight = 0;
  for (let at = end; at < last; at++) {
    const code = values[at - origin] ?? 0;
    if (((plain[code] ?? 0) & passed) !== 0) continue;
    if (!isLetterOrDigit(code)) {
      if (code === 0x2f && (values[at + 1 - origin] ?? 0) === 0x2f) {
        at = endOfComment(units, at + 1);
        continue;
      }
      if (isBeginningOfMore(units, at, code)) return true;
      joins += joinOf(code);
      continue;
    }
    if (isAddressFrom(units, at)) return false;
    let run = at + 1;
    while (run < at + 46 && alphanumeric[values[run - origin] ?? 0] === 1) run++;
    if (isPrefixAt(units, at)) return kind.isHex && run - at < 46;
    if (isJoinedBy(units, at, run)) return true;
    if (isSlight(units, at, run) && ++slight < mostSlight) {
      at = run - 1;
      continue;
    }
    if (kind.isHex) return isAllOf(units, hexadecimal, at, Math.min(run, at + 6));
    return unitAt(units, run) !== 0x3a && isBase58Piece(units, [at, run], joins < 2, kind);
  }
  return false;
}

function mayBeBefore(units: Units, start: number, kind: Kind): boolean {
  const { values, start: origin } = units;
  const first = start - lookAround;
  const passed = kind.isHex ? plainBefore.hex : plainBefore.base58;
  let joins = 0;
  let slight = 0;
  for (let at = start - 1; at >= first; at--) {
    const code = values[at - origin] ?? 0;
    if (((plain[code] ?? 0) & passed) !== 0) continue;
    if (!isLetterOrDigit(code)) {
      if (isEndOfMore(units, at, code)) return true;
      joins += joinOf(code);
      continue;
    }
    if (isEndOfEscape(units, at)) return true;
    if (kind.isHex && hexadecimal[code] === 0) return false;
    if (isAddressFrom(units, at - 41)) return false;
    let run = at;
    while (run > at - 46 && alphanumeric[values[run - 1 - origin] ?? 0] === 1) run--;
    if (isSlight(units, run, at + 1) && ++slight < mostSlight) {
      at = run;
      continue;
    }
    if (isPrefixAt(units, run)) return kind.isHex && at + 1 - run < 46;
    if (kind.isHex) return isAllOf(units, hexadecimal, Math.max(run, at - 4), at + 1);
    return isBase58Piece(units, [run, at + 1], joins < 2, kind);
  }
  return false;
}

/** Operators join, and so do adjacent strings. A comma never does. */
function joinOf(code: number): number {
  if (code === 0x2c) return -96;
  if (code === 0x22 || code === 0x27 || code === 0x60) return 1;
  const isOperator =
    code === 0x2b || code === 0x7e || code === 0x5e || code === 0x5c || code === 0x25;
  return isOperator || code >= 0x80 ? 2 : 0;
}

/** List elements are addresses or words. Only some could complete a key with this one. */
function isBase58Piece(
  units: Units,
  [from, to]: readonly [number, number],
  isApart: boolean,
  { isLikeWif, isAddress }: Kind,
): boolean {
  if (isSmall(units, from, Math.min(to, from + 12))) return false;
  if (!isApart) return true;
  if (to - from < 30) return isLikeWif && !isWord(units, from, to);
  return !isAddress(units.text.slice(from, to));
}

/** A literal's prefix, or a call that joins. */
function isJoinedBy(units: Units, from: number, to: number): boolean {
  const next = unitAt(units, to);
  if (next === 0x28) return to - from <= 8;
  const isQuote = next === 0x22 || next === 0x27;
  return (
    isQuote && to - from <= 3 && unitAt(units, from - 1) !== 0x2e && !isNumber(units, from, to)
  );
}

/** This many runs of a letter or a few digits are a key written digit by digit. */
const mostSlight = 5;

/** A number of up to three digits, such as decimals, or a word of one letter: not a piece alone. */
function isSlight(units: Units, from: number, to: number): boolean {
  return to - from === 1 || (to - from <= 3 && isNumber(units, from, to));
}

function isNumber(units: Units, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (unitAt(units, at) > 0x39) return false;
  return true;
}

/** The next address in a list. Compares only its two ends: to read all of it is slow. */
function isAddressFrom(units: Units, at: number): boolean {
  return (
    isPrefixAt(units, at) &&
    isLetterOrDigit(unitAt(units, at + 41)) &&
    !isLetterOrDigit(unitAt(units, at + 42)) &&
    !isLetterOrDigit(unitAt(units, at - 1))
  );
}

/** `%`, `&`, `<`, `/*`, `#`, `\\`: an escape, an entity, a tag, or a comment can follow. */
function isBeginningOfMore(units: Units, at: number, code: number): boolean {
  if (code === 0x2f) return unitAt(units, at + 1) === 0x2a;
  return code === 0x25 || code === 0x26 || code === 0x3c || code === 0x23 || code === 0x5c;
}

/**
 * The line break that ends a `//` comment whose second slash is at `from`. Returns `from` if it is
 * too far away.
 */
function endOfComment(units: Units, from: number): number {
  for (let at = from; at <= from + 81; at++) if (unitAt(units, at) === 0x0a) return at;
  return from;
}

/** The end of a tag, an entity, or a comment, or the bracket of a call that joins. */
function isEndOfMore(units: Units, at: number, code: number): boolean {
  if (code === 0x3e) {
    const previous = unitAt(units, at - 1);
    return previous !== 0x3d && previous !== 0x2d;
  }
  if (code === 0x3b) return isLetterOrDigit(unitAt(units, at - 1));
  if (code === 0x2f) return unitAt(units, at - 1) === 0x2a;
  if (code === 0x0a) return hasLineComment(units, at - 48, at);
  if (code !== 0x28 || !'tdnh'.includes(units.text.charAt(at - 1))) return false;
  return /(?:concat|append|join|push|add)$/.test(units.text.slice(Math.max(0, at - 6), at));
}

/** Two slashes cover one of any two adjacent offsets. The unit at `to` is a line break. */
function hasLineComment(units: Units, from: number, to: number): boolean {
  for (let at = from + 1; at < to; at += 2) {
    if (unitAt(units, at) !== 0x2f) continue;
    if (unitAt(units, at - 1) === 0x2f || unitAt(units, at + 1) === 0x2f) return true;
  }
  return false;
}

/** `\n`, `\x20`, `\u200b`, `%20`. */
function isEndOfEscape(units: Units, at: number): boolean {
  return (
    isEscape(unitAt(units, at - 1)) ||
    isEscape(unitAt(units, at - 2)) ||
    isEscape(unitAt(units, at - 3)) ||
    isEscape(unitAt(units, at - 5))
  );
}

/** `\\`, `%`. */
function isEscape(code: number): boolean {
  return code === 0x5c || code === 0x25;
}

/** Letters in one case. The first can be in any. */
function isWord(units: Units, from: number, to: number): boolean {
  const lowerCase = unitAt(units, to - 1) & 0x20;
  for (let at = from; at < to; at++) {
    const code = unitAt(units, at);
    if (code < 0x41 || (at > from && (code & 0x20) !== lowerCase)) return false;
  }
  return (unitAt(units, from) & 0x20) <= lowerCase;
}

/** Of letters and digits, lower case only: a word or part of one. */
function isSmall(units: Units, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    if (unitAt(units, at) < 0x61) return false;
  }
  return true;
}
