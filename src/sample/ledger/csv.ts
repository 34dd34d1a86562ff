import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { UsageError } from '../../options/usageError.ts';

/** What a person is told of a file after it was read. */
const maxNotes = 20;
const maxLine = 1_000_000;

/** What is wrong with one row; its message is a clause that follows the line number. */
export class BadRow extends Error {
  override readonly name = 'BadRow';
}

/** The field of a row by the name of its column; '' for an optional column that the file lacks. */
export type Row<Column extends string> = Readonly<Record<Column, string>>;

/**
 * Streams a CSV file whose first line names its columns, in any order; further columns are left
 * alone. RFC 4180 but for one thing: a record is one line, so that a quote which never closes costs
 * its own row and not the rest of the file. (A library was measured: it took half of the time in
 * which a million transfers have to be loaded.)
 *
 * @param take is given the same object for every row; what it refuses with `BadRow` is skipped
 * @returns notes for people: the bad rows by line, at most 20 of them, and the counts
 * @throws {UsageError} if the file cannot be read, or lacks a column
 */
export async function readCsv<Column extends string>(
  file: string,
  columns: { readonly required: readonly Column[]; readonly optional?: readonly Column[] },
  take: (row: Row<Column>) => void,
): Promise<string[]> {
  const name = basename(file);
  const notes: string[] = [];
  let used = 0;
  let skipped = 0;
  let width = 0;
  let places: readonly (readonly [Column, number])[] | undefined;
  const row = Object.fromEntries(
    [...columns.required, ...(columns.optional ?? [])].map((column) => [column, '']),
  ) as Record<Column, string>;

  await forEachLine(file, (text, line) => {
    if (text === '') return;
    const fields = fieldsOf(text);
    if (places === undefined) {
      places = placesIn(name, fields ?? [], columns);
      width = fields?.length ?? 0;
      return;
    }
    try {
      if (fields === undefined) throw new BadRow('the quotes do not match');
      if (fields.length !== width) throw new BadRow(`${fields.length} fields instead of ${width}`);
      for (const [column, at] of places) row[column] = (fields[at] ?? '').trim();
      take(row);
      used += 1;
    } catch (error) {
      if (!(error instanceof BadRow)) throw error;
      skipped += 1;
      if (skipped > maxNotes) return;
      notes.push(`${name}, line ${line}: ${error.message}; the row is skipped`);
    }
  });
  if (places === undefined) throw new UsageError(`${file} is empty: its first line names columns`);
  if (skipped > maxNotes) notes.push(`${name}: ${skipped - maxNotes} more bad rows are skipped`);
  notes.push(`${name}: ${used} rows used, ${skipped} skipped`);
  return notes;
}

/** Lines end with LF or CRLF and count from 1; a byte order mark is not part of the first. */
async function forEachLine(
  file: string,
  take: (text: string, line: number) => void,
): Promise<void> {
  // The default of TextDecoder drops the byte order mark.
  const decoder = new TextDecoder();
  let rest = '';
  let line = 0;
  const takeAll = (text: string) => {
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      line += 1;
      take(text.slice(start, text[end - 1] === '\r' ? end - 1 : end), line);
      start = end + 1;
    }
    return text.slice(start);
  };
  for await (const chunk of chunksOf(file)) {
    rest = takeAll(rest + decoder.decode(chunk, { stream: true }));
    if (rest.length > maxLine)
      throw new UsageError(`${file} has a line of over a million characters`);
  }
  takeAll(`${rest}${decoder.decode()}\n`);
}

async function* chunksOf(file: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${file} cannot be read: ${reason}`);
  }
}

const quotedOrPlain = /"((?:[^"]|"")*)"(?:,|$)|([^",]*)(?:,|$)/y;

/** @returns undefined if the quotes of the line do not match */
export function fieldsOf(text: string): string[] | undefined {
  if (!text.includes('"')) return text.split(',');
  const fields: string[] = [];
  quotedOrPlain.lastIndex = 0;
  for (;;) {
    const match = quotedOrPlain.exec(text);
    if (match === null) return undefined;
    fields.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (!match[0].endsWith(',')) return fields;
  }
}

function placesIn<Column extends string>(
  name: string,
  header: readonly string[],
  columns: { readonly required: readonly Column[]; readonly optional?: readonly Column[] },
): (readonly [Column, number])[] {
  const names = header.map((text) => text.trim().toLowerCase());
  const missing = columns.required.filter((column) => !names.includes(column));
  if (missing.length > 0) {
    throw new UsageError(`${name} lacks columns in its first line: ${missing.join(', ')}`);
  }
  return [...columns.required, ...(columns.optional ?? [])]
    .map((column) => [column, names.indexOf(column)] as const)
    .filter(([, at]) => at >= 0);
}
