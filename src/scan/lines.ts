import type { Occurrence } from '../addresses/occurrence.ts';
import { scanBetween } from './scan.ts';
import { headReach } from '../text/parts.ts';
import type { Source } from '../families/source.ts';

/** A text as an editor stores it: lines without line breaks. */
export interface Lines {
  readonly lineCount: number;
  lineAt(line: number): { readonly text: string };
}

/**
 * How far from an address the text can decide whether it is one, in UTF-16 units. Farther than the
 * scanner looks. The head of a block can be far before its last value. After a value, little can
 * matter.
 */
const context = { before: headReach + 256, after: 1_280 } as const;

/**
 * The lines on which a change can add or remove addresses. `to` is not included. These are more
 * than the changed lines: a word above an address can decide whether it is one.
 */
export function linesAround(lines: Lines, from: number, to: number): { from: number; to: number } {
  // The text before an address matters farther away than the text after it.
  return widened(lines, { from, to }, { before: context.after, after: context.before });
}

function widened(
  lines: Lines,
  { from, to }: { readonly from: number; readonly to: number },
  reach: { readonly before: number; readonly after: number },
): { from: number; to: number } {
  let first = from;
  for (let length = 0; first > 0 && length < reach.before;) {
    first--;
    length += lines.lineAt(first).text.length + 1;
  }
  let after = to;
  for (let length = 0; after < lines.lineCount && length < reach.after; after++) {
    length += lines.lineAt(after).text.length + 1;
  }
  return { from: first, to: after };
}

/**
 * The addresses of each line from `from` up to, but not including, `to`. Offsets count from the
 * start of the line. Exactly what a scan of the whole text finds on these lines.
 */
export function scanLines(lines: Lines, from: number, to: number, source: Source): Occurrence[][] {
  const around = widened(lines, { from, to }, context);
  let text = '';
  // A line above them can be as long as a file.
  for (let line = around.from; line < from; line++) {
    text += `${lines.lineAt(line).text.slice(-context.before)}\n`;
  }
  const starts: number[] = [];
  for (let line = from; line < to; line++) {
    starts.push(text.length);
    text += `${lines.lineAt(line).text}\n`;
  }
  const end = text.length;
  for (let line = to; line < around.to; line++) {
    text += `${lines.lineAt(line).text.slice(0, context.after)}\n`;
  }
  const found = starts.map((): Occurrence[] => []);
  let index = 0;
  for (const occurrence of scanBetween(text, starts[0] ?? end, end, source)) {
    while ((starts[index + 1] ?? end) <= occurrence.offset) index++;
    const offset = occurrence.offset - (starts[index] ?? 0);
    found[index]?.push({ ...occurrence, offset });
  }
  return found;
}
