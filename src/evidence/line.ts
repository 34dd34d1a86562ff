import type { Occurrence } from '../addresses/occurrence.ts';
import type { Family } from '../networks/networks.ts';
import { clueIn, clueOfKey, clueOfUrlAround } from './clues.ts';
import { branchAt } from './conditions.ts';
import { mayBeNetwork } from './entryVerdicts.ts';
import { itemAt, valueLength } from './items.ts';
import { membersIn } from './members.ts';
import { networkCalled, networkNotAsset } from '../networks/mentions.ts';
import { named } from '../networks/verdict.ts';
import type { Span } from '../text/span.ts';
import type { Clue } from './clue.ts';

/** How far an address's line can speak for it, in UTF-16 units. A line of a bundle is a file. */
const reach = { before: 400, after: 200 } as const;

/** Text near an address, limited to the part about that address. */
interface Line {
  readonly text: string;
  readonly family: Family;
  /** The start of its line, or of the part that counts. */
  readonly start: number;
  /** The start of its own entry in a list. */
  readonly own: number;
  readonly offset: number;
  readonly after: number;
  /** The end of the text after it that describes it. */
  readonly end: number;
}

type Place = Pick<Occurrence, 'offset' | 'length' | 'family'>;

/**
 * Clues next to an address and in its own entry, then in the trailing comment and the rest of the
 * line.
 */
type LineClues = readonly [ofEntry: Clue | undefined, ofRest: Clue | undefined];

/** @param span as much of its line as can speak for it */
export function cluesOfLine(text: string, place: Place, span: Span): LineClues {
  const branch = branchAt(text, within(span, place), place.offset);
  const line = lineOf(text, place, branch ?? span);
  const item = itemAt(text, within(branch ?? span, place), place);
  if (item !== undefined) return [touching(line) ?? item.clue, undefined];
  const [ofEntry, ofRest] = [clueOfEntry(line), clueOfRest(line)];
  return branch === undefined ? [ofEntry, ofRest] : [weakened(ofEntry), weakened(ofRest)];
}

/** As much of a line as can speak for an address on it. */
const within = ({ start, end }: Span, { offset, length }: Place): Span => ({
  start: Math.max(start, offset - reach.before),
  end: Math.min(end, offset + length + reach.after),
});

/** A chain ID in a condition is compared with another one. It is not the ID of an entry. */
const weakened = (clue: Clue | undefined): Clue | undefined =>
  clue?.reason === 'chainId' ? { ...clue, strength: 'structural' } : clue;

/** The line of an address, as far as it can speak for it. */
function lineOf(
  text: string,
  { offset, length, family }: Place,
  { start: lineStart, end: lineEnd }: Span,
): Line {
  const start = Math.max(lineStart, offset - reach.before);
  const after = offset + length;
  const own = ownStart(text, start, offset);
  const end = ownEnd(text, after, Math.min(lineEnd, after + reach.after));
  return { text, family, start, own, offset, after, end };
}

/** Clues next to an address, and in its own entry. */
function clueOfEntry(line: Line): Clue | undefined {
  const prefix = prefixOf(line);
  return touching(line) ?? (prefix === '' ? ownEntry(line) : clueOfPrefix(prefix, line.family));
}

/** The comment behind an address, and the rest of its line. */
function clueOfRest(line: Line): Clue | undefined {
  // A prefix is the network of the token. The rest of the line is about the token.
  if (prefixOf(line) !== '') {
    const verdict = membersIn(line.text.slice(line.after, line.end), line.family);
    return verdict === undefined ? undefined : { verdict, reason: 'name' };
  }
  return commentBehind(line) ?? restBefore(line) ?? restAfter(line);
}

/** After the last bracket that opens an entry, semicolon, mark of a comment, or other value. */
function ownStart(text: string, start: number, offset: number): number {
  let run = 0;
  for (let at = offset - 1; at >= start; at--) {
    const code = text.charCodeAt(at);
    if (code === 0x7b || code === 0x5b || code === 0x3b) return at + 1;
    if (code === 0x2f && isCommentMark(text, at)) return at + 1;
    run = isAlphanumeric(code) ? run + 1 : 0;
    if (run >= valueLength) return at + run;
  }
  return start;
}

/** Whether a slash is the second one of a `//` that isn't part of a URL. */
const isCommentMark = (text: string, at: number): boolean =>
  text.charCodeAt(at - 1) === 0x2f && text.charCodeAt(at - 2) !== 0x3a;

/** Stop before the next value: later text may describe that one. */
function ownEnd(text: string, after: number, end: number): number {
  let run = 0;
  for (let at = after; at < end; at++) {
    run = isAlphanumeric(text.charCodeAt(at)) ? run + 1 : 0;
    if (run >= valueLength) return at + 1 - run;
  }
  return end;
}

const isAlphanumeric = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a);

/**
 * `ethereum|base|0xB4…`: of words that touch an address, the nearest one names its network, and none
 * of the others does.
 */
function touching({ text, family, own, offset, after, end }: Line): Clue | undefined {
  if (!'|:/-_.@'.includes(text.charAt(offset - 1))) return undefined;
  let start = offset;
  while (start > own && /[\w|:./@#?=-]/.test(text.charAt(start - 1))) start--;
  const joined = text.slice(start, offset - 1);
  if (joined === '') return undefined;
  if (joined.includes('//')) return clueOfUrlAround(joined, text.slice(after, end), family);
  const words = joined.split(/[|:/@]/);
  const nearest = words.pop() ?? '';
  if (nearest === '') return undefined;
  const network = networkCalled(nearest, family);
  if (network !== undefined) {
    return { verdict: named(network), reason: 'name', strength: 'structural', isTouching: true };
  }
  const isListed =
    joined.includes('|') || words.some((word) => networkCalled(word, family) !== undefined);
  return isListed && words.length > 0
    ? {
        verdict: { kind: 'outside', evidence: mayBeNetwork(nearest) ? nearest : '' },
        reason: 'name',
        strength: 'structural',
        isClosed: true,
      }
    : undefined;
}

/** `"polygon:usdc", "USD Coin", 6, "0x…"`: a token by its network and its symbol. */
function prefixOf({ text, own, offset }: Line): string {
  const part = text.slice(own, offset);
  if (!part.includes(':') || !part.includes(',')) return '';
  return /["'`]([a-z]\w{1,20}):[\w.-]{1,40}["'`],/.exec(part)?.[1] ?? '';
}

function clueOfPrefix(prefix: string, family: Family): Clue | undefined {
  const network =
    networkCalled(prefix, family) ?? networkCalled(prefix.replace(/eth$/, ''), family);
  if (network !== undefined) {
    return { verdict: named(network), reason: 'name', strength: 'structural', isTouching: true };
  }
  const isTest = prefix.startsWith('t') && networkCalled(prefix.slice(1), family) !== undefined;
  if (!isTest) return undefined;
  const verdict = { kind: 'outside', evidence: prefix } as const;
  return { verdict, reason: 'name', strength: 'structural', isClosed: true };
}

/** Its key, its name, or the part of the line that it ends. */
function ownEntry(line: Line): Clue | undefined {
  const { text, own, offset, family } = line;
  const label = itemLabel(text.slice(own, offset));
  const network = label === '' ? undefined : networkNotAsset(label, family);
  if (network !== undefined) {
    return { verdict: named(network, label), reason: 'key', isOfKey: true };
  }
  // A comma separates entries with keys. In prose, it separates the items of one list.
  const comma = own + text.slice(own, offset).lastIndexOf(',') + 1;
  const isLast = comma > own && isKey(text.slice(comma, offset));
  const part = text.slice(isLast ? comma : own, offset);
  return isLast || isKey(part) ? clueOfKey(part, family, 'key') : clueIn(part, family, 'name');
}

/** The label of an item in prose: `- **Arbitrum One**: `. Empty for none. */
function itemLabel(before: string): string {
  const item = before.trimStart();
  if (before.length > 80 || !/^[-*+] /.test(item)) return '';
  const label = item
    .slice(2)
    .replace(/[*_`"'[(]/g, '')
    .trim();
  return /[:—–-]$/.test(label) ? label.slice(0, -1).trim() : '';
}

function isKey(text: string): boolean {
  return /^\s{0,80}["'`[]{0,4}[\w.-]{1,80}["'`\]]{0,4}\s{0,8}:/.test(text);
}

/** A semicolon right behind a value ends a statement, and two slashes behind a colon are of a URL. */
const commentMark = /(?<!:)\/\/|\/\*|<!--|(?:^|\s)(?:#|--)\s|\s;\s/;

function commentBehind(line: Line): Clue | undefined {
  const { text, after, end } = line;
  const rest = text.slice(after, end);
  const mark = commentMark.exec(rest);
  if (mark === null) return undefined;
  return clueIn(rest.slice(mark.index + mark[0].length), line.family, 'comment');
}

/** The line before its entry, but for what brackets enclose: that describes other entries. */
function restBefore(line: Line): Clue | undefined {
  const { text, family, start, own, offset, after, end } = line;
  if (own === start) return undefined;
  const hasOthers = /[0-9A-Za-z]{26}/.test(text.slice(start, own));
  // `polygon: "0x…", x: "0x…"`, `isBase ? "0x…" : "0x…"`: the name belongs to the other one.
  if (hasOthers && /[:=?]\s{0,4}["'`]?[0-9A-Za-z]{26}/.test(text.slice(start, own)))
    return undefined;
  if (hasOthers && /[,;]\s{0,8}\S/.test(text.slice(after, end))) return undefined;
  const before = text.slice(start, own);
  // A block that opens on the line is read as a block.
  if (before.includes('{') || before.includes('}')) return undefined;
  return clueIn(text.slice(start, offset), family, 'name');
}

function restAfter({ text, family, after, end }: Line): Clue | undefined {
  const rest = text.slice(after, end);
  // Comments are read separately, and a key belongs to another value.
  const stop = rest.search(
    /[{}[\]]|(?<!:)\/\/|\/\*|\s#\s|,\s{0,4}["'`]?[\w.]{1,60}["'`]?\s{0,4}[:=]|["'`)]\s{0,2};|\)\s{0,2},/,
  );
  return clueIn(stop === -1 ? rest : rest.slice(0, stop), family, 'name');
}
