import { commentOf, fileAfter, labelAbove, labelAfter } from './labels.ts';
import { idiomKind, isInKeyPath, startOfPath } from './idioms.ts';
import { segmentBefore } from './segments.ts';
import { tableKind } from './table.ts';
import { isOptionBefore, isQuote, isValue, type Segment } from './walk.ts';
import { wordsOf } from '../../text/wordsOf.ts';
import { kindOfName, type NameKind } from './words.ts';

export interface Place {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The offset at which the search backward stops. */
  readonly floor: number;
  /** Whether the value has exactly the size of a key, so that a bare `key` names it. */
  readonly isKeySized?: boolean;
  /** Whether it is too short for a key: it can only be a piece of one. */
  readonly isHalf?: boolean;
}

const mostLevels = 6;

/**
 * What the names around a value say about it, nearest first: its own name, the column of its table,
 * the pair it belongs to, the calls and lists around it, the text after it and above it. Those around
 * it say nothing of a half: calls with keys and comments about them have addresses too.
 */
export function namingOf(place: Place): NameKind | undefined {
  const { text, end, floor, isKeySized = false, isHalf = false } = place;
  if (isKeySized && isInKeyPath(text, place.start)) return 'key';
  const own = segmentBefore(text, startOfPath(text, place.start), { floor, isKeySized });
  if (own.kind !== undefined) return own.kind;
  const near =
    siblingKind(place, own) ?? tableKind(place) ?? idiomKind(place) ?? fileAfter(text, end);
  if (near !== undefined || isHalf) return near;
  return aroundIt(place, own) ?? labelAfter(text, end) ?? labelAbove(place);
}

/** Names that say nothing about their value. The fields next to it decide. */
const generic =
  /^(?:value|values|val|v|data|content|contents|default|text|key|raw|bytes|hex|base58|string)$/i;

const telling =
  /\b(?:name|key|type|kind|label|id|title|description|field|usage|use|purpose|role|category|format|property|variable)["']? {0,4}[:=] {0,4}(?:["']([^"'\n]{2,60})["']|([\w.-]{2,60}(?: [\w.-]{1,30}){0,3}))/gi;

/** `["privateKey", "…"]`, `define('PRIVATE_KEY', '…')`, `{ name: "PRIVATE_KEY", value: "…" }`. */
function siblingKind({ text, end, floor }: Place, own: Segment): NameKind | undefined {
  if (own.boundary === 'comma' && own.name === '') {
    let at = own.start - 1;
    while (at > floor && /\s/.test(text.charAt(at - 1))) at--;
    if (isQuote(text.charCodeAt(at - 1))) {
      const kind = kindOfName(quotedBefore(text, at, floor), true);
      if (kind !== undefined) return kind;
    }
  }
  if (!generic.test(own.name)) return undefined;
  const before = text.slice(Math.max(floor, own.start - 160), own.start);
  const own1 = before.slice(Math.max(before.lastIndexOf('{'), before.lastIndexOf('- ')) + 1);
  const after = text.slice(end, end + 120);
  const ownEnd = after.slice(0, Math.max(0, indexOfEither(after, '}', '- ')));
  for (const [, quoted, word = ''] of `${own1}\n${ownEnd}`.matchAll(telling)) {
    const kind = kindOfName(quoted ?? word, true);
    if (kind !== undefined) return kind;
  }
  return undefined;
}

function indexOfEither(text: string, one: string, other: string): number {
  const places = [text.indexOf(one), text.indexOf(other)].filter((at) => at !== -1);
  return Math.min(text.length, ...places);
}

/** The content of the string that ends right before an offset. */
function quotedBefore(text: string, after: number, floor: number): string {
  const quote = text.charAt(after - 1);
  const from = Math.max(floor, after - 80);
  const part = text.slice(from, after - 1);
  const open = part.lastIndexOf(quote);
  return open === -1 ? '' : part.slice(open + 1);
}

/** Calls, lists, objects, and elements around a value, innermost first. */
function aroundIt(place: Place, own: Segment): NameKind | undefined {
  const { text, floor } = place;
  // The value is itself the name of a key: `"0x…": "<64 digits>"`.
  if (isNameOfKey(place)) return undefined;
  let segment = own;
  for (let level = 0; level < mostLevels; level++) {
    const open =
      segment.boundary === 'open' || segment.boundary === 'tag'
        ? { at: segment.start - 1, isTag: segment.boundary === 'tag' }
        : openingBefore(text, segment.start, floor);
    if (open === undefined) return undefined;
    if (open.isTag && text.charAt(open.at) === '<' && text.charAt(open.at + 1) !== '/') {
      const kind = kindOfName(text.slice(open.at, open.at + 80).split('>')[0] ?? '');
      if (kind !== undefined) return kind;
    }
    const bracket = text.charAt(open.at);
    const isListOfBare = level === 0 && bracket === '[' && own.name === '';
    const isKeySized = place.isKeySized === true && isListOfBare;
    const head = segmentBefore(text, open.at, { floor, isCallee: true, isKeySized });
    if (bracket === '{' && isBlockOfCode(text, open.at, floor)) return undefined;
    if (isLookup(text, open.at, head)) return undefined;
    if (isWallet(place, head, bracket)) return 'key';
    if (level === 0 && place.isKeySized === true && isAddedToKeys(text, open.at)) return 'key';
    if (head.kind !== undefined) return head.kind;
    const above = commentOf(text, open.at, floor);
    if (above !== undefined) return above;
    segment = head;
  }
  return undefined;
}

/** Whether the text after it is an entry's value, and long enough for a key. */
function isNameOfKey({ text, end }: Place): boolean {
  const [, value = ''] =
    /^["'`]?\]? {0,4}(?:=>|[:=]) {0,4}["'`]?(?:0x)?([0-9A-Za-z]{43,130})/.exec(
      text.slice(end, end + 160),
    ) ?? [];
  return isValue(value);
}

/** `privateKeys["0x…"]` and `keys.get("0x…")`: an index is not a key. */
function isLookup(text: string, open: number, head: Segment): boolean {
  if (text.charAt(open) === '[') return /[\w$)\]]/.test(text.charAt(open - 1));
  return (
    text.charAt(open) === '(' &&
    /^(?:get|has|delete|includes|indexOf|contains|find)$/i.test(head.name)
  );
}

/** `new Wallet("…")` takes a key; `Wallet(0x…)` without quotes is a contract. */
function isWallet({ text, start }: Place, head: Segment, bracket: string): boolean {
  return (
    bracket === '(' && /(?:^|\.)Wallet$/.test(head.name) && isQuote(text.charCodeAt(start - 1))
  );
}

/** `keys.push("…")`: an element of a list of keys. */
const isAddedToKeys = (text: string, open: number): boolean =>
  text.charAt(open) === '(' &&
  /(?<![A-Za-z])keys?\.(?:push|append|add|insert|push_back|emplace_back)$/i.test(
    text.slice(Math.max(0, open - 24), open),
  );

const declarations = new Set(
  (
    'function fn func def fun sub impl trait interface contract library describe test it context if else ' +
    'for while try catch finally do loop unsafe async switch match'
  ).split(' '),
);

/** Whether a brace opens statements: the text before it does not name values in it. */
function isBlockOfCode(text: string, open: number, floor: number): boolean {
  let at = open;
  while (at > floor && /\s/.test(text.charAt(at - 1))) at--;
  const previous = text.charAt(at - 1);
  if (previous === ')' || (previous === '>' && text.charAt(at - 2) === '=')) return true;
  const before = text.slice(Math.max(floor, at - 120), at);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (/[=:(,[]$/.test(line)) return false;
  return wordsOf(line).some((word) => declarations.has(word));
}

interface Opening {
  readonly at: number;
  readonly isTag: boolean;
}

const isLetter = (code: number): boolean => code >= 0x61 && code <= 0x7a;

/** The nearest bracket or tag that is open at an offset. */
function openingBefore(text: string, from: number, floor: number): Opening | undefined {
  const closed: number[] = [];
  let tags = 0;
  for (let at = from - 1; at >= floor; at--) {
    const code = text.charCodeAt(at);
    if (code === 0x29 || code === 0x5d || code === 0x7d) closed.push(code);
    else if (code === 0x28 || code === 0x5b || code === 0x7b) {
      const match = closed.lastIndexOf(code === 0x28 ? 0x29 : code + 2);
      // A smiley in a comment closes nothing.
      if (match === -1) return { at, isTag: false };
      closed.length = match;
    } else if (code === 0x3c) {
      const next = text.charCodeAt(at + 1) | 0x20;
      if (next === 0x2f) tags++;
      else if (isLetter(next) && !/[\w$]/.test(text.charAt(at - 1)) && !isOptionBefore(text, at)) {
        if (tags === 0) return { at, isTag: true };
        tags--;
      }
    }
  }
  return undefined;
}
