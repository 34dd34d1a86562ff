import { hexadecimal } from '../text/characters.ts';

/** A part of a text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  /** Behind its last unit. */
  readonly end: number;
}

export interface JsonMember {
  readonly key: string;
  readonly value: JsonNode;
}

/** A JSON value and where it is. Values below the levels that were requested have no parts. */
export interface JsonNode extends Span {
  readonly kind: 'object' | 'array' | 'plain';
  readonly members: readonly JsonMember[];
  readonly elements: readonly JsonNode[];
}

export type JsonFault =
  | { readonly kind: 'syntax'; readonly offset: number }
  | { readonly kind: 'tooDeep'; readonly offset: number };

export type JsonReading =
  | { readonly kind: 'json'; readonly root: JsonNode }
  | ({ readonly offset: number } & JsonFault);

/** Deeper than anything people write, and far from overflowing the stack. */
export const deepestJson = 64;

/** Tokens between two yields: less than a millisecond. */
const tokensOfStep = 4_096;

type Expected = 'value' | 'element' | 'key' | 'firstKey' | 'colon' | 'comma' | 'end';

interface Open {
  readonly isObject: boolean;
  readonly start: number;
  /** Undefined until there are any: a file may have a million empty values. */
  members: JsonMember[] | undefined;
  elements: JsonNode[] | undefined;
  key: string;
}

/**
 * Finds the parts of a JSON text without building its values, so that what is rewritten keeps the
 * rest as it is. It does not recurse, and yields between slices of work.
 *
 * @param levels how many levels of members and elements to keep
 * @param most elements of each list to keep, from the first
 */
export function* readJson(
  text: string,
  levels: number,
  most = Infinity,
): Generator<void, JsonReading> {
  const reader = new JsonReader(text, new Outline(levels, most));
  for (let count = 1; ; count++) {
    const reading = reader.next();
    if (reading !== undefined) return reading;
    if (count % tokensOfStep === 0) yield;
  }
}

const none: readonly never[] = [];

/** The values that have started, and the parts that are kept of them. */
class Outline {
  readonly #levels: number;
  readonly #most: number;
  readonly #open: Open[] = [];
  root: JsonNode | undefined;

  constructor(levels: number, most: number) {
    this.#levels = levels;
    this.#most = most;
  }

  get depth(): number {
    return this.#open.length;
  }

  /** Whether the innermost value is an object; undefined outside of all. */
  get isInObject(): boolean | undefined {
    return this.#open.at(-1)?.isObject;
  }

  begin(isObject: boolean, start: number): void {
    this.#open.push({ isObject, start, members: undefined, elements: undefined, key: '' });
  }

  /** @param raw a string with its quotes */
  name(raw: () => string): void {
    const open = this.#open.at(-1);
    if (open !== undefined && this.#isKept()) open.key = JSON.parse(raw()) as string;
  }

  end(end: number): void {
    const open = this.#open.pop();
    if (open === undefined) return;
    const { isObject, start, members = none, elements = none } = open;
    if (this.#isKept()) {
      this.#add({ kind: isObject ? 'object' : 'array', start, end, members, elements });
    }
  }

  plain(start: number, end: number): void {
    if (this.#isKept()) this.#add({ kind: 'plain', start, end, members: none, elements: none });
  }

  #add(value: JsonNode): void {
    const open = this.#open.at(-1);
    if (open === undefined) this.root = value;
    else if (open.isObject) (open.members ??= []).push({ key: open.key, value });
    else if ((open.elements ??= []).length < this.#most) open.elements.push(value);
  }

  #isKept(): boolean {
    return this.#open.length <= this.#levels;
  }
}

class JsonReader {
  readonly #text: string;
  readonly #outline: Outline;
  #at: number;
  #expected: Expected = 'value';

  constructor(text: string, outline: Outline) {
    this.#text = text;
    this.#outline = outline;
    this.#at = text.startsWith('\uFEFF') ? 1 : 0;
  }

  /** Reads one token; returns the result after the last one. */
  next(): JsonReading | undefined {
    const start = spaceEnd(this.#text, this.#at);
    this.#at = start;
    const { root } = this.#outline;
    const isAtEnd = start >= this.#text.length;
    if (root !== undefined && isAtEnd) return { kind: 'json', root };
    if (isAtEnd || !this.#take(start)) return { kind: 'syntax', offset: start };
    return this.#outline.depth > deepestJson ? { kind: 'tooDeep', offset: start } : undefined;
  }

  #take(start: number): boolean {
    const character = this.#text.charAt(start);
    switch (this.#expected) {
      case 'end':
        return false;
      case 'colon':
        return character === ':' && this.#pass('value');
      case 'comma':
        if (character !== ',') return this.#close(character);
        return this.#pass(this.#outline.isInObject === true ? 'key' : 'value');
      case 'firstKey':
        return this.#close(character) || this.#takeKey(start);
      case 'key':
        return this.#takeKey(start);
      case 'element':
        return this.#close(character) || this.#takeValue(start, character);
      case 'value':
        return this.#takeValue(start, character);
    }
  }

  #pass(next: Expected, end = this.#at + 1): true {
    this.#at = end;
    this.#expected = next;
    return true;
  }

  #takeKey(start: number): boolean {
    const end = stringEnd(this.#text, start);
    if (end === undefined) return false;
    this.#outline.name(() => this.#text.slice(start, end));
    return this.#pass('colon', end);
  }

  #takeValue(start: number, character: string): boolean {
    if (character === '{' || character === '[') {
      this.#outline.begin(character === '{', start);
      return this.#pass(character === '{' ? 'firstKey' : 'element');
    }
    const end =
      character === '"' ? stringEnd(this.#text, start) : scalarEnd(this.#text, start, character);
    if (end === undefined) return false;
    this.#outline.plain(start, end);
    return this.#passValue(end);
  }

  #close(character: string): boolean {
    const { isInObject } = this.#outline;
    if (isInObject === undefined || character !== (isInObject ? '}' : ']')) return false;
    this.#outline.end(this.#at + 1);
    return this.#passValue(this.#at + 1);
  }

  #passValue(end: number): true {
    return this.#pass(this.#outline.depth === 0 ? 'end' : 'comma', end);
  }
}

/** Where the next token begins (RFC 8259, section 2). */
export function spaceEnd(text: string, start: number): number {
  let at = start;
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) break;
  }
  return at;
}

/** The units of an escape after its backslash, by the first of them. */
const escapes = new Uint8Array(0x80);
for (const mark of '"\\/bfnrt') escapes[mark.charCodeAt(0)] = 1;
escapes[0x75] = 5;

/** Not by a pattern: one repeats over the whole string, and a string may be as long as the file. */
export function stringEnd(text: string, start: number): number | undefined {
  if (text.charAt(start) !== '"') return undefined;
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) return at + 1;
    if (unit < 0x20) return undefined;
    if (unit !== 0x5c) continue;
    at++;
    const escape = escapes[text.charCodeAt(at)] ?? 0;
    if (escape === 0) return undefined;
    for (const end = at + escape - 1; at < end; at++) {
      if ((hexadecimal[text.charCodeAt(at + 1)] ?? 0) === 0) return undefined;
    }
  }
  return undefined;
}

const maxNumberLength = 400;

function scalarEnd(text: string, start: number, character: string): number | undefined {
  for (const word of ['true', 'false', 'null']) {
    if (text.startsWith(word, start)) return start + word.length;
  }
  if (character !== '-' && !/\d/.test(character)) return undefined;
  const [number = ''] = /^[-+.\deE]*/.exec(text.slice(start, start + maxNumberLength)) ?? [];
  const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(number);
  return isNumber ? start + number.length : undefined;
}
