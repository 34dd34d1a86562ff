import type { Occurrence } from '../addresses/occurrence.ts';
import type { Clue } from './clue.ts';
import { clueOfEntry, clueOfLine, lineOf } from './line.ts';

type Place = Pick<Occurrence, 'offset' | 'length' | 'family'>;

/** How far such a source is read, in UTF-16 units. */
const reach = 400;

/** What ends a string, or is not in one. In JSON, sources have quotes of the other kinds. */
const endOfString = /(?<!\\)["'`\n]/;
const endOfJson = /(?<!\\)["\n]/;

/**
 * `"content": "// on Polygon\ntoken = 0x…"`: what the line says of a source in a string. It
 * is a file of its own, which no folder, key, or ID around it is about. Undefined elsewhere.
 */
export function levelsOfSource(
  text: string,
  place: Place,
  path: string,
): readonly (readonly Clue[])[] | undefined {
  const { offset } = place;
  const from = Math.max(0, offset - reach);
  const before = text.slice(from, offset);
  const escape = before.lastIndexOf('\\');
  if (escape === -1 || !/^\\[ntr"]/.test(before.slice(escape, escape + 2))) return undefined;
  const ends = path.endsWith('.json') ? endOfJson : endOfString;
  if (ends.test(before.slice(escape + 2))) return undefined;
  const end = text.slice(offset, offset + reach).indexOf('\\');
  const line = lineOf(text, place, {
    start: from + escape + 2,
    end: offset + (end === -1 ? reach : end),
  });
  return [[clueOfEntry(line), clueOfLine(line)].filter((clue) => clue !== undefined)];
}
