import { lineFrom, lineStart } from './lines.ts';

const maxLineLength = 480;

const maxRows = 240;

/**
 * Names for a value in a table row, in Markdown and in values separated by commas, semicolons, or
 * tabs: the title of its column, from the first row above with as many cells, and the cell to its
 * left.
 */
export function cellsNaming(text: string, start: number, floor: number): readonly string[] {
  const own = lineStart(text, start, Math.max(floor, start - maxLineLength));
  if (own > 0 && text.charCodeAt(own - 1) !== 0x0a) return none;
  const row = lineFrom(text, own, maxLineLength);
  const separator = separatorOf(row);
  if (separator === undefined) return none;
  const column = text.slice(own, start).split(separator).length - 1;
  const cells = row.split(separator);
  // A list with a comma after each line isn't a table.
  if (cells.length === 2 && cells[1]?.trim() === '') return none;
  const width = cells.length;
  let head: string | undefined;
  let at = own;
  for (let rows = 0; at > floor && rows < maxRows; rows++) {
    const before = lineStart(text, at - 1, Math.max(floor, at - maxLineLength));
    const line = lineFrom(text, before, maxLineLength);
    if (line.split(separator).length !== width) break;
    if (!/^[\s|:-]*$/.test(line)) head = line;
    at = before;
  }
  return [head?.split(separator)[column] ?? '', cells[column - 1] ?? ''].map((cell) =>
    cell.trim().replace(/["'`*]/g, ''),
  );
}

const none: readonly string[] = [];

/** Code contains commas too, but with brackets. */
function separatorOf(row: string): string | undefined {
  if (/[(){}[\]=<>]/.test(row)) return undefined;
  // A pair on its own line: `address:privateKey`.
  if (/^[1-9A-HJ-NP-Za-km-z]{32,44}:[1-9A-HJ-NP-Za-km-z]{32,90}$/.test(row)) return ':';
  if (/^\s*\|/.test(row)) return '|';
  return ['\t', ';', ',', '|'].find((separator) => row.includes(separator));
}
