import { blockAt } from './blocks.ts';
import { lineAt, outlineOf, type Outline } from './outline.ts';
import type { Span } from './span.ts';

/**
 * How far before a value the head of a block can matter, in UTF-16 units. Bounded, so that an edit
 * changes only addresses near it.
 */
export const headReach = 65_536;

/** In UTF-16 units. */
const maxLineLength = 4_096;

/** How far after a value the first members of its block can be, in UTF-16 units. */
const lookahead = 512;

/**
 * How much of a text is outlined at once, in UTF-16 units, in addition to the reach of headings.
 * Not the whole text, which a sliced scan or a hover would then read for each slice.
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

/** The part around an offset. Only the last one is kept: a scan goes forward. */
export function createPartOutlines(
  text: string,
  isMarkdown: boolean,
): (offset: number) => OutlinedPart {
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
  const lineBreak = text.slice(offset - 1, offset + maxLineLength).indexOf('\n');
  return lineBreak === -1 ? offset : offset + lineBreak;
}

/** Beyond these, hostile text could nest without end. */
const maxLevels = 24;

/** The blocks around an offset, innermost first, from their opening brackets to their closing ones. */
export function* blocksAround({ from, outline }: OutlinedPart, offset: number): Generator<Span> {
  const { blocks } = outline();
  let block = blockAt(blocks, offset - from);
  for (let level = 0; block !== -1 && level < maxLevels; level++) {
    const start = from + (blocks.opens[block] ?? 0);
    if (start < offset - headReach) return;
    yield { start, end: from + (blocks.closes[block] ?? 0) };
    block = blocks.parents[block] ?? -1;
  }
}

/** The lines that the line of an offset is indented under, nearest first: where their content starts. */
export function* linesAround({ from, outline }: OutlinedPart, offset: number): Generator<number> {
  const { lines } = outline();
  let line = lines.parents[lineAt(lines, offset - from)] ?? -1;
  for (let level = 0; line >= 0 && level < maxLevels; level++) {
    const content = from + (lines.contents[line] ?? 0);
    if (content < offset - headReach) return;
    yield content;
    line = lines.parents[line] ?? -1;
  }
}
