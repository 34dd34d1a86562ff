/** Control characters and the like, which would move a column or obey a terminal. */
const unprintable = /\p{C}/gu;

/**
 * Lines of aligned columns, two blanks apart.
 * @param numbers the columns that are aligned at their end
 */
export function table(
  rows: readonly (readonly string[])[],
  numbers: ReadonlySet<number> = new Set(),
): string[] {
  const shown = rows.map((row) => row.map((cell) => cell.replaceAll(unprintable, '\uFFFD')));
  const widths = (shown[0] ?? []).map((_, at) =>
    Math.max(...shown.map((row) => row[at]?.length ?? 0)),
  );
  return shown.map((row) =>
    row
      .map((cell, at) => {
        const width = widths[at] ?? 0;
        return numbers.has(at) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
}
