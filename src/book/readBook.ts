import { accountOf, subaccountOf } from '../addresses/occurrence.ts';
import * as v from 'valibot';
import { networkNamed } from '../networks/networks.ts';
import { readAddress } from '../scan/parse.ts';
import {
  maxEntries,
  maxLists,
  maxRules,
  type Book,
  type BookEntry,
  type BookProblem,
  type BookReading,
  type BookRejection,
  type ListKind,
  type ListReference,
  type NetworkRule,
  type PartProblem,
} from './book.ts';
import { drain } from './drain.ts';
import { readJson, type JsonMember, type JsonNode } from './json.ts';
import { createLineCounter, lineAt } from './lines.ts';
import { pathBelow, pathPattern } from './paths.ts';
import { entryShape, listShape, problemOf, ruleShape } from './shapes.ts';

/** More would make one word another. */
const maxEdits = 2;

/** Whether a word is another one with at most two letters added, left out, or replaced. */
function isTypoOf(word: string, text: string): boolean {
  if (text === word || Math.abs(text.length - word.length) > maxEdits) return false;
  let row = Array.from({ length: word.length + 1 }, (_, at) => at);
  for (let line = 0; line < text.length; line++) {
    const next = [line + 1];
    for (let at = 1; at <= word.length; at++) {
      const replaced = (row[at - 1] ?? 0) + (word[at - 1] === text[line] ? 0 : 1);
      next.push(Math.min(replaced, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
  }
  return (row.at(-1) ?? Infinity) <= maxEdits;
}

/** In UTF-16 units: an entry is one line. */
const maxPartLength = 16_384;

const bookMembers = ['addresses', 'networks', 'lists', 'policy'];

/** A book with more is not read by anyone who could correct them. */
const maxProblems = 1_000;

/** The value of one part, or why there is none. */
type PartReading<Part> =
  | { readonly ok: true; readonly part: Part }
  | { readonly ok: false; readonly problem: PartProblem };

/**
 * Reads an address book. Yields between slices of work, each far shorter than a frame. A part that
 * is wrong is reported, and no other is lost.
 * @param hasEntries false to leave out the entries, whose checksums take most of the time
 */
export function* readBook(text: string, hasEntries = true): Generator<void, BookReading> {
  const reading = yield* readJson(text, 2, maxEntries + 1);
  if (reading.kind !== 'json') {
    return rejected({ kind: reading.kind, line: lineAt(text, reading.offset) });
  }
  const { root } = reading;
  const rejection = rejectionOf(root, text);
  if (rejection !== undefined) return rejected(rejection);
  const parts = new PartsReader(text);
  parts.addTypos(root);
  const byAccount = new Map<string, BookEntry[]>();
  const addresses = hasEntries ? memberOf(root, 'addresses') : undefined;
  const entries = yield* parts.read(addresses, createEntryReader(byAccount));
  const rules = yield* parts.read(memberOf(root, 'networks'), readRule, maxRules);
  const lists = yield* parts.read(memberOf(root, 'lists'), readListReference, maxLists);
  const book: Book = { entries, byAccount, rules, lists, problems: parts.problems };
  return { kind: 'book', book };
}

function rejected(rejection: BookRejection): BookReading {
  return { kind: 'rejected', rejection };
}

export function memberOf(node: JsonNode, key: string): JsonMember | undefined {
  return node.members.find((member) => member.key === key);
}

function rejectionOf(root: JsonNode, text: string): BookRejection | undefined {
  const line = ({ start }: JsonNode): number => lineAt(text, start);
  if (root.kind !== 'object') return { kind: 'notAnObject', line: line(root) };
  const seen = new Set<string>();
  for (const { key, value } of root.members) {
    // Readers of JSON disagree on which one counts.
    if (seen.has(key)) {
      return { kind: 'repeatedMember', member: key.slice(0, 64), line: line(value) };
    }
    seen.add(key);
  }
  const version = memberOf(root, 'version')?.value;
  if (version === undefined || text.slice(version.start, version.end) !== '1') {
    return { kind: 'version', line: line(version ?? root) };
  }
  const first = memberOf(root, 'addresses')?.value.elements[maxEntries];
  return first === undefined ? undefined : { kind: 'tooMany', line: line(first) };
}

/**
 * Finds a member that occurs twice in a part or in an object inside it: `JSON.parse` silently keeps
 * the last one.
 */
function repeatedMember(text: string): string | undefined {
  const reading = drain(readJson(text, 2));
  if (reading.kind !== 'json') return undefined;
  const { root } = reading;
  for (const { members } of [root, ...root.members.map(({ value }) => value)]) {
    const keys = members.map(({ key }) => key);
    if (new Set(keys).size === keys.length) continue;
    return keys.find((key, index) => keys.indexOf(key) !== index)?.slice(0, 64);
  }
  return undefined;
}

type ReadPart<Part> = (value: unknown, line: number) => PartReading<Part>;

class PartsReader {
  readonly problems: BookProblem[] = [];
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The parts of a list that can be read, in their order. */
  *read<Part>(
    member: JsonMember | undefined,
    readPart: ReadPart<Part>,
    most = Infinity,
  ): Generator<void, Part[]> {
    if (member === undefined) return [];
    const { kind, start, elements } = member.value;
    // Of each list its own, because the members may be in any order.
    const lines = createLineCounter(this.#text);
    if (kind !== 'array') {
      this.#add(lines.lineAt(start), { kind: 'notAList', member: member.key });
    }
    const parts: Part[] = [];
    for (const [index, node] of elements.entries()) {
      const line = lines.lineAt(node.start);
      if (index === most) {
        this.#add(line, { kind: 'tooMany', most });
        break;
      }
      const reading = this.#readOne(node, (value) => readPart(value, line));
      if (reading.ok) parts.push(reading.part);
      else this.#add(line, reading.problem);
      yield;
    }
    return parts;
  }

  /** A misspelled member would be ignored, and with it what it lists. */
  addTypos({ members }: JsonNode): void {
    for (const { key, value } of members) {
      const known = bookMembers.find((each) => isTypoOf(each, key));
      if (known === undefined || members.some((each) => each.key === known)) continue;
      this.#add(lineAt(this.#text, value.start), { kind: 'typo', member: key, known });
    }
  }

  #readOne<Part>(
    node: JsonNode,
    readPart: (value: unknown) => PartReading<Part>,
  ): PartReading<Part> {
    if (node.kind !== 'object') return wrong({ kind: 'notAnObject' });
    if (node.end - node.start > maxPartLength) return wrong({ kind: 'tooLong' });
    const text = this.#text.slice(node.start, node.end);
    const member = repeatedMember(text);
    if (member !== undefined) return wrong({ kind: 'member', member, fault: 'repeated' });
    return readPart(JSON.parse(text));
  }

  #add(line: number, problem: PartProblem): void {
    if (this.problems.length < maxProblems) this.problems.push({ line, problem });
  }
}

const wrong = (problem: PartProblem) => ({ ok: false, problem }) as const;

/** @param byAccount the entries before, because of each address on a network the first one counts */
function createEntryReader(byAccount: Map<string, BookEntry[]>): ReadPart<BookEntry> {
  return (value, line) => {
    const result = v.safeParse(entryShape, value);
    if (!result.success) return wrong(problemOf(result.issues));
    const { address, network } = result.output;
    const family = networkNamed(network)?.family;
    if (family === undefined) return wrong({ kind: 'network' });
    const read = readAddress(address, network);
    if (!read.ok) return wrong({ kind: 'address', problem: read.problem });
    if (read.address.family !== family) return wrong({ kind: 'otherFamily', network });
    const { canonical } = read.address;
    const account = accountOf({ text: canonical, family });
    const others = byAccount.get(account);
    const subaccountIn = (text: string): string => subaccountOf({ text, family });
    const first = others?.find(
      (other) =>
        other.network === network && subaccountIn(other.address) === subaccountIn(canonical),
    );
    if (first !== undefined) return wrong({ kind: 'repeated', firstLine: first.line });
    const part = { ...result.output, address: canonical, line };
    if (others === undefined) byAccount.set(account, [part]);
    else others.push(part);
    return { ok: true, part };
  };
}

function readRule(value: unknown): PartReading<NetworkRule> {
  const result = v.safeParse(ruleShape, value);
  if (!result.success) return wrong(problemOf(result.issues));
  const { files, network } = result.output;
  if (networkNamed(network) === undefined) return wrong({ kind: 'network' });
  const matches = pathPattern(files);
  return matches === undefined
    ? wrong({ kind: 'pattern' })
    : { ok: true, part: { files, network, matches } };
}

function readListReference(value: unknown, line: number): PartReading<ListReference> {
  const result = v.safeParse(listShape, value);
  if (!result.success) return wrong(problemOf(result.issues));
  const { name, kind, url } = result.output;
  const path = pathBelow(result.output.path);
  if (path === undefined) return wrong({ kind: 'path' });
  if (!isListKind(kind)) return wrong({ kind: 'listKind' });
  const isFetched = url === undefined ? {} : ({ isFetched: true } as const);
  return { ok: true, part: { line, path, name, kind, ...isFetched } };
}

function isListKind(kind: string): kind is ListKind {
  return kind === 'deny' || kind === 'names';
}
