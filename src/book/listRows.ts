import { networkNamed } from '../networks/networks.ts';
import { csvFields, delimiterOf } from './csv.ts';
import { readJson, type JsonNode } from './json.ts';
import { createLineCounter } from './lines.ts';
import {
  addressesIn,
  isListed,
  mayBeListed,
  textsIn,
  unseen,
  withoutUnseen,
  wordsOf,
} from './listCells.ts';

/** Why a list, or part of it, isn't used. Lines count from 0. */
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
  /** Addresses, and texts that may be addresses; empty for a bad row. */
  readonly texts: readonly string[];
  readonly name?: string | undefined;
  readonly network?: string | undefined;
}

type Rows = Generator<Row | undefined, ListProblem | undefined>;

const maxNameLength = 120;

/** The rows of a list by the ending of its path. */
export function rowsOf(text: string, path: string): Rows {
  if (/\.json$/i.test(path)) return jsonRows(text);
  return /\.[ct]sv$/i.test(path) ? csvRows(text) : textRows(text);
}

/**
 * The addresses of a line: usually one, beside a comment or with a name. A line without any is a bad
 * row, and one that begins with `#` or `//` is a comment.
 */
function* textRows(text: string): Rows {
  for (const { line, content, isCut } of linesOf(text)) {
    if (isCut) yield badRow(line);
    const [before = '', ...comment] = content.replace(unseen, '').split(/(?<!\/)#|(?<!:)\/\//);
    if (before.trim() === '') {
      yield undefined;
      continue;
    }
    const found = textsIn(before);
    const texts = found.some(isListed) ? found : [...found, ...addressesIn(comment.join(' '))];
    yield { line, texts: texts.length > 0 ? texts : wordsOf(before).slice(0, 1) };
  }
  return undefined;
}

/** Usual titles of an address column or member when none is called `address`. */
const addressTitle = /address|wallet/i;

/** The titles that name addresses. */
function addressesAmong<Title>(titles: readonly Title[], nameOfTitle: (title: Title) => string) {
  const exact = titles.filter((title) => nameOfTitle(title).toLowerCase() === 'address');
  return exact.length > 0 ? exact : titles.filter((title) => addressTitle.test(nameOfTitle(title)));
}

/** The columns `address`, `name`, and `network`, in any order and case, among any others. */
function* csvRows(text: string): Rows {
  let titles: readonly string[] | undefined;
  let columns: readonly number[] = [];
  let delimiter = ',';
  let hasRows = false;
  for (const { line, content, isCut } of linesOf(text)) {
    if (isCut) yield badRow(line);
    if (titles === undefined && content.trim() !== '') {
      delimiter = delimiterOf(content);
      titles = csvFields(content, delimiter).map((field) => withoutUnseen(field).toLowerCase());
      const named = titles;
      columns = addressesAmong([...named.keys()], (at) => named[at] ?? '');
      // Without a line of titles, it is a table of which one column has addresses.
      if (columns.length === 0 && addressesIn(content).length > 0) return yield* textRows(text);
      hasRows = columns.length > 0;
      continue;
    }
    const fields = csvFields(content, delimiter);
    const own = columns.map((at) => withoutUnseen(fields[at] ?? ''));
    // Without a column of addresses, they are among remarks.
    const texts = (columns.length > 0 ? own : [content]).flatMap(textsIn);
    if (columns.length > 0 && !texts.some(isListed)) texts.push(...addressesIn(content));
    if (texts.length > 0) hasRows = true;
    else if (content.trim() !== '') texts.push(...own);
    yield texts.length === 0
      ? undefined
      : {
          line,
          texts,
          name: nameOf(fields[titles?.indexOf('name') ?? -1]),
          network: fields[titles?.indexOf('network') ?? -1]?.toLowerCase() || undefined,
        };
  }
  return hasRows ? undefined : { kind: 'noColumn' };
}

/** Levels of JSON below which no one lists addresses. */
const jsonLevels = 8;

/** Addresses, or objects with `address` and perhaps `name` and `network`; by network, or in a member. */
function* jsonRows(text: string): Rows {
  const reader = readJson(text, jsonLevels);
  let step = reader.next();
  for (; step.done !== true; step = reader.next()) yield undefined;
  const reading = step.value;
  if (reading.kind === 'tooDeep') return { kind: 'tooDeep' };
  const lines = createLineCounter(text);
  if (reading.kind === 'syntax') return { kind: 'syntax', line: lines.lineAt(reading.offset) };
  const { root } = reading;
  const isArray = root.kind === 'array';
  const hasRows = yield* new JsonRows(text).of(root, { isList: isArray });
  return hasRows || isArray ? undefined : { kind: 'notAList' };
}

/** Values inherited from the enclosing element. */
interface Around extends Pick<Row, 'name' | 'network'> {
  /** Whether it is a row, if a bad one. Elsewhere, only what is an address counts. */
  readonly isList: boolean;
}

class JsonRows {
  readonly #text: string;
  readonly #lineAt: (offset: number) => number;

  constructor(text: string) {
    this.#text = text;
    this.#lineAt = createLineCounter(text).lineAt;
  }

  /** @returns whether there were any */
  *of(node: JsonNode, { isList, ...said }: Around): Generator<Row | undefined, boolean> {
    const line = this.#lineAt(node.start);
    let hasRows = false;
    if (node.kind === 'object') hasRows = yield* this.#members(node, { isList, ...said });
    else if (node.kind === 'array') {
      const isOwnList =
        isList || node.elements.slice(0, elementsTried).some((each) => this.#isAddress(each));
      for (const element of node.elements) {
        const isRow = element.kind !== 'array' || !isOwnList;
        const rows = isRow && (yield* this.of(element, { ...said, isList: isOwnList }));
        if (!rows && isOwnList) yield badRow(this.#lineAt(element.start));
        hasRows ||= rows;
      }
    } else if (isList || this.#isAddress(node)) {
      const text = this.#stringOf(node) ?? '';
      const texts = textsIn(text);
      yield { line, texts: texts.length > 0 ? texts : [text], ...said };
      return true;
    } else yield undefined;
    return hasRows;
  }

  *#members({ members }: JsonNode, around: Around): Generator<Row | undefined, boolean> {
    const own = (title: string, { members: all } = { members }): string | undefined => {
      const value = all.find(({ key }) => key === title)?.value;
      return value && this.#stringOf(value);
    };
    const said = {
      name: nameOf(own('name')) ?? around.name,
      network: own('network')?.toLowerCase() ?? around.network,
    };
    const titled = addressesAmong(members, ({ key }) => key);
    let hasRows = false;
    for (const { key, value } of titled.length > 0 ? titled : members) {
      if (titled.length === 0 && mayBeListed(key) && isListed(key)) {
        const name = nameOf(own('name', value) ?? this.#stringOf(value));
        yield { line: this.#lineAt(value.start), texts: [key], ...said, name };
        hasRows = true;
        continue;
      }
      const network = networkNamed(key.toLowerCase())?.name;
      const isList = titled.length > 0 || network !== undefined || isSymbol.test(key);
      const rows = yield* this.of(value, { ...said, isList, network: network ?? said.network });
      hasRows ||= rows;
    }
    return hasRows;
  }

  /** Bare digits are the ID of a commit too. */
  #isAddress(node: JsonNode): boolean {
    const text = this.#stringOf(node) ?? '';
    return mayBeListed(text) && !/^[\da-f]{40}$/i.test(text) && isListed(text);
  }

  /** Undefined unless it is a string of a reasonable length. */
  #stringOf({ start, end, kind }: JsonNode): string | undefined {
    const isShort = kind === 'plain' && end - start <= maxLineLength;
    if (!isShort || this.#text.charAt(start) !== '"') return undefined;
    return (JSON.parse(this.#text.slice(start, end)) as string).trim();
  }
}

/** Elements that can show that an array of any name has addresses. */
const elementsTried = 64;

/** As lists call coins of which we know no network. */
const isSymbol = /^[A-Z]{2,6}$/;

const badRow = (line: number): Row => ({ line, texts: [] });

function nameOf(field: string | undefined): string | undefined {
  const name = field?.trim().slice(0, maxNameLength);
  return name === '' ? undefined : name;
}

/** In UTF-16 units; also the limit for a JSON string. Anything longer is a bad row. */
const maxLineLength = 65_536;

interface Line {
  readonly line: number;
  readonly content: string;
  /** Whether the line is longer than its content. */
  readonly isCut: boolean;
}

function* linesOf(text: string): Generator<Line> {
  let line = 0;
  for (let start = 0; start < text.length; line++) {
    const next = text.indexOf('\n', start);
    const end = next === -1 ? text.length : next;
    const cut = Math.min(end, start + maxLineLength);
    yield { line, content: text.slice(start, cut), isCut: cut < end };
    start = end + 1;
  }
}
