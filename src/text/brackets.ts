import { isSpace } from './characters.ts';
import { lineStart } from './lines.ts';
import { setOf } from './words.ts';

/**
 * The nearest open bracket at an offset; -1 for none. A bracket of a different kind closes nothing,
 * such as a smiley in a comment.
 * @param hasTags whether an opening tag counts too
 */
export function openingBefore(text: string, end: number, floor: number, hasTags = false): number {
  const closed: number[] = [];
  let tags = 0;
  for (let at = end - 1; at >= floor; at--) {
    const code = text.charCodeAt(at);
    if (code === 0x29 || code === 0x5d || code === 0x7d) closed.push(code);
    else if (code === 0x28 || code === 0x5b || code === 0x7b) {
      const match = closed.lastIndexOf(code === 0x28 ? 0x29 : code + 2);
      if (match === -1) return at;
      closed.length = match;
    } else if (code === 0x3c && hasTags) {
      if (text.charCodeAt(at + 1) === 0x2f) tags++;
      else if (isTagAt(text, at) && tags-- === 0) return at;
    }
  }
  return -1;
}

const isTagAt = (text: string, at: number): boolean =>
  /[A-Za-z]/.test(text.charAt(at + 1)) &&
  !/[\w$]/.test(text.charAt(at - 1)) &&
  !isOptionBefore(text, at);

const declarations = setOf(
  'function fn func def fun sub impl trait interface contract library describe test it context if else ' +
    'for while try catch finally do loop unsafe async switch match',
);

/** Whether a bracket opens statements: the text before it names no value in them. */
export function isBlockOfCode(text: string, open: number, floor: number): boolean {
  if (text.charCodeAt(open) !== 0x7b) return false;
  let at = open;
  while (at > floor && isSpace(text.charCodeAt(at - 1))) at--;
  const previous = text.charAt(at - 1);
  if (previous === ')' || (previous === '>' && text.charAt(at - 2) === '=')) return true;
  const line = text.slice(lineStart(text, at, Math.max(floor, at - 120)), at);
  if (/[=:(,[]$/.test(line)) return false;
  const words = line.split(/\W+/);
  // `[20]byte{`, `common.Address{`: a type, of which a value follows.
  const isOfType = at === open && /[\w\]]$/.test(line);
  return (isOfType ? words.slice(-1) : words).some((word) => declarations.has(word));
}

/** Whether `--option ` comes right before an offset. */
export const isOptionBefore = (text: string, start: number): boolean =>
  /(?:^|\s)--[a-z][\w-]{1,40}[ =]$/.test(text.slice(Math.max(0, start - 48), start));
