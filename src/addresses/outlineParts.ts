import { ValueKinds } from './families/hexNames.ts';
import { outlineOf, type Outline } from './outline.ts';
import { headReach, type Source } from './source.ts';

/** In UTF-16 units. */
const longestLine = 4_096;

/** How far after a value the first members of its block can be, in UTF-16 units. */
const lookahead = 512;

/**
 * How much of a text is outlined at a time, in UTF-16 units, besides what heads in it can reach. Not
 * the whole text: a scan in slices, or a hover, would read all of it for each of them.
 */
const partLength = 131_072;

/** A part of a text. Offsets in its outline count from `from`. */
export interface OutlinedPart {
  readonly index: number;
  /** Its offset in the text. */
  readonly from: number;
  readonly text: string;
  /** Read on the first call. */
  readonly outline: () => Outline;
}

/** A text that is scanned, and what is read of it at most once for all families. */
export interface Scanned {
  readonly text: string;
  readonly source: Source | undefined;
  readonly partAt: (offset: number) => OutlinedPart;
  readonly kinds: ValueKinds;
}

export function scannedText(text: string, source: Source | undefined): Scanned {
  const partAt = createPartOutlines(text, source?.path ?? '');
  return { text, source, partAt, kinds: new ValueKinds(text) };
}

/** The part around an offset. Only the last one is kept: a scan goes forward. */
function createPartOutlines(text: string, path: string): (offset: number) => OutlinedPart {
  const isMarkdown = /\.mdx?$/i.test(path);
  let last: OutlinedPart | undefined;
  return (offset) => {
    const index = Math.floor(offset / partLength);
    if (last?.index !== index) last = partOf(text, index, isMarkdown);
    return last;
  };
}

function partOf(whole: string, index: number, isMarkdown: boolean): OutlinedPart {
  const from = startOfLine(whole, index * partLength - headReach);
  const text = whole.slice(from, (index + 1) * partLength + lookahead);
  let outline: Outline | undefined;
  return { index, from, text, outline: () => (outline ??= outlineOf(text, isMarkdown)) };
}

/** The start of the first line at or after an offset. The offset if the line there is very long. */
function startOfLine(text: string, offset: number): number {
  if (offset <= 0) return 0;
  const lineBreak = text.slice(offset - 1, offset + longestLine).indexOf('\n');
  return lineBreak === -1 ? offset : offset + lineBreak;
}
