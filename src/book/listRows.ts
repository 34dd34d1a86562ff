import type { Family } from '../networks/networks.ts';
import { accountOf } from '../addresses/occurrence.ts';
import { readAddress } from '../scan/parse.ts';
import { csvFields } from './csv.ts';
import { readJson } from './json.ts';
import { createLineCounter } from './lines.ts';

/** Why a whole list is not used, or a part of it. Lines count from 0. */
export type ListProblem =
  | { readonly kind: 'missing' | 'outside' | 'notAFile' | 'unreadable' | 'tooLarge' | 'tooDeep' }
  | { readonly kind: 'syntax'; readonly line: number }
  | { readonly kind: 'noColumn' | 'notAList' }
  | { readonly kind: 'tooMany' }
  /** Rows that name no address, or a network that is not in the table. */
  | { readonly kind: 'rows'; readonly count: number; readonly firstLine: number };

/** A row as its format has it, before it is checked. */
export interface Row {
  readonly line: number;
  readonly address: string;
  readonly name?: string | undefined;
  readonly network?: string | undefined;
}

type Rows = Generator<Row | undefined, ListProblem | undefined>;

/** Of a JSON list, in UTF-16 units. */
const longestElement = 4_096;

const longestName = 120;

/** The rows of a list by the ending of its path. */
export function rowsOf(text: string, path: string): Rows {
  if (/\.json$/i.test(path)) return jsonRows(text);
  return /\.csv$/i.test(path) ? csvRows(text) : textRows(text);
}

/** Copied from a page, a text may have such characters around it. */
const unseen = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** As most addresses are. */
const isWord = /^[0-9A-Za-z]+$/;

const isQuote = (character: string): boolean => '"\'`“”‘’<>,;'.includes(character);

/** Without quotes around it too. */
export function withoutUnseen(text: string): string {
  if (isWord.test(text)) return text;
  const clean = text.replace(unseen, '').trim();
  let start = 0;
  let end = clean.length;
  while (start < end && isQuote(clean.charAt(start))) start++;
  while (end > start && isQuote(clean.charAt(end - 1))) end--;
  return clean.slice(start, end);
}

/** Any case of the letters: public lists have a typo in none, and are often in one case. */
export function readListed(
  text: string,
  network: string | undefined,
): { readonly key: string; readonly family: Family } | undefined {
  if (/^(?:0x)?[\da-f]{40}$/i.test(text)) {
    const family = 'evm';
    return { key: accountOf({ text: text.length === 40 ? `0x${text}` : text, family }), family };
  }
  const read = readAddress(text, network);
  if (!read.ok) return undefined;
  const { canonical, family } = read.address;
  return { key: accountOf({ text: canonical, family }), family };
}

/** In a row of text, what separates an address from what is said of it. */
const separators = /[\s,;|"'`<>()[\]{}=]+/;

/** Words of one line that are tried as addresses. */
const mostWords = 64;

/**
 * The addresses of a line: usually one, beside a comment or with a name. A line without any is a bad
 * row, and one that begins with `#` or `//` is a comment.
 */
function* textRows(text: string): Rows {
  for (const { line, content } of linesOf(text)) {
    yield* addressesIn(line, content);
  }
  return undefined;
}

function* addressesIn(line: number, content: string): Generator<Row | undefined> {
  // An address alone, as most lines are.
  if (isWord.test(content) && isListed(content)) {
    yield { line, address: content };
    return;
  }
  const [before = '', ...comment] = content.replace(unseen, '').split(/(?<!\/)#|(?<!:)\/\//);
  if (before.trim() === '') {
    yield undefined;
    return;
  }
  const words = wordsOf(before);
  const found = words.filter(isListed);
  const inComment = found.length > 0 ? [] : wordsOf(comment.join(' ')).filter(isListed);
  const addresses = [...found, ...inComment];
  for (const address of addresses.length > 0 ? addresses : words.slice(0, 1)) {
    yield { line, address };
  }
}

const wordsOf = (text: string): string[] =>
  text.split(separators, mostWords).filter((word) => word !== '');

const isListed = (word: string): boolean => readListed(word, undefined) !== undefined;

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
      const titles = fields.map((field) => withoutUnseen(field).toLowerCase());
      const [address, name, network] = ['address', 'name', 'network'].map((title) =>
        titles.indexOf(title),
      );
      columns = { address: address ?? -1, name: name ?? -1, network: network ?? -1 };
      if (columns.address === -1) {
        // Without a line of titles, it is a table of which one column has addresses.
        return wordsOf(content).some(isListed) ? yield* textRows(text) : { kind: 'noColumn' };
      }
      continue;
    }
    const { address, name, network } = columns;
    const field = withoutUnseen(fields[address] ?? '');
    yield {
      line,
      address: isListed(field)
        ? field
        : (wordsOf(content).find((word) => word !== field && isListed(word)) ?? field),
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
