import type { Occurrence } from '../addresses/occurrence.ts';
import type { Clue } from './clue.ts';
import { cluesOfLine } from './line.ts';

type Place = Pick<Occurrence, 'offset' | 'length' | 'family'>;

/** How far before and behind an address such a text is read, in UTF-16 units. */
const reach = 400;

/** The end of a string, or a character that strings don't contain. */
const endOfString = /(?<!\\)["'`\n]/;

/**
 * `"content": "// on Polygon\ntoken = 0x…"`, `"details": "Sends to 0x…"`: evidence within a string
 * for an address in it. Folders, keys, and IDs around the string don't apply.
 */
export class TextsInStrings {
  readonly #text: string;
  readonly #isJson: boolean;

  constructor(text: string, path: string) {
    this.#text = text;
    this.#isJson = path.endsWith('.json');
  }

  /** Undefined if an address is in no such text. */
  levelsFor(place: Place): readonly (readonly Clue[])[] | undefined {
    const { offset, length } = place;
    const before = this.#text.slice(Math.max(0, offset - reach), offset);
    const after = this.#text.slice(offset + length, offset + length + reach);
    // A single quoted value isn't a text.
    if (after.startsWith('"') && before.endsWith('"') && !before.endsWith('\\"')) return undefined;
    const start = this.#isJson ? startInJson(before, after) : startInCode(before);
    if (start === undefined) return undefined;
    const end = after.search(/[\\"\n]/);
    const clues = cluesOfLine(this.#text, place, {
      start: offset - before.length + start,
      end: offset + length + (end === -1 ? reach : end),
    });
    return [clues.filter((clue) => clue !== undefined)];
  }
}

/** In JSON, a string with words is a text; `"[0x…, false]"` is a list of arguments. */
function startInJson(before: string, after: string): number | undefined {
  const open = Math.max(before.lastIndexOf('\n'), lastQuote(before));
  if (open === -1 ? before.length < reach : before.charAt(open) === '\n') return undefined;
  const [rest = ''] = after.split(/["\n]/, 1);
  const others = `${before.slice(open + 1)}@${rest}`.replace(
    /\w{26,}|\b(?:true|false|null)\b/g,
    '',
  );
  const isProse = others.includes(' ') && /[a-z]{3}/i.test(others);
  const isText = isProse || others.includes('\\');
  return isText ? Math.max(open + 1, escapeEnd(before)) : undefined;
}

/** The offset of the last unescaped quote; -1 for none. */
function lastQuote(text: string): number {
  let at = text.lastIndexOf('"');
  while (at > 0 && text.charAt(at - 1) === '\\') at = text.lastIndexOf('"', at - 1);
  return at;
}

/** Elsewhere, a string with escapes is a text. */
function startInCode(before: string): number | undefined {
  const start = escapeEnd(before);
  return start === 0 || endOfString.test(before.slice(start)) ? undefined : start;
}

/** The offset after the last escape of a string; 0 for none. */
function escapeEnd(text: string): number {
  const escape = text.lastIndexOf('\\');
  return escape !== -1 && /[ntr"]/.test(text.charAt(escape + 1)) ? escape + 2 : 0;
}
