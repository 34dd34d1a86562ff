import { accountOf, subaccountOf } from '../addresses/occurrence.ts';
import { networkNamed } from '../networks/networks.ts';
import {
  maxBookSize,
  maxEntries,
  maxLists,
  maxRules,
  type BookEntry,
  type ListKind,
} from './book.ts';
import { drain } from './drain.ts';
import { readJson, spaceEnd, stringEnd, type JsonNode, type Span } from './json.ts';
import { memberOf } from './readBook.ts';

/** An entry to write; a member that is missing stays as the book has it. */
export type NewEntry = Omit<BookEntry, 'line'>;

/** Replaces a part of a text. */
export interface TextEdit extends Span {
  readonly text: string;
}

const entryMembers = [
  ...['address', 'network', 'name', 'note', 'reviewedBy', 'reviewedAt', 'ignore'],
] as const;

/**
 * The one edit that puts an entry into a book: into the entry that is there, else on a line of its
 * own where it sorts. Everything else stays as it is, members that the format does not name too.
 * Yields between slices of work.
 *
 * @param text of a book that `readBook` accepts; empty for a new one
 * @returns undefined if the entry cannot be added: `addresses` is not a list, or the book is full
 */
export function* editBook(text: string, entry: NewEntry): Generator<void, TextEdit | undefined> {
  if (isEmptyBook(text)) {
    return { start: 0, end: text.length, text: newBook(entry) };
  }
  const reading = yield* readJson(text, 3);
  if (reading.kind !== 'json') return undefined;
  const { root } = reading;
  const list = memberOf(root, 'addresses')?.value;
  if (list === undefined) {
    return fitting(text, withNewList(text, root, 'addresses', [entryText(entry)]));
  }
  if (list.kind !== 'array') return undefined;
  const placed: Placed[] = [];
  for (const node of list.elements) {
    placed.push({ node, sort: sortOf(text, node) });
    yield;
  }
  const own = sortNameOf(entry.network, entry.address);
  const same = placed.find(({ sort }) => sort === own)?.node;
  const edit =
    same === undefined
      ? insertion({ text, list }, placed, { sort: own, raw: entryText(entry) })
      : { ...spanOf(same), text: updatedEntry(text.slice(same.start, same.end), entry) };
  const isFull = same === undefined && placed.length >= maxEntries;
  return isFull ? undefined : fitting(text, edit);
}

/** An edit whose result is read: a larger book is not used at all. */
function fitting(text: string, edit: TextEdit | undefined): TextEdit | undefined {
  if (edit === undefined) return undefined;
  const replaced = Buffer.byteLength(text.slice(edit.start, edit.end));
  const size = Buffer.byteLength(text) - replaced + Buffer.byteLength(edit.text);
  return size > maxBookSize ? undefined : edit;
}

/** A rule to write: the network of the files that a pattern matches. */
export interface NewRule {
  readonly files: string;
  readonly network: string;
}

/** A list of the book to write. */
export interface NewList {
  readonly path: string;
  readonly name: string;
  readonly kind: ListKind;
  /** Where `lists update` gets it, and what it must be. */
  readonly url?: string;
  readonly sha256?: string;
}

/** Parts to append after those of the same kind, in order of precedence. */
export type NewParts =
  | { readonly member: 'networks'; readonly parts: readonly NewRule[] }
  | { readonly member: 'lists'; readonly parts: readonly NewList[] };

const maxParts = { networks: maxRules, lists: maxLists } as const;

/**
 * Returns the single edit that appends rules or lists to a book. Yields between slices of work.
 *
 *  @param text as for `editBook`
 * @returns undefined if they cannot be added: the member isn't a list, or the list or the book is
 * full
 */
export function* addParts(
  text: string,
  { member, parts }: NewParts,
): Generator<void, TextEdit | undefined> {
  const raws = parts.map((part) => compactJson(JSON.stringify(part)));
  if (isEmptyBook(text)) {
    const members = `"version": 1,\n  "${member}": ${listText(raws, '  ', '\n')}`;
    return { start: 0, end: text.length, text: `{\n  ${members}\n}\n` };
  }
  const reading = yield* readJson(text, 3);
  if (reading.kind !== 'json') return undefined;
  const { root } = reading;
  const list = memberOf(root, member)?.value;
  if (list === undefined) return fitting(text, withNewList(text, root, member, raws));
  const isFull = list.elements.length + parts.length > maxParts[member];
  if (list.kind !== 'array' || isFull) return undefined;
  const outer = indentOf(text, list.start);
  const known = list.elements.map(({ start, end }) => compactJson(text.slice(start, end)));
  const edit = { ...spanOf(list), text: listText([...known, ...raws], outer, eolOf(text)) };
  return fitting(text, edit);
}

/** Entries as lines of a book, in its order. */
export const entryTexts = (entries: readonly NewEntry[]): string[] =>
  sortedEntries(
    entries.map((entry) => ({
      sort: sortNameOf(entry.network, entry.address),
      raw: entryText(entry),
    })),
  );

interface Placed {
  readonly node: JsonNode;
  readonly sort: string | undefined;
}

interface NewLine {
  readonly sort: string;
  readonly raw: string;
}

function insertion(
  { text, list }: { readonly text: string; readonly list: JsonNode },
  placed: readonly Placed[],
  { sort, raw }: NewLine,
): TextEdit {
  const eol = eolOf(text);
  const isOneALine = placed.every(({ node }) => indentBefore(text, node.start) !== undefined);
  if (placed.length === 0 || !isOneALine) {
    const outer = indentOf(text, list.start);
    const raws = sortedEntries([
      ...placed.map(({ node, sort: known }) => ({
        sort: known,
        raw: compactJson(text.slice(node.start, node.end)),
      })),
      { sort, raw },
    ]);
    return { ...spanOf(list), text: listText(raws, outer, eol) };
  }
  const after = placed.find((each) => each.sort !== undefined && each.sort > sort)?.node;
  if (after !== undefined) {
    const indent = indentBefore(text, after.start) ?? '';
    return { start: after.start, end: after.start, text: `${raw},${eol}${indent}` };
  }
  const last = placed.at(-1)?.node ?? list;
  const indent = indentBefore(text, last.start) ?? '';
  return { start: last.end, end: last.end, text: `,${eol}${indent}${raw}` };
}

/** Sorted by network, then address. Unreadable entries keep their order, at the end. */
function sortedEntries(
  entries: readonly { readonly sort: string | undefined; readonly raw: string }[],
): string[] {
  const byName = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
  return entries
    .toSorted((one, other) => byName(one.sort ?? '\uFFFF', other.sort ?? '\uFFFF'))
    .map(({ raw }) => raw);
}

export function listText(raws: readonly string[], indent: string, eol: string): string {
  const inner = raws.map((raw) => `${indent}  ${raw}`).join(`,${eol}`);
  return `[${eol}${inner}${eol}${indent}]`;
}

const isEmptyBook = (text: string): boolean =>
  spaceEnd(text, text.startsWith('\uFEFF') ? 1 : 0) === text.length;

function newBook(entry: NewEntry): string {
  const list = listText([entryText(entry)], '  ', '\n');
  return `{\n  "version": 1,\n  "addresses": ${list}\n}\n`;
}

/** Behind the last member, because a book has at least `version`. */
function withNewList(
  text: string,
  root: JsonNode,
  name: string,
  raws: readonly string[],
): TextEdit | undefined {
  const last = root.members.at(-1)?.value;
  if (last === undefined) return undefined;
  const eol = eolOf(text);
  const list = listText(raws, '  ', eol);
  return { start: last.end, end: last.end, text: `,${eol}  "${name}": ${list}` };
}

/** Sort key and identity of an entry; undefined if it names no address on a network. */
function sortOf(text: string, node: JsonNode): string | undefined {
  if (node.kind !== 'object') return undefined;
  const [network, address] = ['network', 'address'].map((key) => {
    const value = memberOf(node, key)?.value;
    return value === undefined ? undefined : textIn(text.slice(value.start, value.end));
  });
  return network === undefined || address === undefined ? undefined : sortNameOf(network, address);
}

function textIn(raw: string): string | undefined {
  return raw.startsWith('"') ? (JSON.parse(raw) as string).trim() : undefined;
}

function sortNameOf(network: string, address: string): string {
  const family = networkNamed(network)?.family;
  if (family === undefined) return `${network} ${address}`;
  const spelled = { text: address, family };
  return `${network} ${accountOf(spelled)}${subaccountOf(spelled)}`;
}

function entryText(entry: NewEntry): string {
  return compactJson(JSON.stringify(entry, [...entryMembers, 'reason', 'until']));
}

/** The entry with the members of another. Only those change, and the order of all stays. */
function updatedEntry(raw: string, entry: NewEntry): string {
  let updated = raw;
  for (const key of entryMembers) {
    const value = entry[key];
    // The spelling of the address is the user's own.
    if (value === undefined || key === 'address' || key === 'network') continue;
    updated = withMember(updated, key, (old) =>
      typeof value === 'string' ? JSON.stringify(value) : updatedIgnore(old, value),
    );
  }
  return updated;
}

function updatedIgnore(old: string | undefined, ignore: NonNullable<NewEntry['ignore']>): string {
  if (old?.startsWith('{') !== true) return compactJson(JSON.stringify(ignore));
  let updated = old;
  for (const key of ['reason', 'until'] as const) {
    const value = ignore[key];
    if (value !== undefined) updated = withMember(updated, key, () => JSON.stringify(value));
  }
  return updated;
}

/** An object with one member set: in its place, else behind the last one. */
function withMember(
  raw: string,
  key: string,
  valueOf: (old: string | undefined) => string,
): string {
  const reading = drain(readJson(raw, 1));
  if (reading.kind !== 'json') return raw;
  const { members } = reading.root;
  const old = members.find((member) => member.key === key)?.value;
  if (old !== undefined) {
    const value = valueOf(raw.slice(old.start, old.end));
    return `${raw.slice(0, old.start)}${value}${raw.slice(old.end)}`;
  }
  const last = members.at(-1)?.value;
  const member = `${JSON.stringify(key)}: ${valueOf(undefined)}`;
  if (last === undefined) return `{ ${member} }`;
  return `${raw.slice(0, last.end)}, ${member}${raw.slice(last.end)}`;
}

/** Valid JSON on one line. Strings and numbers stay as they are, and so does all order. */
export function compactJson(raw: string): string {
  const parts: string[] = [];
  let at = spaceEnd(raw, 0);
  while (at < raw.length) {
    const character = raw.charAt(at);
    const end = stringEnd(raw, at) ?? at + 1;
    const next = spaceEnd(raw, end);
    const isEmpty = '}]'.includes(raw.charAt(next));
    if (character === '{') parts.push(isEmpty ? '{' : '{ ');
    else if (character === '}') parts.push(parts.at(-1) === '{' ? '}' : ' }');
    else if (character === ',' || character === ':') parts.push(`${character} `);
    else parts.push(raw.slice(at, end));
    at = next;
  }
  return parts.join('');
}

const spanOf = ({ start, end }: Span): Span => ({ start, end });

function eolOf(text: string): string {
  const first = text.indexOf('\n');
  return text.charAt(first - 1) === '\r' ? '\r\n' : '\n';
}

/** The space before the first token of a line; undefined for any other token. */
function indentBefore(text: string, offset: number): string | undefined {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return offset > 0 && /^[ \t]*$/.test(before) ? before : undefined;
}

/** Indentation of the line that contains a token. */
function indentOf(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}
