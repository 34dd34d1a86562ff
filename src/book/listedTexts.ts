/** A text on a deny list, wherever it is. It may look like a key, so it is not shown. */
export interface ListedPlace {
  /** In UTF-16 units. */
  readonly offset: number;
  readonly length: number;
  /** The listed text in lower case; of EVM, the account. */
  readonly key: string;
}

/** Between two steps, in UTF-16 units: a millisecond or two. */
const sliceLength = 1_048_576;

/** What comparing one listed text takes, in units that are only passed over. */
const costOfShape = 64;

const digits = 40;
const paddedZeros = '0'.repeat(24);

/** 1 for letters and digits of ASCII, of which every listed text has a run. */
const isRun = new Uint8Array(0x10000);
for (let code = 0; code < 128; code++) {
  if (/[0-9A-Za-z]/.test(String.fromCharCode(code))) isRun[code] = 1;
}

/** Listed texts with other characters: found by their longest run, then compared as a whole. */
interface Shape {
  /** Where the longest run starts. */
  readonly at: number;
  readonly length: number;
}

const noShapes: ReadonlySet<Shape> = new Set();
const noOffsets: ReadonlySet<number> = new Set();

/** The shapes of texts that are no run as a whole, by the hash of their longest run. */
class Shapes {
  readonly #byRun = new Map<number, Shape | Set<Shape>>();
  /** One for all texts that have it: most lists have few. */
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

/**
 * Searches for what deny lists have, as whole tokens and in any case of the letters. It needs no
 * evidence, no checksum, and no network: what detection leaves out is found all the same. One pass
 * for all lists, whose time does not depend on their length. It has hashes of the texts instead of
 * the texts, as a thread has it beside the lists: the lists themselves say whether a place is a hit.
 */
export class ListedTexts {
  readonly #known = new Set<number>();
  readonly #shapes = new Shapes();
  /** 1 for each length of a run that a listed text has. */
  readonly #lengths = new Uint8Array(4_096);
  /** The least of them. */
  #shortest = digits;

  constructor() {
    for (const length of [digits, 2 + digits, 64, 66]) this.#lengths[length] = 1;
  }

  /** @param text in lower case; an account of EVM with `0x` */
  add(text: string): void {
    const { at, run } = longestRun(text);
    if (run === '') return;
    // None that is longer than the table is found: a write past its end does nothing.
    this.#lengths[run.length] = 1;
    this.#shortest = Math.min(this.#shortest, run.length);
    this.#known.add(hashOf(text));
    if (run.length < text.length) this.#shapes.add(hashOf(run), at, text.length);
  }

  /**
   * Places in order. Yields between slices of work.
   * @param known where addresses were found, which are none of these
   */
  *find(text: string, known = noOffsets): Generator<void, ListedPlace[]> {
    const found: ListedPlace[] = [];
    const lengths = this.#lengths;
    const most = this.#shortest - 1;
    let step = sliceLength;
    // What is before `at` is of no run. A run that begins from there on and is long enough has the
    // character that is looked at, so most characters need not be.
    for (let at = 0; at + most < text.length; at++) {
      let start = at + most;
      if (isRun[text.charCodeAt(start)] === 0) at = start;
      else {
        let end = start + 1;
        // Past either end, a code is NaN, which is none of a run.
        while (isRun[text.charCodeAt(start - 1)] === 1) start--;
        while (isRun[text.charCodeAt(end)] === 1) end++;
        if ((lengths[end - start] ?? 0) === 1 && !(known.has(start) && this.#shapes.isEmpty)) {
          step -= costOfShape * this.#readRun(text, start, end, found);
        }
        at = end;
      }
      if (at < step) continue;
      step = at + sliceLength;
      yield;
    }
    return known.size === 0 ? found : found.filter(({ offset }) => !known.has(offset));
  }

  /** @returns how many shapes a listed text with this run may have */
  #readRun(text: string, start: number, end: number, found: ListedPlace[]): number {
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
    found.push(...places.sort((one, other) => one.offset - other.offset));
    return shapes.size;
  }
}

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
  const code = text.charCodeAt(at);
  return isRun[code] === 1 && isRun[text.charCodeAt(beside)] === 1;
}
