import { lineAt, lineEnd, parentOf, type Outline } from '../text/outline.ts';

/** In UTF-16 units. */
const longest = 80;

/**
 * What the nearest line says that encloses an address and is such a heading. Empty if none does.
 * @param pattern its first group is what the heading says
 * @param most how many lines may enclose it
 */
export function headingAbove(
  outline: Outline,
  offset: number,
  pattern: RegExp,
  most: number,
): string {
  const { text, lines } = outline;
  let line = parentOf(lines, lineAt(lines, offset));
  for (let step = 0; line !== -1 && step < most; step++) {
    const start = lines.contents[line] ?? 0;
    const end = lineEnd(outline, line);
    const [, found] = (end - start <= longest && pattern.exec(text.slice(start, end))) || [];
    if (found !== undefined) return found.toLowerCase();
    line = parentOf(lines, line);
  }
  return '';
}
