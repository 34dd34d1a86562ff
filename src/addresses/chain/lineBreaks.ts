/**
 * How far before an offset a line can start, in UTF-16 units. A line can be as long as its file,
 * and every address on it asks.
 */
const reach = 8_192;

/** The start of the line at an offset. Undefined if it is too far away to matter. */
export function lineStartBefore(text: string, offset: number): number | undefined {
  const from = Math.max(0, offset - reach);
  const found = text.slice(from, offset).lastIndexOf('\n');
  if (found !== -1) return from + found + 1;
  return from === 0 ? 0 : undefined;
}

/** The end of the line at an offset, or `reach` units after the offset if the line is longer. */
export function lineEndAfter(text: string, offset: number, reach: number): number {
  const found = text.slice(offset, offset + reach).indexOf('\n');
  return found === -1 ? Math.min(text.length, offset + reach) : offset + found;
}
