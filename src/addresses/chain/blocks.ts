import { lineStartBefore } from './lineBreaks.ts';
import { networkOfChainId } from './mentions.ts';
import type { ReasonKind } from './reasons.ts';

/** A piece of code near an address that may name its network. */
export interface Clue {
  readonly reason: ReasonKind;
  readonly text: string;
}

/** How far before an address a block can start, in UTF-16 units: some two hundred lines. */
const reach = 8_192;

const forwards = 600;

const mostBlocks = 6;

/**
 * What the blocks around an offset say, innermost first: their other entries, their name, the
 * comment above them. Then sections of files without brackets.
 */
export function blocksAround(text: string, offset: number): Clue[][] {
  const places: Clue[][] = [];
  let isInBrackets = false;
  let inside = offset;
  for (const opening of openings(text, offset)) {
    isInBrackets = true;
    const head = headOf(text, opening);
    const siblings = text.slice(opening + 1, inside) + text.slice(inside, endOf(text, inside));
    places.push(
      [{ reason: 'key', text: entriesOf(siblings) }],
      [{ reason: isAssignment(head) ? 'name' : 'section', text: withoutStrings(head) }],
      [{ reason: 'chainId', text: numericKey(head) }],
    );
    inside = opening;
    if (places.length >= mostBlocks * 3) break;
  }
  return [...places, ...sectionsAbove(text, offset, isInBrackets)];
}

/** Offsets of the brackets that are open at `offset`, innermost first. */
function openings(text: string, offset: number): number[] {
  const found: number[] = [];
  let depth = 0;
  for (let at = offset - 1; at >= Math.max(0, offset - reach); at--) {
    const character = text.charCodeAt(at);
    if (character === 0x7d || character === 0x5d || character === 0x29) depth++;
    else if (character === 0x7b || character === 0x5b || character === 0x28) {
      if (depth > 0) depth--;
      else found.push(at);
    }
  }
  return found;
}

/** The end of the block around an offset, or the end of the search. */
function endOf(text: string, from: number): number {
  let depth = 0;
  const last = Math.min(text.length, from + forwards);
  for (let at = from; at < last; at++) {
    const character = text.charCodeAt(at);
    if (character === 0x7b || character === 0x5b || character === 0x28) depth++;
    else if (character === 0x7d || character === 0x5d || character === 0x29) {
      if (depth === 0) return at;
      depth--;
    }
  }
  return last;
}

/** The text before a bracket on its line, and the line above if that is a comment. */
function headOf(text: string, opening: number): string {
  const start = lineStartBefore(text, opening);
  const line = text.slice(Math.max(start ?? 0, opening - 200), opening);
  const own = line.slice(
    Math.max(...['{', ',', ';', '}'].map((mark) => line.lastIndexOf(mark))) + 1,
  );
  if (start === undefined || start === 0) return own;
  const aboveStart = lineStartBefore(text, start - 1);
  if (aboveStart === undefined) return own;
  const above = text.slice(aboveStart, start - 1).trim();
  return /^(?:\/\/|#|\/\*|\*)/.test(above) && above.length < 200 ? `${own} ${above}` : own;
}

/**
 * `chainId: 137`, `network: "polygon"`, `rpcUrl: "…"`: entries that name the network of the others.
 */
const networkEntry =
  /["'`]?\b(?:chain(?:_?(?:id|name))?|network(?:_?(?:id|name))?|blockchain|rpc(?:_?urls?)?|url|endpoint|explorer(?:_?url)?|platform|name|title|key|slug|id)["'`]?\s*[:=]\s*(?:["'`]([^"'`\n]{1,160})["'`]|([\w.]+))/gi;

/** Only entries of the block itself: those in inner blocks describe others. */
function entriesOf(siblings: string): string {
  const own = withoutBlocks(siblings);
  return [...own.matchAll(networkEntry)].map(([entry]) => entry).join('\n');
}

function withoutBlocks(text: string): string {
  let depth = 0;
  let own = '';
  for (const part of text.split(/([{}[\]()])/)) {
    if (/^[{[(]$/.test(part)) depth++;
    else if (/^[}\])]$/.test(part)) depth = Math.max(0, depth - 1);
    else if (depth === 0) own += `${part}\n`;
  }
  return own;
}

function isAssignment(head: string): boolean {
  return /=\s*(?:[\w.]+)?$/.test(head.trim());
}

/** Titles of tests and messages are prose. Only the code before a block and its keys count. */
function withoutStrings(head: string): string {
  return head.replace(/"[^"\n]{25,}"|'[^'\n]{25,}'|`[^`\n]{25,}`/g, ' ');
}

/** `137: {` and `"10": [`, if the number is a chain ID. 1 is as often an index. */
function numericKey(head: string): string {
  const id = keyedId(head);
  return id !== undefined && id !== '1' ? `chainId: ${id}` : '';
}

/**
 * `"137": "0x…"`: an entry under a chain ID. To exclude the indexes of lists, the block must have a
 * name that says what it contains, or another ID that is too large for an index.
 */
export function numericEntry(text: string, offset: number): string {
  let end = offset;
  while (offset - end < 40 && /["'`[\s]/.test(text.charAt(end - 1))) end--;
  const id = keyedId(text.slice(Math.max(0, offset - 40), end));
  const [opening] = id === undefined ? [] : openings(text, offset);
  if (id === undefined || opening === undefined) return '';
  const block = text.slice(opening, offset) + text.slice(offset, endOf(text, offset));
  const others = [...block.matchAll(/["'`{,\s[](\d{3,12})["'`\]]*\s*:/g)];
  const isAmongIds = others.some(([, other = '']) => Number(other) > 255 && isChainId(other));
  const isNamed = /network|chain|address|deploy|contract/i.test(headOf(text, opening));
  return isNamed || isAmongIds ? `chainId: ${id}` : '';
}

function keyedId(head: string): string | undefined {
  const [, id = ''] = /(?:^|[{,\s[])["'`]?(\d{1,12})["'`]?\]?\s*:\s*$/.exec(head) ?? [];
  return isChainId(id) ? id : undefined;
}

function isChainId(digits: string): boolean {
  return digits !== '' && networkOfChainId(digits) !== undefined;
}

/**
 * Headings above: TOML and INI sections, Markdown, the parents of an indented line, comment
 * banners.
 */
function sectionsAbove(text: string, offset: number, isInBrackets: boolean): Clue[][] {
  const places: Clue[][] = [];
  const lines = text.slice(Math.max(0, offset - reach), offset).split('\n');
  let indent = indentOf(lines.pop() ?? '');
  for (const line of lines.reverse().slice(0, 120)) {
    if (line.trim() === '') continue;
    const [, heading] = /^\s*\[\[?["']?([^\]]{1,80})["']?\]\]?\s*$|^#{1,6}\s/.exec(line) ?? [];
    if (heading !== undefined) {
      places.push([{ reason: 'section', text: heading }]);
      break;
    }
    const isBanner = /^\s*(?:#|\/\/|--|\/\*|<!--)\s*\S/.test(line);
    if (isBanner) places.push([{ reason: 'comment', text: line.slice(0, 200) }]);
    else if (!isInBrackets && indentOf(line) < indent) {
      indent = indentOf(line);
      places.push([{ reason: 'section', text: line.slice(0, 200) }]);
    }
  }
  return places;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
