import {
  alphanumeric,
  base64,
  base64Url,
  hexadecimal,
  isAll,
  isIn,
  joint,
  type CharacterSet,
} from './characters.ts';
import type { Codec, Shape } from './families/codec.ts';
import { codecs } from './families/table.ts';
import { ton } from './families/ton.ts';
import { occurrenceOf, type Occurrence } from './occurrence.ts';
import { eachRun, type Units } from './runs.ts';

/** Whether what surrounds a place makes a shape without a checksum an address. */
export type Evidence = (start: number, end: number) => boolean;

/** Of TON's user-friendly addresses (TEP-2). */
export const tonLength = 48;
const wordLength = 66;

const none: readonly Occurrence[] = [];

interface Candidate extends Shape {
  readonly codec: Codec;
}

/** Shapes by their first character; Solana's have none and stand apart. */
const byFirst = new Map<number, Candidate[]>();
const withoutBeginning: Candidate[] = [];
for (const codec of codecs) {
  for (const shape of codec === ton ? [] : codec.shapes) {
    const candidate = { ...shape, codec };
    const first = shape.start.charCodeAt(0);
    const others = shape.start === '' ? withoutBeginning : byFirst.get(first);
    if (others === undefined) byFirst.set(first, [candidate]);
    else others.push(candidate);
  }
}

/**
 * Shapes by their first two characters, so that a word that begins like none costs one look. Only
 * the pairs that words begin with are ever worked out: all of them would hold up activation.
 */
const byPair = new Map<number, readonly Candidate[]>();

function beginningWith(first: number, second: number): readonly Candidate[] {
  const pair = (first << 7) | second;
  let candidates = byPair.get(pair);
  if (candidates === undefined) {
    const isFitting = ({ start }: Candidate): boolean =>
      start.length === 1 || start.charCodeAt(1) === second;
    candidates = byFirst.get(first)?.filter(isFitting) ?? [];
    byPair.set(pair, candidates);
  }
  return candidates;
}

/** TEP-2 addresses have base64's other characters in them, so their boundaries are others too. */
export function tonIn(
  text: string,
  units: Units,
  { start, end, kinds }: { readonly start: number; readonly end: number; readonly kinds: number },
): readonly Occurrence[] {
  if (kinds < joint && end - start > tonLength) return none;
  const found: Occurrence[] = [];
  const take = (first: number, after: number, set: CharacterSet): void => {
    if (after - first !== tonLength || touches(set, text, first, after)) return;
    if (text.charAt(first - 1) === '$' || isJoined(text, after)) return;
    if (!ton.shapes.some((shape) => text.startsWith(shape.start, first))) return;
    const reading = ton.read(text.slice(first, after));
    if (reading !== undefined) found.push(occurrenceOf(text, first, after, ton.family, reading));
  };
  take(start, end, base64);
  if (found.length === 0) {
    eachRun(units, { start, end, least: tonLength }, base64Url, (first, after) =>
      take(first, after, base64Url),
    );
  }
  return found;
}

function touches(set: CharacterSet, text: string, start: number, end: number): boolean {
  return isIn(set, text, start - 1) || isIn(set, text, end);
}

/** What an escape in a string literal or a URL leaves in front of the first character. */
const escapes = {
  '\\': /(?:[abfnrtv]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4})/y,
  '%': /[0-9a-fA-F]{2}/y,
} as const;

/** The address that a run of letters and digits is, if it is one and not a part of a longer word. */
export function inSegment(
  text: string,
  start: number,
  end: number,
  isSolana: Evidence,
): Occurrence | undefined {
  const previous = text.charAt(start - 1);
  if (touches(alphanumeric, text, start, end) || previous === '$') return undefined;
  if (isJoined(text, end)) return undefined;
  if (previous === '_') return inCardanoTest(text, start, end, isSolana);
  if (previous === '…') return undefined;
  const occurrence = inToken(text, start, end, isSolana);
  if (occurrence !== undefined || (previous !== '\\' && previous !== '%')) return occurrence;
  const escape = escapes[previous];
  escape.lastIndex = start;
  return escape.test(text) ? inToken(text, escape.lastIndex, end, isSolana) : undefined;
}

/** Whether what follows makes it a part of something: an identifier, or a form cut short. */
function isJoined(text: string, end: number): boolean {
  const next = text.charAt(end);
  if (next === '_' || next === '$') return true;
  return (next === '…' || next === '.') && /^(?:…|\.{3})[0-9A-Za-z]/.test(text.slice(end, end + 4));
}

/** `addr_test1…` and `stake_test1…` (CIP-19) are the only ones with an underscore. */
function inCardanoTest(
  text: string,
  start: number,
  end: number,
  isSolana: Evidence,
): Occurrence | undefined {
  for (const prefix of ['addr_', 'stake_']) {
    const from = start - prefix.length;
    if (text.slice(Math.max(0, from), start).toLowerCase() !== prefix) continue;
    if (from > 0 && /[\w$]/.test(text.charAt(from - 1))) return undefined;
    return inToken(text, from, end, isSolana);
  }
  return undefined;
}

function inToken(
  text: string,
  start: number,
  end: number,
  isSolana: Evidence,
): Occurrence | undefined {
  const length = end - start;
  if (length === wordLength && text.charCodeAt(start) === 0x30) return inWord(text, start, end);
  if (length === 64 && text.charAt(start - 1) === ':') {
    const raw = inRawTon(text, start, end);
    if (raw !== undefined) return raw;
  }
  const known = beginningWith(text.charCodeAt(start), text.charCodeAt(start + 1));
  return (
    firstOf(known, text, start, end, isSolana) ??
    firstOf(withoutBeginning, text, start, end, isSolana)
  );
}

function firstOf(
  candidates: readonly Candidate[],
  text: string,
  start: number,
  end: number,
  isSolana: Evidence,
): Occurrence | undefined {
  const length = end - start;
  for (const { start: beginning, lengths, codec } of candidates) {
    if (length < lengths[0] || length > lengths[1] || !text.startsWith(beginning, start)) continue;
    const reading = codec.read(text.slice(start, end));
    if (reading === undefined) continue;
    if (codec.family === 'solana' && !isSolana(start, end)) continue;
    return occurrenceOf(text, start, end, codec.family, reading);
  }
  return undefined;
}

/**
 * An address in a 32-byte word, as topics and storage have it. Small numbers, masks and flags look
 * like one with zeros in front, so its twenty bytes must begin with something and be varied.
 */
function inWord(text: string, start: number, end: number): Occurrence | undefined {
  if (!/^0x0{24}/i.test(text.slice(start, start + 26))) return undefined;
  const digits = text.slice(end - 40, end).toLowerCase();
  if (!isAll(hexadecimal, digits, 0, 40) || digits.startsWith('0000')) return undefined;
  if (new Set(digits).size < 8) return undefined;
  return occurrenceOf(text, start, end, 'evm', {});
}

function inRawTon(text: string, start: number, end: number): Occurrence | undefined {
  for (const workchain of ['-1:', '0:']) {
    const from = start - workchain.length;
    if (from < 0 || !text.startsWith(workchain, from)) continue;
    if (from > 0 && /[\w$:.-]/.test(text.charAt(from - 1))) continue;
    const reading = ton.read(text.slice(from, end));
    if (reading !== undefined) return occurrenceOf(text, from, end, 'ton', reading);
  }
  return undefined;
}
