import { commentOf, fileAfter, labelAbove, labelAfter, LinesAbove } from './labels.ts';
import { idiomKind, isInKeyPath, startOfPath } from './idioms.ts';
import { isBlockOfCode } from '../text/brackets.ts';
import { isQuote, isSpace } from '../text/characters.ts';
import { cellsNaming } from '../text/columns.ts';
import { openingAround, segmentBefore, type Segment } from '../text/segments.ts';
import { isValue, type Name } from '../text/steps.ts';
import { isBareKey, kindOfCallee, kindOfName, type NameKind, type Place } from './words.ts';

const maxLevels = 6;

const ofKey = /key|phrase|mnemonic|private/i;

/**
 * The meaning of a value by the names around it, nearest first: its own name, its column, its pair,
 * the calls and lists around it, the text after and above it. Names around half of a key prove
 * nothing, because calls with keys and comments about them contain addresses too.
 *
 *  @param linesAbove of the same text, shared by all its values
 */
export function namingOf(place: Place, linesAbove = new LinesAbove()): NameKind | undefined {
  const { text, end, floor, isKeySized = false, isHalf = false } = place;
  if (isKeySized && isInKeyPath(text, place.start)) return 'key';
  const start = startOfPath(text, place.start);
  const own = segmentBefore(text, start, floor);
  // Token lists write an asset as `ARB.SEED-0x…`.
  const isAsset = text.charAt(start - 1) === '-' && !ofKey.test(own.name);
  const kind = isAsset ? undefined : kindOfSegment(own, { isKeySized });
  if (kind !== undefined) return kind;
  const near =
    siblingKind(place, own) ?? tableKind(place) ?? idiomKind(place) ?? fileAfter(text, end);
  if (near !== undefined || isHalf) return near;
  return aroundIt(place, own) ?? labelAfter(text, end) ?? labelAbove(place, linesAbove);
}

function tableKind({ text, start, floor }: Place): NameKind | undefined {
  const cells = cellsNaming(text, start, floor).filter((cell) => !isValue(cell));
  return cells.map((cell) => kindOfName(cell, true)).find((kind) => kind !== undefined);
}

/** Names without meaning for the value. The adjacent fields decide. */
const generic =
  /^(?:value|values|val|v|data|content|contents|default|text|key|raw|bytes|hex|base58|string)$/i;

const telling =
  /\b(?:name|key|type|kind|label|id|title|description|field|usage|use|purpose|role|category|format|property|variable)["']? {0,4}[:=] {0,4}(?:["']([^"'\n]{2,60})["']|([\w.-]{2,60}(?: [\w.-]{1,30}){0,3}))/gi;

/** `["privateKey", "…"]`, `define('PRIVATE_KEY', '…')`, `{ name: "PRIVATE_KEY", value: "…" }`. */
function siblingKind({ text, end, floor }: Place, own: Segment): NameKind | undefined {
  if (own.boundary === 'comma' && own.name === '') {
    let at = own.start - 1;
    while (at > floor && isSpace(text.charCodeAt(at - 1))) at--;
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
  for (let level = 0; level < maxLevels; level++) {
    const open = openingAround(text, segment, floor);
    if (open === -1) return undefined;
    if (text.charAt(open) === '<' && text.charAt(open + 1) !== '/') {
      const kind = kindOfName(text.slice(open, open + 80).split('>')[0] ?? '');
      if (kind !== undefined) return kind;
    }
    const bracket = text.charAt(open);
    if (isBlockOfCode(text, open, floor)) return undefined;
    const head = segmentBefore(text, open, floor, { isBracket: true });
    if (isLookup(text, open, head)) return undefined;
    if (isWallet(place, head, bracket)) return 'key';
    const isNearKeySized = level === 0 && place.isKeySized === true;
    if (isNearKeySized && isAddedToKeys(text, open)) return 'key';
    const isKeySized = isNearKeySized && bracket === '[' && own.name === '';
    const kind = kindOfSegment(head, { isCallee: true, isKeySized });
    if (kind !== undefined) return kind;
    const above = commentOf(text, open, floor);
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

const types =
  /^(?:static|[&*]?str|string|char|text|bytes?|hex|var|any|object|auto|vec|vector|list|array|arraylist|set|slice|mut)$/i;

/**
 * The meaning by the names before a value, or before a bracket around it: the nearest meaningful
 * one.
 *
 *  @param isKeySized whether a bare `key` names the value, if only a type is nearer
 */
function kindOfSegment(
  { names }: Segment,
  { isCallee = false, isKeySized = false }: { isCallee?: boolean; isKeySized?: boolean },
): NameKind | undefined {
  let mayBeCallee = isCallee;
  let mayBeBare = isKeySized;
  for (const name of names) {
    const isOfCall = mayBeCallee && name.role === 'words';
    const kind = isOfCall ? kindOfCallee(name.text) : kindOf(name);
    if (kind !== undefined) return kind;
    if (isOfCall) mayBeCallee = false;
    const word = bareWordOf(name);
    if (!mayBeBare || types.test(word) || word === '') continue;
    if (isBareKey(word)) return 'key';
    mayBeBare = false;
  }
  return undefined;
}

function kindOf({ text, role, tag = '' }: Name): NameKind | undefined {
  const kind = kindOfName(text) ?? kindOfName(tag);
  // One of several is a key; it doesn't matter which.
  return role === 'pattern' && kind !== 'key' ? undefined : kind;
}

function bareWordOf({ text, role }: Name): string {
  if (role === 'words') return text.slice(text.lastIndexOf(' ') + 1);
  return role === 'index' || role === 'pattern' ? '' : text;
}
