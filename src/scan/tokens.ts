import {
  beginningWith,
  byHeadEnd,
  byLength,
  headEnds,
  inBase64,
  longestBase64,
  shortestBase64,
  type Candidate,
} from './candidates.ts';
import {
  alphanumeric,
  base64,
  base64Url,
  isAll,
  isIn,
  isLetterOrDigit,
  isPrefixedAt,
  isQuote,
  standardJoint,
  unitAt,
  urlJoint,
  type CharacterSet,
} from '../text/characters.ts';
import type { Codec } from '../families/codec.ts';
import { occurrenceOf, type Occurrence } from '../addresses/occurrence.ts';
import type { Evidence } from '../families/source.ts';
import type { Span } from '../text/span.ts';
import { eachRun } from '../text/runs.ts';

/** The evidence in a text for a family that needs it. Created on first use. */
export type EvidenceOf = (codec: Codec) => Evidence | undefined;

const none: readonly Occurrence[] = [];

const bothJoints = standardJoint | urlJoint;

/**
 * Context for reading tokens besides their place: one object per scan, because there are many
 * tokens.
 */
export interface TokenContext {
  readonly text: string;
  readonly evidenceOf: EvidenceOf;
}

/**
 * The addresses in base64 in a run of base64 characters. Without `-` and `_`, such an address can be
 * part of a run that contains `+` or `/`: the scanner calls `base64At` for those parts.
 */
export function inBase64Run(
  tokens: TokenContext,
  run: Span & { readonly kinds: number },
): readonly Occurrence[] {
  const whole = base64At(tokens, { ...run, set: base64 });
  if (whole !== undefined) return [whole];
  if ((run.kinds & bothJoints) !== bothJoints) return none;
  const found: Occurrence[] = [];
  const range = { start: run.start, end: run.end, least: shortestBase64 };
  eachRun(tokens.text, range, base64Url, (start, end) => {
    const part = base64At(tokens, { start, end, set: base64Url });
    if (part !== undefined) found.push(part);
  });
  return found;
}

/** The address in base64 between two offsets, unless it touches a character of a set. */
export function base64At(
  tokens: TokenContext,
  place: Span & { readonly set: CharacterSet },
): Occurrence | undefined {
  const { start, end, set } = place;
  const { text } = tokens;
  if (end - start < shortestBase64 || end - start > longestBase64) return undefined;
  if (isIn(set, text, start - 1) || isIn(set, text, end)) return undefined;
  if (text.charAt(start - 1) === '$' || isJoinedTo(text, end, text.charCodeAt(end)))
    return undefined;
  for (const candidate of inBase64) {
    if (!text.startsWith(candidate.start, start)) continue;
    const occurrence = readAs(candidate, tokens, start, end);
    if (occurrence !== undefined) return occurrence;
  }
  return undefined;
}

/** Remainders of an escape in a string literal or a URL, before the first character. */
const escapes = {
  backslash: /(?:[abfnrtv]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4})/y,
  percent: /[0-9a-fA-F]{2}/y,
} as const;

/** The address in a run of letters and digits, unless the run is part of a longer word. */
export function inSegment(
  tokens: TokenContext,
  start: number,
  end: number,
): Occurrence | undefined {
  const { text } = tokens;
  const previous = unitAt(text, start - 1);
  const next = unitAt(text, end);
  if (alphanumeric[previous] !== 0 || alphanumeric[next] !== 0) return undefined;
  if (previous === 0x24) return undefined;
  if (isJoinedTo(text, end, next) && (next !== 0x5f || !isInKey(text, start, end)))
    return undefined;
  if (headEnds[previous] === 1) {
    const afterHead = withHead(byHeadEnd.get(previous) ?? [], tokens, start, end);
    if (afterHead !== undefined) return afterHead;
  }
  if (previous === 0x2026 || (previous === 0x5f && !isInKey(text, start, end))) return undefined;
  const occurrence = inToken(tokens, start, end);
  if (occurrence !== undefined || (previous !== 0x5c && previous !== 0x25)) return occurrence;
  const escape = previous === 0x5c ? escapes.backslash : escapes.percent;
  escape.lastIndex = start;
  return escape.test(text) ? inToken(tokens, escape.lastIndex, end) : undefined;
}

/** In UTF-16 units: `0x` and twenty bytes. */
const prefixedLength = 42;

/** How far a key can go on before an address and after it, in UTF-16 units. */
const keyReach = 96;

/**
 * Whether a token that an underscore joins to others is an EVM address in a string without blanks:
 * `"vault_0x…"`, `"0x…_1"`. Elsewhere it is part of an identifier.
 */
function isInKey(text: string, start: number, end: number): boolean {
  if (end - start !== prefixedLength || !isPrefixedAt(text, start)) return false;
  let from = start;
  const first = Math.max(0, start - keyReach);
  while (from > first && isInString(unitAt(text, from - 1))) from--;
  let to = end;
  const last = end + keyReach;
  while (to < last && isInString(unitAt(text, to))) to++;
  const quote = unitAt(text, to);
  return isQuote(quote) && unitAt(text, from - 1) === quote;
}

/** Characters inside a string that is a key or a value, except blanks and quotes. */
const isInString = (code: number): boolean =>
  isLetterOrDigit(code) || (code > 0x2a && code < 0x40) || code === 0x5f;

/** Whether the text after a token makes it part of an identifier, or shows that it is cut short. */
function isJoinedTo(text: string, end: number, next: number): boolean {
  if (next === 0x5f || next === 0x24) return true;
  return (
    (next === 0x2026 || next === 0x2e) && /^(?:…|\.{3})[0-9A-Za-z]/.test(text.slice(end, end + 4))
  );
}

/** The address whose head comes right before a run. */
function withHead(
  candidates: readonly Candidate[],
  tokens: TokenContext,
  start: number,
  end: number,
): Occurrence | undefined {
  const { text } = tokens;
  for (const candidate of candidates) {
    const from = start - candidate.head.length;
    const length = end - from;
    if (from < 0 || length < candidate.least || length > candidate.most) continue;
    if (!text.startsWith(candidate.start, from)) continue;
    const before = from === 0 ? '' : text.charAt(from - 1);
    if (/[\w$]/.test(before) || (before !== '' && candidate.notAfter.includes(before))) continue;
    const occurrence = readAs(candidate, tokens, from, end);
    if (occurrence !== undefined) return occurrence;
  }
  return undefined;
}

function inToken(tokens: TokenContext, start: number, end: number): Occurrence | undefined {
  const { text } = tokens;
  const known = beginningWith(unitAt(text, start), unitAt(text, start + 1));
  const found = known.length === 0 ? undefined : firstOf(known, tokens, start, end);
  if (found !== undefined) return found;
  const ofLength = byLength[end - start];
  return ofLength === undefined ? undefined : firstOf(ofLength, tokens, start, end);
}

function firstOf(
  candidates: readonly Candidate[],
  tokens: TokenContext,
  start: number,
  end: number,
): Occurrence | undefined {
  const length = end - start;
  for (const candidate of candidates) {
    if (length < candidate.least || length > candidate.most) continue;
    if (candidate.separators !== undefined && !isSeparated(tokens.text, end, candidate.separators))
      continue;
    // `beginningWith` has compared the first two characters.
    if (candidate.start.length > 2 && !tokens.text.startsWith(candidate.start, start)) continue;
    const occurrence = readAs(candidate, tokens, start, end);
    if (occurrence !== undefined) return occurrence;
  }
  return undefined;
}

/** Whether bech32's separator is at one of these distances from the end. */
function isSeparated(text: string, end: number, distances: readonly number[]): boolean {
  for (const distance of distances) if (unitAt(text, end - distance) === 0x31) return true;
  return false;
}

function readAs(
  { start: beginning, characters, read, codec, skipped, network }: Candidate,
  tokens: TokenContext,
  from: number,
  end: number,
): Occurrence | undefined {
  const { text, evidenceOf } = tokens;
  if (characters !== undefined && !isAll(characters, text, from + beginning.length, end)) {
    return undefined;
  }
  const start = from + skipped;
  const reading = read(text.slice(start, end));
  if (reading === undefined) return undefined;
  if (evidenceOf(codec)?.(start, end) === false) return undefined;
  const named = network === undefined ? reading : { ...reading, network };
  return occurrenceOf(text, { start, end }, codec, named);
}
