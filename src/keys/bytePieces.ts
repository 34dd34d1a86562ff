import {
  byteLists,
  hexadecimal,
  isAll,
  isLetterOrDigit,
  isPrefixedAt,
  isQuote,
  isSpace,
} from '../text/characters.ts';
import { setOf } from '../text/words.ts';
import { byteListAt } from '../families/byteList.ts';
import { namesBefore } from '../families/byteNames.ts';
import { checksumOf, type Occurrence } from '../addresses/occurrence.ts';
import type { Span } from '../text/span.ts';
import { kindOfName } from './words.ts';

/** `privateKey: address!("…")`: a key's name counts, whatever the macro or type. */
export function areBytesOfKey(text: string, occurrence: Occurrence): boolean {
  if (checksumOf(occurrence) === 'valid') return false;
  for (const name of namesBefore(text, occurrence.offset)) {
    if (kindOfName(name) === 'key') return true;
  }
  return false;
}

/** The bytes of a key, and of a seed with the public key, give or take a few. */
const keySizes: ReadonlySet<number> = new Set([31, 32, 33, 63, 64, 65, 66]);

/** How far the next bytes can be, and how long they can be, in UTF-16 units. */
const reach = { glue: 96, list: 640 } as const;

const maxParts = 4;

/** Words that join bytes or convert what follows. Any other word names another value. */
const joining = setOf(
  'concat extend chain append push add plus new byte bytes hex hexlify vec u8 uint8 uint8array from buffer of into as slice to to_vec to_bytes b',
);

const glue = new Set(' \t\r\n,()[]{}&+|.!"\'`');

interface Part extends Span {
  readonly count: number;
}

/**
 * The key of which twenty bytes are a piece: bytes are next to them, without names between, and
 * together they are as many as a key has.
 */
export function bytesKeyAround(text: string, start: number, end: number): Span | undefined {
  const after = partsFrom(text, end, 1);
  const before = partsFrom(text, start, -1);
  for (let left = 0; left <= before.length; left++) {
    for (let right = 0; right <= after.length; right++) {
      const parts = [...before.slice(0, left), ...after.slice(0, right)];
      const count = parts.reduce((sum, part) => sum + part.count, 20);
      if (!keySizes.has(count)) continue;
      return { start: before[left - 1]?.start ?? start, end: after[right - 1]?.end ?? end };
    }
  }
  return undefined;
}

/** The bytes after or before an offset, nearest first. */
function partsFrom(text: string, from: number, step: 1 | -1): Part[] {
  const parts: Part[] = [];
  for (let at = from; parts.length < maxParts;) {
    const part = nextPart(text, at, step);
    if (part === undefined) break;
    parts.push(part);
    at = step > 0 ? part.end : part.start;
  }
  return parts;
}

function nextPart(text: string, from: number, step: 1 | -1): Part | undefined {
  // Read backward, the unit at an offset is the one before it.
  const shift = step > 0 ? 0 : -1;
  for (let at = from; (at - from) * step < reach.glue && at + shift >= 0;) {
    if (glue.has(text.charAt(at + shift))) {
      at += step;
      continue;
    }
    let to = at;
    while ((to - at) * step < reach.list && isWordPart(text.charCodeAt(to + shift))) to += step;
    const [start, end] = step > 0 ? [at, to] : [to, at];
    if (!joining.has(text.slice(start, end).toLowerCase())) {
      return digitsIn(text, start, end) ?? (step > 0 ? listAt(text, at) : listTo(text, at));
    }
    at = to;
  }
  return undefined;
}

/** The digits of a string. */
function digitsIn(text: string, start: number, end: number): Part | undefined {
  const quote = text.charCodeAt(end);
  if (!isQuote(quote) || text.charCodeAt(start - 1) !== quote) return undefined;
  const from = isPrefixedAt(text, start) ? start + 2 : start;
  const digits = end - from;
  if (digits < 2 || digits % 2 !== 0 || !isAll(hexadecimal, text, from, end)) return undefined;
  return { start, end, count: digits / 2 };
}

function listAt(text: string, from: number): Part | undefined {
  const list = byteListAt(text, from, maxBytes);
  return list && { start: list.start, end: list.end, count: list.bytes.length };
}

const maxBytes = 66;

/** The list that ends at an offset. */
function listTo(text: string, end: number): Part | undefined {
  let start = end;
  while (end - start < reach.list && byteLists[text.charCodeAt(start - 1)] !== 0) start--;
  while (start < end && isOpening(text, start)) start++;
  const part = listAt(text, start);
  return part?.end === end ? part : undefined;
}

/** Whether a bracket belongs to a call instead of a cast. */
const isOpening = (text: string, at: number): boolean =>
  isSpace(text.charCodeAt(at)) || (text.charAt(at) === '(' && !text.startsWith('(byte)', at));

const isWordPart = (code: number): boolean => isLetterOrDigit(code) || code === 0x5f;
