import {
  alphanumeric,
  base64,
  base64Url,
  hexadecimal,
  isAll,
  isIn,
  standardJoint,
  urlJoint,
  type CharacterSet,
} from './characters.ts';
import type { Codec, Shape } from './families/codec.ts';
import { codecs } from './families/table.ts';
import { ton } from './families/ton.ts';
import { occurrenceOf, type Occurrence } from './occurrence.ts';
import type { Evidence } from './source.ts';
import { eachRun, isAllOf, unitAt, type Units } from './runs.ts';

/** The evidence for each family that needs one, made when it is first asked for. */
export type EvidenceOf = (codec: Codec) => Evidence | undefined;

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
const candidatesOfPairs: (readonly Candidate[])[] = [];
/** Of each pair its place among them, counted from one. */
const byPair = new Uint16Array(1 << 14);

function beginningWith(first: number, second: number): readonly Candidate[] {
  const pair = (first << 7) | second;
  const known = candidatesOfPairs[(byPair[pair] ?? 0) - 1];
  if (known !== undefined) return known;
  const isFitting = ({ start }: Candidate): boolean =>
    start.length === 1 || start.charCodeAt(1) === second;
  const candidates = byFirst.get(first)?.filter(isFitting) ?? [];
  byPair[pair] = candidatesOfPairs.push(candidates);
  return candidates;
}

/**
 * TEP-2 addresses have base64's other characters in them, so their boundaries are others too. Those
 * without such a character, in a run that has only `+` and `/`, are segments, which `tonAt` reads.
 */
export function tonIn(
  text: string,
  units: Units,
  { start, end, kinds }: { readonly start: number; readonly end: number; readonly kinds: number },
): readonly Occurrence[] {
  if (end - start === tonLength) {
    const whole = tonAt(text, start, end, base64);
    if (whole !== undefined) return [whole];
  }
  if ((kinds & bothJoints) !== bothJoints) return none;
  const found: Occurrence[] = [];
  eachRun(units, { start, end, least: tonLength }, base64Url, (first, after) => {
    const part = tonAt(text, first, after, base64Url);
    if (part !== undefined) found.push(part);
  });
  return found;
}

const bothJoints = standardJoint | urlJoint;

/** The address that exactly the characters between two places are, if nothing of a set touches it. */
export function tonAt(
  text: string,
  start: number,
  end: number,
  set: CharacterSet = base64Url,
): Occurrence | undefined {
  if (end - start !== tonLength || touches(set, text, start, end)) return undefined;
  if (text.charAt(start - 1) === '$' || isJoinedTo(text, end, text.charCodeAt(end)))
    return undefined;
  if (!ton.shapes.some((shape) => text.startsWith(shape.start, start))) return undefined;
  const reading = ton.read(text.slice(start, end));
  return reading === undefined ? undefined : occurrenceOf(text, start, end, ton.family, reading);
}

function touches(set: CharacterSet, text: string, start: number, end: number): boolean {
  return isIn(set, text, start - 1) || isIn(set, text, end);
}

/** What an escape in a string literal or a URL leaves in front of the first character. */
const escapes = {
  backslash: /(?:[abfnrtv]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4})/y,
  percent: /[0-9a-fA-F]{2}/y,
} as const;

/** The address that a run of letters and digits is, if it is one and not a part of a longer word. */
export function inSegment(
  units: Units,
  start: number,
  end: number,
  evidenceOf: EvidenceOf,
): Occurrence | undefined {
  const { text } = units;
  const previous = unitAt(units, start - 1);
  const next = unitAt(units, end);
  if (alphanumeric[previous] !== 0 || alphanumeric[next] !== 0) return undefined;
  if (previous === 0x24 || isJoinedTo(text, end, next)) return undefined;
  if (previous === 0x5f) return inCardanoTest(units, start, end, evidenceOf);
  if (previous === 0x2026) return undefined;
  const occurrence = inToken(units, start, end, evidenceOf);
  if (occurrence !== undefined || (previous !== 0x5c && previous !== 0x25)) return occurrence;
  const escape = previous === 0x5c ? escapes.backslash : escapes.percent;
  escape.lastIndex = start;
  return escape.test(text) ? inToken(units, escape.lastIndex, end, evidenceOf) : undefined;
}

/** Whether what follows makes it a part of something: an identifier, or a form cut short. */
function isJoinedTo(text: string, end: number, next: number): boolean {
  if (next === 0x5f || next === 0x24) return true;
  return (
    (next === 0x2026 || next === 0x2e) && /^(?:…|\.{3})[0-9A-Za-z]/.test(text.slice(end, end + 4))
  );
}

/** `addr_test1…` and `stake_test1…` (CIP-19) are the only ones with an underscore. */
function inCardanoTest(
  units: Units,
  start: number,
  end: number,
  evidenceOf: EvidenceOf,
): Occurrence | undefined {
  const { text } = units;
  for (const prefix of ['addr_', 'stake_']) {
    const from = start - prefix.length;
    if (text.slice(Math.max(0, from), start).toLowerCase() !== prefix) continue;
    if (from > 0 && /[\w$]/.test(text.charAt(from - 1))) return undefined;
    return inToken(units, from, end, evidenceOf);
  }
  return undefined;
}

function inToken(
  units: Units,
  start: number,
  end: number,
  evidenceOf: EvidenceOf,
): Occurrence | undefined {
  const { text } = units;
  const first = unitAt(units, start);
  const length = end - start;
  if (length === wordLength && first === 0x30) return inWord(text, start, end);
  if (length === 64 && unitAt(units, start - 1) === 0x3a) {
    const raw = inRawTon(text, start, end);
    if (raw !== undefined) return raw;
  }
  const known = beginningWith(first, unitAt(units, start + 1));
  return (
    firstOf(known, units, start, end, evidenceOf) ??
    firstOf(withoutBeginning, units, start, end, evidenceOf)
  );
}

function firstOf(
  candidates: readonly Candidate[],
  units: Units,
  start: number,
  end: number,
  evidenceOf: EvidenceOf,
): Occurrence | undefined {
  const { text } = units;
  const length = end - start;
  for (const { start: beginning, lengths, characters, codec } of candidates) {
    if (length < lengths[0] || length > lengths[1]) continue;
    // The first two characters are those that the candidates were chosen by.
    if (beginning.length > 2 && !text.startsWith(beginning, start)) continue;
    if (characters !== undefined && !isAllOf(units, characters, start + beginning.length, end)) {
      continue;
    }
    const token = text.slice(start, end);
    const reading =
      characters === undefined || codec.readShaped === undefined
        ? codec.read(token)
        : codec.readShaped(token);
    if (reading === undefined) continue;
    if (evidenceOf(codec)?.(start, end) === false) continue;
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
