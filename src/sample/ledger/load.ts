import { basename } from 'node:path';
import {
  ChainBuilder,
  emptyStanding,
  type ChainLedger,
  type Label,
  type TransferRecord,
  type TransferLedger,
} from './ledger.ts';
import { reservedCategories } from '../engine/score.ts';
import { isAddress } from './addresses.ts';
import { createReadStream } from 'node:fs';
import { UsageError } from '../../options/options.ts';

const transferColumns = [
  ...['chain', 'hash', 'timestamp', 'from', 'to', 'asset', 'amount', 'usd'],
] as const;
const labelColumns = ['chain', 'address', 'category', 'risk', 'name'] as const;
const optionalLabelColumns = ['contract'] as const;

/** Sums of a million rows must stay finite, and a weight must not vanish: 0, or 1e-30 to 1e30. */
const smallest = 1e-30;
const largest = 1e30;
/** The end of the year 9999. A timestamp in milliseconds lies beyond it. */
const lastSecond = 253_402_300_799;

/** @throws {BadRow} */
function readTransfer(row: Row<(typeof transferColumns)[number]>): TransferRecord {
  return {
    hash: matching(row.hash, /^[\x21-\x7e]{1,128}$/, 'the hash'),
    timestamp: readTimestamp(row.timestamp),
    from: readAddress(row.chain, row.from, 'the sender'),
    to: readAddress(row.chain, row.to, 'the receiver'),
    asset: matching(row.asset, /^\P{Cc}{1,64}$/u, 'the asset'),
    amount: readAmount(row.amount, 'the amount'),
    usd: readAmount(row.usd, 'usd'),
  };
}

/** @throws {BadRow} */
function readLabel(
  row: Row<(typeof labelColumns)[number] | (typeof optionalLabelColumns)[number]>,
): Label {
  const category = matching(row.category, /^\P{Cc}{1,64}$/u, 'the category');
  if (reservedCategories.includes(category)) {
    throw new BadRow(`the category ${category} is the score's own`);
  }
  const risk = readNumber(row.risk, 'the risk');
  if (risk > 100) throw new BadRow('the risk is above 100');
  const contract = row.contract === '' ? '0' : row.contract;
  if (contract !== '0' && contract !== '1') throw new BadRow('contract is neither 0 nor 1');
  return {
    address: readAddress(row.chain, row.address, 'the address'),
    category,
    risk,
    isContract: contract === '1',
  };
}

/** A name that fits into a request target and a job identifier. @throws {BadRow} */
function readChain(text: string): string {
  return matching(text, /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/, 'the chain');
}

function readAddress(chain: string, text: string, what: string): string {
  if (!isAddress(chain, text)) throw new BadRow(`${what} is not an address of its chain`);
  return text;
}

function readAmount(text: string, what: string): number {
  const value = readNumber(text, what);
  if (value !== 0 && !(value >= smallest && value <= largest)) {
    throw new BadRow(`${what} is neither 0 nor from ${smallest} to ${largest}`);
  }
  return value;
}

function readNumber(text: string, what: string): number {
  if (!/^\d+(?:\.\d*)?(?:[eE][+-]?\d+)?$/.test(text)) {
    throw new BadRow(text.startsWith('-') ? `${what} is negative` : `${what} is not a number`);
  }
  return Number(text);
}

function readTimestamp(text: string): number {
  if (/^\d+$/.test(text)) {
    const seconds = Number(text);
    if (seconds > lastSecond) throw new BadRow('the timestamp is not in seconds');
    return seconds;
  }
  const isUtc = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|\+00:00)$/.test(text);
  const milliseconds = isUtc ? Date.parse(text) : NaN;
  if (!(milliseconds >= 0)) {
    throw new BadRow('the timestamp is neither Unix seconds nor ISO 8601 in UTC since 1970');
  }
  return milliseconds / 1000;
}

function matching(text: string, shape: RegExp, what: string): string {
  if (!shape.test(text)) throw new BadRow(`${what} is missing or malformed`);
  return text;
}

const maxLabelNotes = 20;

/**
 * Reads a ledger from CSV files. An address that they do not name has no transfers.
 *
 * @returns the ledger, and notes for people on what was skipped
 * @throws {UsageError} if a file cannot be read or lacks a column
 */
export async function loadLedger(files: {
  readonly transfers: string;
  readonly labels: string | undefined;
}): Promise<{ readonly ledger: TransferLedger; readonly notes: readonly string[] }> {
  const builders = new Map<string, ChainBuilder>();
  const builderOf = (name: string) => {
    const known = builders.get(name);
    if (known !== undefined) return known;
    const chain = readChain(name);
    const builder = new ChainBuilder(chain);
    builders.set(chain, builder);
    return builder;
  };

  const notes = await readCsv(files.transfers, { required: transferColumns }, (row) => {
    const transfer = readTransfer(row);
    builderOf(row.chain).addTransfer(transfer);
  });
  if (files.labels !== undefined) {
    notes.push(...(await readLabels(files.labels, builderOf)));
  }

  const chains = new Map<string, ChainLedger>();
  for (const [name, builder] of builders) chains.set(name, builder.build());
  const fileName = basename(files.transfers);
  const ledger: TransferLedger = {
    origin: `loaded ledger ${fileName}`,
    fileName,
    chains,
    unknownAddress: () => emptyStanding,
  };
  return { ledger, notes };
}

async function readLabels(
  file: string,
  builderOf: (chain: string) => ChainBuilder,
): Promise<string[]> {
  const unused: string[] = [];
  let count = 0;
  const columns = { required: labelColumns, optional: optionalLabelColumns };
  const notes = await readCsv(file, columns, (row) => {
    const label = readLabel(row);
    const loser = builderOf(row.chain).addLabel(label);
    if (loser === undefined) return;
    count += 1;
    if (count > maxLabelNotes) return;
    const { address, category, risk } = loser;
    unused.push(
      `${basename(file)}: ${address} on ${row.chain} has several labels; ${category} (${risk}) is not used`,
    );
  });
  if (count > maxLabelNotes) unused.push(`${basename(file)}: ${count} labels are not used`);
  return [...notes, ...unused];
}

/** The maximum number of notes about a file. */
const maxNotes = 20;
const maxLine = 1_000_000;

/** A problem with one row; its message is a clause that follows the line number. */
export class BadRow extends Error {
  override readonly name = 'BadRow';
}

/** The field of a row by the name of its column; '' for an optional column that the file lacks. */
export type Row<Column extends string> = Readonly<Record<Column, string>>;

/**
 * Streams a CSV file whose first line names its columns in any order; other columns are ignored.
 * RFC 4180 with one exception: a record is one line, so an unclosed quote costs only its own row
 * and not the rest of the file. (A library was measured: it took half of the time in which a
 * million transfers have to be loaded.)
 *
 *  @param take receives the same object for every row; rows that it rejects with `BadRow` are
 * skipped
 * @returns notes for users: at most 20 bad rows by line, and the counts
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
