import { isBareKey, kindOfCallee, kindOfName, type NameKind } from './words.ts';

/** Why a segment starts where it starts. */
export type Boundary = 'comma' | 'statement' | 'open' | 'line' | 'tag' | 'value' | 'reach';

/** The text right before an offset, back to what separates it from other values. */
export interface Segment {
  readonly kind: NameKind | undefined;
  readonly boundary: Boundary;
  /** The first unit of the segment. For an opening bracket, the unit after it. */
  readonly start: number;
  /** Its last name as written, whether or not it says anything. */
  readonly name: string;
}

/** A walk backward from a value. Its steps share this state. */
export interface Walk {
  readonly text: string;
  readonly floor: number;
  at: number;
  /** Names with only blanks between them, the last one first. */
  phrase: string;
  name: string;
  kind: NameKind | undefined;
  isCallee: boolean;
  hasMark: boolean;
  hasWords: boolean;
  /** Whether a bare `key` would name the value: it has a key's size, and nothing else names it. */
  isBare: boolean;
}

/** Returns what the names since the last punctuation mark say. */
export function decide(walk: Walk): void {
  const { phrase } = walk;
  walk.phrase = '';
  if (phrase === '' || walk.kind !== undefined) return;
  walk.kind = walk.isCallee ? kindOfCallee(phrase) : kindOfName(phrase);
  walk.isCallee = false;
  if (walk.kind === undefined) decideBare(walk, phrase.slice(phrase.lastIndexOf(' ') + 1));
}

const types =
  /^(?:static|[&*]?str|string|char|text|bytes?|hex|var|any|object|auto|vec|vector|list|array|arraylist|set|slice|mut)$/i;

/** Only the nearest name can be a bare one, apart from the type between it and the value. */
export function decideBare(walk: Walk, word: string): void {
  if (!walk.isBare || types.test(word)) return;
  if (isBareKey(word)) walk.kind = 'key';
  walk.isBare = false;
}

/** Whether `--option ` comes right before an offset. */
export const isOptionBefore = (text: string, start: number): boolean =>
  /(?:^|\s)--[a-z][\w-]{1,40}[ =]$/.test(text.slice(Math.max(0, start - 48), start));

/** A token that is a value and not a name: long, and neither words nor an identifier. */
export function isValue(word: string): boolean {
  return word.length >= 26 && /\d/.test(word) && !/[_\s-]|(?:private|secret)key/i.test(word);
}

export function isQuote(code: number): boolean {
  return code === 0x22 || code === 0x27 || code === 0x60;
}

/** Letters, digits, `_`, `$`, `-`, and every non-ASCII character. */
export function isNamePart(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f ||
    code === 0x24 ||
    code === 0x2d ||
    (code > 0xbf && code < 0x2000) ||
    (code > 0x2e7f && code < 0xfe00)
  );
}

export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

export function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}
