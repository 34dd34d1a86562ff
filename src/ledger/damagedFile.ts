import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Row } from './steps.ts';
import { columnTypes, type ColumnType, type TableName } from './schema.ts';

/** SQLite's default, which every ledger has; no bytes of a page are reserved. */
const pageBytes = 4_096;
/** Of a leaf of a table (sqlite.org/fileformat2.html, section 1.6). */
const tableLeaf = 0x0d;
/** A payload up to this is whole on its page; of a longer one, at least `leastLocal` bytes are. */
const maxLocal = pageBytes - 35;
const leastLocal = Math.floor(((pageBytes - 12) * 32) / 255) - 23;

export interface FoundRow {
  readonly table: TableName;
  readonly row: Row;
}

/**
 * The rows of a file that SQLite can no longer read, page by page and without its indexes: a
 * damaged page costs only its own rows. Deleted rows are not found, because SQLite overwrites them
 * (`secure_delete`). Tables are recognized by their columns.
 */
export function* rowsOfDamaged(file: string): Iterable<FoundRow> {
  const descriptor = openSync(file, 'r');
  try {
    const count = Math.ceil(fstatSync(descriptor).size / pageBytes);
    for (let number = 1; number <= count; number++) {
      const page = readPage(descriptor, number);
      // The first page begins with the header of the file.
      const start = number === 1 ? 100 : 0;
      if (page[start] !== tableLeaf) continue;
      for (let cell = 0; cell < page.readUInt16BE(start + 3); cell++) {
        const found = rowOf(descriptor, page, start + 8 + 2 * cell);
        if (found !== undefined) yield found;
      }
    }
  } finally {
    closeSync(descriptor);
  }
}

/**
 * @param pointerAt where the page has the cell's offset; returns undefined if it isn't one of our
 * rows
 */
function rowOf(descriptor: number, page: Buffer, pointerAt: number): FoundRow | undefined {
  try {
    const cell = new Reader(page, page.readUInt16BE(pointerAt));
    const length = cell.varint();
    cell.varint();
    return identified(valuesOf(payloadOf(descriptor, cell, length)));
  } catch {
    // A length or a pointer leads outside: the page is damaged here.
    return undefined;
  }
}

/** The payload of a cell, with what is on overflow pages. */
function payloadOf(descriptor: number, cell: Reader, length: number): Buffer {
  if (length <= maxLocal) return cell.bytes(length);
  const wanted = leastLocal + ((length - leastLocal) % (pageBytes - 4));
  const parts = [cell.bytes(wanted <= maxLocal ? wanted : leastLocal)];
  let rest = length - (parts[0]?.length ?? 0);
  const pages = new Set<number>();
  for (let next = cell.integer(4); rest > 0;) {
    // A circular chain would continue as long as a damaged length demands.
    if (pages.has(next)) throw new RangeError('A page is its own next one.');
    pages.add(next);
    const page = readPage(descriptor, next);
    next = page.readUInt32BE(0);
    parts.push(page.subarray(4, 4 + rest));
    rest -= pageBytes - 4;
  }
  return Buffer.concat(parts);
}

type Value = string | number | null;

/** The values of a record (section 2.1). */
function valuesOf(payload: Buffer): Value[] {
  const head = new Reader(payload, 0);
  const headLength = head.varint();
  const body = new Reader(payload, headLength);
  const values: Value[] = [];
  while (head.offset < headLength) values.push(valueOf(head.varint(), body));
  return values;
}

const integerBytes = [0, 1, 2, 3, 4, 6, 8];

function valueOf(type: number, body: Reader): Value {
  if (type === 0) return null;
  if (type < integerBytes.length) return body.integer(integerBytes[type] ?? 0);
  if (type === 8 || type === 9) return type - 8;
  // No column of ours holds any other type.
  if (type < 13 || type % 2 === 0) throw new RangeError('This is no value of ours.');
  return body.bytes((type - 13) / 2).toString('utf8');
}

/** Rows with one or two columns could belong to several tables; none of those hold paid results. */
const leastColumns = 3;

function identified(values: readonly Value[]): FoundRow | undefined {
  if (values.length < leastColumns) return undefined;
  for (const [table, types] of columnTypes) {
    const columns = [...types];
    if (columns.length !== values.length) continue;
    if (!columns.every(([, type], at) => fits(values[at] ?? null, type))) continue;
    return { table, row: Object.fromEntries(columns.map(([name], at) => [name, values[at]])) };
  }
  return undefined;
}

function fits(value: Value, { type, isOptional }: ColumnType): boolean {
  if (value === null) return isOptional;
  return typeof value === (type === 'TEXT' ? 'string' : 'number');
}

/** Reads forward; throws a RangeError at the end of what there is. */
class Reader {
  readonly #buffer: Buffer;
  offset: number;

  constructor(buffer: Buffer, offset: number) {
    this.#buffer = buffer;
    this.offset = offset;
  }

  varint(): number {
    let value = 0;
    for (let count = 0; count < 9; count++) {
      const byte = this.integer(1) & 0xff;
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
    throw new RangeError('No length is that long.');
  }

  /** Two's complement, at most 8 bytes. */
  integer(bytes: number): number {
    const start = this.offset;
    this.offset += bytes;
    return bytes === 8
      ? Number(this.#buffer.readBigInt64BE(start))
      : this.#buffer.readIntBE(start, bytes);
  }

  bytes(length: number): Buffer {
    const start = this.offset;
    this.offset += length;
    if (this.offset > this.#buffer.length) throw new RangeError('It ends before.');
    return this.#buffer.subarray(start, this.offset);
  }
}

/** @param number from 1 */
function readPage(descriptor: number, number: number): Buffer {
  const page = Buffer.alloc(pageBytes);
  const read = readSync(descriptor, page, 0, pageBytes, (number - 1) * pageBytes);
  if (read === 0) throw new RangeError('There is no such page.');
  return page;
}
