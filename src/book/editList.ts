import { csvFields, delimiterOf } from './csv.ts';
import { readJson } from './json.ts';
import { drain } from './drain.ts';

/** A row to write. */
export interface NewRow {
  readonly address: string;
  /** Why it is listed, in one line; empty for none. */
  readonly reason: string;
  /** `2026-11-28`. */
  readonly date: string;
}

/** Where a book without a deny list gets one. */
export const newListPath = 'deny.csv';

/**
 * Appends a row to a list, in the format and columns that the list already has.
 * @param path decides the format, as when the list is read
 * @returns undefined if the row cannot be added: JSON that isn't an array, or a table without an
 * `address` column
 */
export function withRow(text: string, path: string, row: NewRow): string | undefined {
  if (/\.json$/i.test(path)) return withJsonRow(text, row);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.trimEnd() === '' ? [] : [text.trimEnd()];
  if (!/\.[ct]sv$/i.test(path)) {
    const comment = [row.reason, row.date].filter((part) => part !== '').join(', ');
    return [...lines, `${row.address} # ${comment}`, ''].join(eol);
  }
  if (lines.length === 0) lines.push('address,name,date');
  const title = (lines[0] ?? '').split(/\r?\n/).find((line) => line.trim() !== '') ?? '';
  const delimiter = delimiterOf(title);
  const titles = csvFields(title, delimiter).map((field) => field.trim().toLowerCase());
  if (!titles.includes('address')) return undefined;
  const reasonAt = titles.findIndex((each) => /^(?:reason|note|comment|remark)$/.test(each));
  const nameAt = titles.indexOf('name');
  const cells = titles.map((each, at) => {
    if (each === 'address') return row.address;
    if (each === 'date') return row.date;
    return at === (reasonAt === -1 ? nameAt : reasonAt) ? quoted(row.reason, delimiter) : '';
  });
  return [...lines, cells.join(delimiter), ''].join(eol);
}

function withJsonRow(text: string, { address, reason, date }: NewRow): string | undefined {
  const reading = drain(readJson(text, 2));
  if (reading.kind !== 'json' || reading.root.kind !== 'array') return undefined;
  const { root } = reading;
  const last = root.elements.at(-1);
  const isPlain = last !== undefined && text.charAt(last.start) === '"';
  const row = isPlain ? address : { address, ...(reason !== '' && { name: reason }), date };
  const before = last === undefined ? '\n  ' : ',\n  ';
  const at = last?.end ?? root.start + 1;
  const rest = last === undefined ? '\n]' : text.slice(at);
  const tail = last === undefined ? text.slice(root.end) : '';
  return `${text.slice(0, at)}${before}${JSON.stringify(row)}${rest}${tail}`;
}

const quoted = (text: string, delimiter: string): string =>
  text.includes('"') || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
