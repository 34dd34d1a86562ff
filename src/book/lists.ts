import { networkNamed } from '../addresses/networks.ts';
import { readAddress } from '../addresses/parse.ts';
import { addressKey } from './addressKey.ts';
import { csvFields } from './csv.ts';
import { readJson } from './json.ts';
import { createLineCounter } from './lines.ts';

/** In bytes. Checked before the file is read. */
export const largestList = 16_777_216;

/** More would take hundreds of megabytes of memory. */
export const mostListed = 200_000;

/** What a list says of an address. */
export interface Listed {
  readonly name?: string;
  /** Missing: it is listed on every network. */
  readonly network?: string;
}

/** Why a whole list is not used, or a part of it. Lines count from 0. */
export type ListProblem =
  | { readonly kind: 'missing' | 'outside' | 'notAFile' | 'unreadable' | 'tooLarge' | 'tooDeep' }
  | { readonly kind: 'syntax'; readonly line: number }
  | { readonly kind: 'noColumn' | 'notAList' }
  | { readonly kind: 'tooMany' }
  /** Rows that name no address, or a network that is not in the table. */
  | { readonly kind: 'rows'; readonly count: number; readonly firstLine: number };

export interface AddressList {
  /** By `addressKey`. */
  readonly addresses: ReadonlyMap<string, readonly Listed[]>;
  readonly problem: ListProblem | undefined;
}

/** A row as its format has it, before it is checked. */
interface Row {
  readonly line: number;
  readonly address: string;
  readonly name?: string | undefined;
  readonly network?: string | undefined;
}

type Rows = Generator<Row | undefined, ListProblem | undefined>;

/** Of a JSON list, in UTF-16 units. */
const longestElement = 4_096;

const longestName = 120;

/**
 * Reads a list: text, CSV, or JSON by the ending of its path. Yields between slices of work. A row
 * that names no address costs no other.
 */
export function* readList(text: string, path: string): Generator<void, AddressList> {
  const list = new ListBuilder();
  const rows = rowsOf(text.replace(/^\uFEFF/, ''), path);
  for (;;) {
    const step = rows.next();
    if (step.done === true) return list.finish(step.value);
    if (step.value !== undefined && !list.add(step.value)) return list.finish({ kind: 'tooMany' });
    yield;
  }
}

function rowsOf(text: string, path: string): Rows {
  if (/\.json$/i.test(path)) return jsonRows(text);
  return /\.csv$/i.test(path) ? csvRows(text) : textRows(text);
}

class ListBuilder {
  readonly #addresses = new Map<string, readonly Listed[]>();
  #count = 0;
  #bad = 0;
  #firstBad = 0;

  /** @returns false if the list is full */
  add(row: Row): boolean {
    const { name, network } = row;
    const isKnown = network === undefined || networkNamed(network) !== undefined;
    const key = isKnown ? keyOf(row.address, network) : undefined;
    if (key === undefined) {
      if (this.#bad++ === 0) this.#firstBad = row.line;
      return true;
    }
    if (this.#count === mostListed) return false;
    this.#count++;
    const others = this.#addresses.get(key);
    // Most rows have an address alone, and share one value.
    if (name === undefined && network === undefined) {
      if (others === undefined) this.#addresses.set(key, bare);
      else if (others.every((other) => other.network !== undefined)) {
        this.#addresses.set(key, [...others, ...bare]);
      }
      return true;
    }
    const listed = {
      ...(name !== undefined && { name }),
      ...(network !== undefined && { network }),
    };
    if ((others?.length ?? 0) < mostOfOne) this.#addresses.set(key, [...(others ?? []), listed]);
    return true;
  }

  finish(problem: ListProblem | undefined): AddressList {
    const rows = { kind: 'rows', count: this.#bad, firstLine: this.#firstBad } as const;
    return { addresses: this.#addresses, problem: problem ?? (this.#bad > 0 ? rows : undefined) };
  }
}

const bare: readonly Listed[] = [{}];

/** Rows of one address that are kept: as many as there are networks that anyone lists. */
const mostOfOne = 64;

/** Any case of the letters: public lists have a typo in none, and are often in one case. */
function keyOf(text: string, network: string | undefined): string | undefined {
  if (/^0x[\da-f]{40}$/i.test(text)) {
    const family = network === undefined ? 'evm' : networkNamed(network)?.family;
    return family === 'evm' ? addressKey(text, 'evm') : undefined;
  }
  const read = readAddress(text, network);
  if (!read.ok) return undefined;
  const { canonical, family } = read.address;
  if (network !== undefined && networkNamed(network)?.family !== family) return undefined;
  return addressKey(canonical, family);
}

/** An address a line. What follows a `#` is a comment. */
function* textRows(text: string): Rows {
  for (const { line, content } of linesOf(text)) {
    const address = content.split('#', 1)[0]?.trim() ?? '';
    yield address === '' ? undefined : { line, address };
  }
  return undefined;
}

/** The columns `address`, `name`, and `network`, in any order and case, among any others. */
function* csvRows(text: string): Rows {
  let columns: Readonly<Record<'address' | 'name' | 'network', number>> | undefined;
  for (const { line, content } of linesOf(text)) {
    if (content.trim() === '') {
      yield undefined;
      continue;
    }
    const fields = csvFields(content);
    if (columns === undefined) {
      const titles = fields.map((field) => field.toLowerCase());
      const [address, name, network] = ['address', 'name', 'network'].map((title) =>
        titles.indexOf(title),
      );
      columns = { address: address ?? -1, name: name ?? -1, network: network ?? -1 };
      if (columns.address === -1) return { kind: 'noColumn' };
      continue;
    }
    const { address, name, network } = columns;
    yield {
      line,
      address: fields[address] ?? '',
      name: nameOf(fields[name]),
      network: fields[network]?.toLowerCase() || undefined,
    };
  }
  return columns === undefined ? { kind: 'noColumn' } : undefined;
}

/** Addresses, or objects with `address` and perhaps `name` and `network`. */
function* jsonRows(text: string): Rows {
  const reader = readJson(text, 1);
  let step = reader.next();
  for (; step.done !== true; step = reader.next()) yield undefined;
  const reading = step.value;
  if (reading.kind === 'tooDeep') return { kind: 'tooDeep' };
  const lines = createLineCounter(text);
  if (reading.kind === 'syntax') return { kind: 'syntax', line: lines.lineAt(reading.offset) };
  if (reading.root.kind !== 'array') return { kind: 'notAList' };
  for (const { start, end } of reading.root.elements) {
    const isShort = end - start <= longestElement;
    const value = isShort ? (JSON.parse(text.slice(start, end)) as unknown) : undefined;
    yield { line: lines.lineAt(start), ...rowIn(value) };
  }
  return undefined;
}

function rowIn(value: unknown): Omit<Row, 'line'> {
  if (typeof value === 'string') return { address: value.trim() };
  if (typeof value !== 'object' || value === null) return { address: '' };
  const { address, name, network } = value as Readonly<Record<string, unknown>>;
  return {
    address: typeof address === 'string' ? address.trim() : '',
    name: typeof name === 'string' ? nameOf(name) : undefined,
    network: typeof network === 'string' ? network.toLowerCase() : undefined,
  };
}

function nameOf(field: string | undefined): string | undefined {
  const name = field?.trim().slice(0, longestName);
  return name === '' ? undefined : name;
}

/** In UTF-16 units; no row of an address is longer, and a longer one is a bad row. */
const longestLine = 16_384;

function* linesOf(text: string): Generator<{ readonly line: number; readonly content: string }> {
  let line = 0;
  for (let start = 0; start < text.length; line++) {
    const next = text.indexOf('\n', start);
    const end = next === -1 ? text.length : next;
    yield { line, content: text.slice(start, Math.min(end, start + longestLine)) };
    start = end + 1;
  }
}
