import { visible } from './visible.ts';

/**
 * Spreadsheets evaluate a cell that starts with one of these, also after spaces or in full width.
 */
const formulaStart = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]/;
const plainNumber = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A line of CSV (RFC 4180) in which no cell is a formula, whatever it quotes. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

/** A table as CSV: a header, and the cells of each row by the names of its columns. */
export function csvTable<Row>(
  columns: Readonly<Record<string, (row: Row) => string>>,
  rows: readonly Row[],
): string {
  const cells = Object.values(columns);
  const lines = rows.map((row) => cells.map((cell) => cell(row)));
  return [Object.keys(columns), ...lines].map(csvLine).join('');
}

/** Cells that are safe as they are, which is most of them. */
const plainCell = /^(?:[\w(./:[{][\w !#-&(-+./:-~-]*)?$/;

function cellText(text: string): string {
  if (plainCell.test(text) && !text.includes('##')) return text;
  const shown = visible(text);
  const safe = formulaStart.test(text) && !plainNumber.test(text) ? `'${shown}` : shown;
  return /[",']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
