import { PartedMap, listParts } from './portions.ts';
import { DigitSearch, paddedZeros, type ListedPlace } from './digitSearch.ts';

export const digits = 40;

/** Kinds of characters: of a run, between two digits of one value, and the start of an escape. */
export const [inRun, joins, escapes] = [1, 2, 4] as const;

/** All others are of no listed text but those that are compared as a whole. */
export const kinds = new Uint8Array(0x10000);
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code);
  if (/[0-9A-Za-z]/.test(character)) kinds[code] = inRun;
  else if ("_'{}".includes(character)) kinds[code] = joins;
}
kinds[0x5c] = escapes;

/** Listed texts with other characters: found by their longest run, then compared as a whole. */
interface Shape {
  /** Where the longest run starts. */
  readonly at: number;
  readonly length: number;
}

const noShapes: ReadonlySet<Shape> = new Set();

/** Shapes of listed texts with separators inside, by the hash of their longest run. */
class Shapes {
  readonly #byRun = new PartedMap<number, Shape | Set<Shape>>(listParts);
  /** One object shared by all texts of that shape: most lists have few shapes. */
  readonly #shared = new Map<number, Shape>();

  add(run: number, at: number, length: number): void {
    const id = at * 2 ** 26 + length;
    const shape = this.#shared.get(id) ?? { at, length };
    this.#shared.set(id, shape);
    const others = this.#byRun.get(run);
    if (others instanceof Set) others.add(shape);
    else this.#byRun.set(run, others === undefined ? shape : new Set([others, shape]));
  }

  get isEmpty(): boolean {
    return this.#byRun.size === 0;
  }

  of(run: number): ReadonlySet<Shape> {
    const shapes = this.#byRun.get(run);
    if (shapes === undefined) return noShapes;
    return shapes instanceof Set ? shapes : new Set([shapes]);
  }
}

/** Hashes of what deny lists have, and how a place is compared with them. */
export class ListedHashes {
  readonly #known = new PartedMap<number, true>(listParts);
  /** The digits of accounts, which are searched for inside of longer data too. */
  readonly #digits = new DigitSearch();
  readonly #shapes = new Shapes();
  /** 1 for each length of a run that a listed text has. */
  readonly lengths = new Uint8Array(4_096);
  /** The least of them. */
  shortest = digits;

  constructor() {
    for (const length of [digits, 2 + digits, 64, 66]) this.lengths[length] = 1;
  }

  /** Whether all listed texts are one run each. */
  get areRuns(): boolean {
    return this.#shapes.isEmpty;
  }

  /** @param text in lower case; an account of EVM with `0x` */
  add(text: string): void {
    const { at, run } = longestRun(text);
    if (run === '') return;
    // Texts longer than the table are never found: a write past its end has no effect.
    this.lengths[run.length] = 1;
    this.shortest = Math.min(this.shortest, run.length);
    this.#known.set(hashOf(text), true);
    if (evmKeyOf(text) === text) this.#digits.add(text.slice(2));
    if (run.length < text.length) this.#shapes.add(hashOf(run), at, text.length);
  }

  /**
   * Reads each run of a stretch and the digits inside it. Also returns how many shapes were tried,
   * as in `readRun`.
   */
  *readStretch(text: string, start: number, end: number) {
    let shapes = 0;
    const places: ListedPlace[] = [];
    for (let at = start; at < end; at++) {
      const from = at;
      while (at < end && kinds[text.charCodeAt(at)] === inRun) at++;
      if (this.lengths[at - from] === 1) shapes += this.readRun(text, from, at, places);
    }
    const isKnown = (key: string): boolean => this.#known.has(hashOf(key));
    const inside = end - start < digits ? [] : yield* this.#digits.find(text, start, end, isKnown);
    return { shapes, places: withoutRepeated(places, inside) };
  }

  /** @returns how many shapes a listed text with this run may have */
  readRun(text: string, start: number, end: number, found: ListedPlace[]): number {
    const run = text.slice(start, end).toLowerCase();
    const hash = hashOf(run);
    const account = evmKeyOf(run);
    const isAccount = account !== undefined && account !== run && this.#known.has(hashOf(account));
    const key = isAccount ? account : run;
    const places: ListedPlace[] = [];
    if (isAccount || this.#known.has(hash)) {
      places.push({ offset: start, length: end - start, key });
    }
    const shapes = this.#shapes.of(hash);
    for (const { at, length } of shapes) {
      const offset = start - at;
      if (!isToken(text, offset, length)) continue;
      const key = text.slice(offset, offset + length).toLowerCase();
      if (this.#known.has(hashOf(key))) places.push({ offset, length, key });
    }
    // One listed text may go on where another ends: each is a hit.
    found.push(...places.sort(byOffset));
    return shapes.size;
  }
}

/** With others that end where none of them does, in order. */
export function withoutRepeated(
  places: ListedPlace[],
  others: readonly ListedPlace[],
): ListedPlace[] {
  const ends = new Set(places.map(({ offset, length }) => offset + length));
  return [...places, ...others.filter(({ offset, length }) => !ends.has(offset + length))].sort(
    byOffset,
  );
}

const byOffset = (one: ListedPlace, other: ListedPlace): number => one.offset - other.offset;

/** 53 bits of a text, as a number: among 200,000 texts, one in a billion is taken for another. */
function hashOf(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x5bd1e995);
    high ^= high >>> 15;
  }
  low ^= low >>> 16;
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}

function longestRun(text: string): { readonly at: number; readonly run: string } {
  let best = { at: 0, run: '' };
  for (const { 0: run, index } of text.matchAll(/[0-9a-z]+/g)) {
    if (run.length > best.run.length) best = { at: index, run };
  }
  return best;
}

/** Whether nothing continues a part of a text. */
const isToken = (text: string, offset: number, length: number): boolean =>
  offset >= 0 &&
  !isJoined(text, offset - 1, offset) &&
  !isJoined(text, offset + length, offset + length - 1);

/** Of 40 digits, with `0x` or without, and of a word of 32 bytes that they end. */
function evmKeyOf(run: string): string | undefined {
  const own = run.startsWith('0x') ? run.slice(2) : run;
  if (own.length === digits) return `0x${own}`;
  // Behind the zeros of another length are not 40 digits, which no list has as an account.
  return own.startsWith(paddedZeros) ? `0x${own.slice(24)}` : undefined;
}

/** Whether a character continues the token beside it. */
function isJoined(text: string, at: number, beside: number): boolean {
  return kinds[text.charCodeAt(at)] === inRun && kinds[text.charCodeAt(beside)] === inRun;
}
