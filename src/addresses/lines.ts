import type { Occurrence } from './occurrence.ts';
import { scanBetween } from './scan.ts';
import type { Source } from './solanaEvidence.ts';

/** A text as editors hold it: by its lines, which have no line breaks. */
export interface Lines {
  readonly lineCount: number;
  lineAt(line: number): { readonly text: string };
}

/**
 * How far from an address a text can say whether it is one, in UTF-16 units: farther than any of
 * the looks that the scanner takes around what it finds.
 */
const context = 1_280;

/**
 * The lines on which a change of some lines, the last one excluded, can make or unmake addresses.
 * That is more than those lines: a word above an address can be what makes it one.
 */
export function linesAround(lines: Lines, from: number, to: number): { from: number; to: number } {
  let first = from;
  for (let length = 0; first > 0 && length < context;) {
    first--;
    length += lines.lineAt(first).text.length + 1;
  }
  let after = to;
  for (let length = 0; after < lines.lineCount && length < context; after++) {
    length += lines.lineAt(after).text.length + 1;
  }
  return { from: first, to: after };
}

/**
 * The addresses of each of some lines, the last one excluded; their offsets are counted from the
 * beginning of their line. What a scan of the whole text finds on these lines, no more and no less.
 */
export function scanLines(lines: Lines, from: number, to: number, source: Source): Occurrence[][] {
  const around = linesAround(lines, from, to);
  let text = '';
  // A line beside them may be as long as a file.
  for (let line = around.from; line < from; line++) {
    text += `${lines.lineAt(line).text.slice(-context)}\n`;
  }
  const starts: number[] = [];
  for (let line = from; line < to; line++) {
    starts.push(text.length);
    text += `${lines.lineAt(line).text}\n`;
  }
  const end = text.length;
  for (let line = to; line < around.to; line++) {
    text += `${lines.lineAt(line).text.slice(0, context)}\n`;
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
