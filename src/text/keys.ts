import { isSpace } from './characters.ts';
import { lineAt, type Outline } from './outline.ts';
import { isNegated } from './words.ts';

/** In UTF-16 units. */
const maxKeyLength = 48;

/** 1 for characters allowed between a key and its separator, 2 for characters of keys, as bits. */
const keyKinds = new Uint8Array(0x10000);
for (const mark of ' \t"\'`])?') keyKinds[mark.charCodeAt(0)] = 1;
for (let code = 0; code < 0x80; code++) {
  if (/[\w$. -]/.test(String.fromCharCode(code))) keyKinds[code] = (keyKinds[code] ?? 0) | 2;
}

const kindBefore = (text: string, at: number): number => keyKinds[text.charCodeAt(at - 1)] ?? 0;

/** `[base.id]: …`. The brackets are a block of their own, so the key can start before the range. */
const computedKey = /[{,\s]\[(?:[\w$]+\.)*([A-Za-z]\w+)\.(?:id|chainId)$/;

/**
 * The key that ends before a separator: its last word, or the index of a computed key. Empty for
 * none.
 */
export function keyBefore(text: string, separator: number, start: number): string {
  let end = separator;
  while (end > start && separator - end < 8 && (kindBefore(text, end) & 1) !== 0) end--;
  if (text.charCodeAt(end) === 0x5d) {
    const [, name] = computedKey.exec(text.slice(Math.max(0, end - maxKeyLength), end)) ?? [];
    if (name !== undefined) return name;
  }
  let first = end;
  const least = Math.max(start, end - maxKeyLength);
  while (first > least && (kindBefore(text, first) & 2) !== 0) first--;
  const key = text.slice(first, end).trim();
  // A type can follow the name: `const id: number = 137`.
  const last = Math.max(key.lastIndexOf(' '), key.lastIndexOf('.')) + 1;
  // `"1.4.1"` is a version, and none of its parts a number of its own.
  const isVersion =
    key.charCodeAt(last - 1) === 0x2e && isDigit(key, last) && isDigit(key, last - 2);
  // `All networks except Celo: …`
  const isLeftOut = last > 0 && isNegated(key.slice(0, last));
  return last < key.length && !isVersion && !isLeftOut ? key.slice(last) : key;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}

/** The key or variable that has a block as its value; empty for none. */
export function keyOf(text: string, opening: number): string {
  let at = opening;
  while (at > 0 && isSpace(text.charCodeAt(at - 1)) && opening - at < 80) at--;
  const mark = text.charAt(at - 1);
  return mark === ':' || mark === '=' ? keyBefore(text, at - 1, Math.max(0, at - 80)) : '';
}

/** The first element of a list, if it is a short text, or the ID of something, and another follows. */
export function firstOf(text: string, opening: number): string | undefined {
  if (text.charCodeAt(opening) !== 0x5b) return undefined;
  const start = text.slice(opening, opening + 90);
  const [, quoted, owner] =
    /^\[\s{0,40}(?:["'`]([\w .-]{1,40})["'`]|([A-Za-z]\w{0,40})\.id)\s{0,4},/.exec(start) ?? [];
  return quoted ?? owner;
}

/** Characters before the head of a block. */
const edges = new Set('\n\r;[]{}');

/** The text before a bracket on its line, up to another bracket or a statement. At most 120 UTF-16 units. */
export function headBefore(text: string, opening: number): string {
  const head = text.slice(Math.max(0, opening - 120), opening).trimEnd();
  let at = head.length;
  while (at > 0 && !edges.has(head.charAt(at - 1))) at--;
  return head.slice(at);
}

/** The text before a bracket that belongs to it: on its line, or in the call that it is part of. */
export function headOf({ text, blocks, lines }: Outline, block: number): string {
  const opening = blocks.opens[block] ?? 0;
  const call = blocks.opens[blocks.parents[block] ?? -1] ?? -1;
  if (call !== -1 && text.charCodeAt(call) === 0x28 && opening - call < 120) {
    const argumentsBefore = text.slice(call + 1, opening);
    if (!/[{}()[\]]/.test(argumentsBefore)) return argumentsBefore;
  }
  const start = lines.starts[lineAt(lines, opening)] ?? 0;
  const line = text.slice(Math.max(start, opening - 200), opening);
  let from = line.length;
  while (from > 0 && !'{,;}'.includes(line.charAt(from - 1))) from--;
  return line.slice(from);
}

/** The start of the characters of a kind that end at an offset. */
export function startOfRun(text: string, end: number, from: number, kind: RegExp): number {
  let at = end;
  while (at > from && kind.test(text.charAt(at - 1))) at--;
  return at;
}
