import { isBlank, isNamePart, isQuote } from './characters.ts';
import { isBlockOfCode, isOptionBefore, openingBefore } from './brackets.ts';
import {
  accessors,
  element,
  endPhrase,
  group,
  isValue,
  line,
  passMark,
  quoted,
  tag,
  type Boundary,
  type Name,
  type Walk,
} from './steps.ts';

/** The text right before a value, back to what separates it from other values. */
export interface Segment {
  /** Names for the value, nearest first. */
  readonly names: readonly Name[];
  /** The nearest word or quoted name, verbatim; empty for none. */
  readonly name: string;
  /** Whether an equals sign or a colon is between the value and a name. */
  readonly isAssigned: boolean;
  readonly boundary: Boundary;
  /** The first unit of the segment. For an opening bracket, the unit after it. */
  readonly start: number;
}

/** A longer text of letters and digits is a value, not a name. */
const maxNameLength = 64;

/** A longer phrase is several. In UTF-16 units. */
const maxPhraseLength = 300;

/**
 * Reads backward from a value, or from the bracket around one: names, punctuation, and quoted names.
 * Stops before names that belong to another value.
 */
export function segmentBefore(
  text: string,
  from: number,
  floor: number,
  { isBracket = false } = {},
): Segment {
  const walk: Walk = {
    text,
    floor,
    at: from,
    names: [],
    phrase: '',
    name: '',
    hasMark: false,
    hasWords: false,
    isAssigned: false,
  };
  let boundary: Boundary | undefined;
  if (!isBracket) skipOpeningQuotes(walk);
  while (boundary === undefined) boundary = walk.at <= floor ? 'reach' : step(walk);
  endPhrase(walk);
  const { names, name, isAssigned, at } = walk;
  return { names, name, isAssigned, boundary, start: at };
}

/** The value's own quotes, with the prefixes of some languages: `b'`, `f"`, `@"`. */
function skipOpeningQuotes(walk: Walk): void {
  const { text, floor } = walk;
  const first = walk.at;
  while (walk.at > floor && isQuote(text.charCodeAt(walk.at - 1))) walk.at--;
  if (walk.at === first) return;
  let prefix = walk.at;
  while (prefix > floor && walk.at - prefix < 8 && /[a-zA-Z0-9@$#]/.test(text.charAt(prefix - 1)))
    prefix--;
  if (/^(?:[bBfFrRuULnN@$#]{1,3}|u8|hex|unicode)$/.test(text.slice(prefix, walk.at)))
    walk.at = prefix;
}

/** One step back. Returns what ends the segment, if anything does. */
function step(walk: Walk): Boundary | undefined {
  const { text } = walk;
  const code = text.charCodeAt(walk.at - 1);
  if (isNamePart(code)) return word(walk);
  switch (text.charAt(walk.at - 1)) {
    case ' ':
    case '\t':
    case '\r':
      walk.at--;
      return undefined;
    case '\n':
      return line(walk);
    case ',':
      return 'comma';
    case ';':
      return 'statement';
    case '}':
      return accessors(walk);
    case '(':
    case '[':
    case '{':
      return 'open';
  }
  endPhrase(walk);
  switch (text.charAt(walk.at - 1)) {
    case ')':
    case ']':
      return group(walk);
    case '"':
    case "'":
    case '`':
      return quoted(walk);
    case '>':
      return element(walk);
    case '<':
      return tag(walk);
    case '.':
      // The end of a sentence.
      if (isBlank(text.charCodeAt(walk.at)) && walk.hasWords) return 'statement';
      break;
    case '=':
      walk.isAssigned ||= text.charAt(walk.at) !== '>';
      break;
    case ':':
      walk.isAssigned ||= text.charAt(walk.at) !== ':' && text.charAt(walk.at - 2) !== ':';
  }
  // The bars of a table are not operators: its rows do not continue.
  if (code !== 0x7c || text.charCodeAt(walk.at - 2) === 0x7c) return passMark(walk);
  walk.at--;
  return undefined;
}

function word(walk: Walk): Boundary | undefined {
  const { text, floor } = walk;
  const end = walk.at;
  let start = end;
  while (start > floor && end - start <= maxNameLength && isNamePart(text.charCodeAt(start - 1)))
    start--;
  const own = text.slice(start, end);
  if (isValue(own)) return 'value';
  const hasLetters = /[^\d_$-]/.test(own);
  const isApart = hasLetters && !walk.hasMark && isBlank(text.charCodeAt(end));
  if (isApart && isOfOther(text, own, start)) return 'value';
  walk.at = start;
  if (!hasLetters) return undefined;
  walk.hasWords = true;
  if (walk.name === '') walk.name = own;
  walk.phrase = walk.phrase === '' ? own : `${own} ${walk.phrase}`;
  if (walk.phrase.length > maxPhraseLength) endPhrase(walk);
  // An option names one value, and what is before it names others.
  return isApart && own.startsWith('--') ? 'value' : undefined;
}

/**
 * Whether a word is the value of an option or of a variable, so that both are of another value:
 * `--key $PK 0x…`, `KEY=… 0x…`, `--keypair k.json 0x…`, `--private-key KEY 0x…`.
 */
const isOfOther = (text: string, word: string, start: number): boolean =>
  word.startsWith('$') ||
  text.charAt(start - 1) === '=' ||
  (text.charAt(start - 1) === '.' && /^(?:json|key|pem|txt|toml|ya?ml)$/.test(word)) ||
  (!word.startsWith('--') && isOptionBefore(text, start));

/** The open bracket or tag around a segment; -1 for none. */
export const openingAround = (text: string, { boundary, start }: Segment, floor: number): number =>
  boundary === 'open' || boundary === 'tag' ? start - 1 : openingBefore(text, start, floor, true);

/**
 * The identifiers that apply to a value, nearest first: its macro or call, its type, its own name,
 * and those of the lists and calls around it. Stops at its own name, because an object's name adds
 * nothing.
 */
export function* identifiersBefore(
  text: string,
  start: number,
  { floor, maxLevels: mostLevels }: { readonly floor: number; readonly maxLevels: number },
): Generator<string> {
  let segment = segmentBefore(text, start, floor);
  for (let level = 1; ; level++) {
    for (const name of segment.names)
      yield* (name.text.match(/[A-Za-z_$][\w$]{0,80}/g) ?? []).reverse();
    const open = openingAround(text, segment, floor);
    if (segment.isAssigned || level === mostLevels || open === -1) return;
    if (isBlockOfCode(text, open, floor)) return;
    segment = segmentBefore(text, open, floor, { isBracket: true });
  }
}
