import { addDenial, denialOf, type Denial, type LoadedList } from './facts.ts';

/** A text on a deny list, wherever it is. It may look like a key, so it is not shown. */
export interface ListedPlace {
  /** In UTF-16 units. */
  readonly offset: number;
  readonly length: number;
  /** What lists have it by. */
  readonly key: string;
}

/** The same with the lists that have it. */
export interface DeniedPlace extends ListedPlace {
  readonly denials: readonly Denial[];
}

/** Between two steps, in UTF-16 units: a millisecond or two. */
const sliceLength = 1_048_576;

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

/**
 * Searches for what deny lists have, as whole tokens and in any case of the letters. It needs no
 * evidence, no checksum, and no network: what detection leaves out is found all the same. One pass
 * for all lists, whose time does not depend on their length. It knows no list, so a thread can have it.
 */
export class ListedTexts {
  readonly #hasEvm: (key: string) => boolean;
  /** Listed texts in lower case, each with its key. */
  readonly #keys = new Map<string, string>();
  readonly #shapes = new Map<string, Shape[]>();
  /** 1 for each length of a run that a listed text has. */
  readonly #lengths = new Uint8Array(4_096);
  /** The least of them. */
  #shortest = digits;

  /** @param hasEvm whether an account of EVM is listed */
  constructor(hasEvm: (key: string) => boolean) {
    this.#hasEvm = hasEvm;
    for (const length of [digits, 2 + digits, 64, 66]) this.#lengths[length] = 1;
  }

  /** @param text in lower case */
  add(text: string, key: string): void {
    const { at, run } = longestRun(text);
    if (run === '') return;
    // None that is longer than the table is found: a write past its end does nothing.
    this.#lengths[run.length] = 1;
    this.#shortest = Math.min(this.#shortest, run.length);
    this.#keys.set(text, key);
    const { length } = text;
    const others = this.#shapes.get(run);
    if (others === undefined) this.#shapes.set(run, [{ at, length }]);
    else if (!others.some((each) => each.at === at && each.length === length)) {
      others.push({ at, length });
    }
  }

  /** Places in order. Yields between slices of work. */
  *find(text: string): Generator<void, ListedPlace[]> {
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
        if ((lengths[end - start] ?? 0) === 1) this.#readRun(text, start, end, found);
        at = end;
      }
      if (at < step) continue;
      step = at + sliceLength;
      yield;
    }
    return found;
  }

  #readRun(text: string, start: number, end: number, found: ListedPlace[]): void {
    const run = text.slice(start, end).toLowerCase();
    const evm = evmKeyOf(run);
    if (evm !== undefined && this.#hasEvm(evm)) {
      found.push({ offset: start, length: end - start, key: evm });
      return;
    }
    for (const { at, length } of this.#shapes.get(run) ?? []) {
      const offset = start - at;
      const key = isToken(text, offset, length)
        ? this.#keys.get(text.slice(offset, offset + length).toLowerCase())
        : undefined;
      if (key === undefined) continue;
      found.push({ offset, length, key });
      return;
    }
  }
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

/** Rows of deny lists, a portion of all: plain data, which a thread can be sent. */
export interface ListedRows {
  /** Accounts of EVM. */
  readonly evm: readonly string[];
  /** Each text is followed by its key. */
  readonly texts: readonly string[];
}

/** Rows in one portion: copying them takes a millisecond or two. */
const rowsOfPortion = 5_000;

/** The search with the lists that it is for. */
export class DenySearch {
  readonly isEmpty: boolean;
  readonly #lists: readonly LoadedList[];
  readonly #texts: ListedTexts;

  private constructor(lists: readonly LoadedList[]) {
    this.#lists = lists;
    this.isEmpty = !lists.some(({ list }) => list.addresses.size > 0);
    this.#texts = new ListedTexts((key) => lists.some(({ list }) => list.addresses.has(key)));
  }

  /** Yields between rows: a list may have hundreds of thousands. */
  static *of(lists: readonly LoadedList[]): Generator<void, DenySearch> {
    const search = new DenySearch(lists.filter(({ reference }) => reference.kind === 'deny'));
    for (const { list } of search.#lists) {
      for (const [text, key] of list.spellings) {
        search.#texts.add(text, key);
        yield;
      }
    }
    return search;
  }

  /** Whether another search has the same lists, as they were read. */
  hasSameRows(other: DenySearch): boolean {
    const others = other.#lists;
    return (
      this.#lists.length === others.length &&
      this.#lists.every(({ list }, index) => list === others[index]?.list)
    );
  }

  /** What it searches for, in portions. */
  *rows(): Generator<ListedRows, void> {
    for (const { list } of this.#lists) {
      let evm: string[] = [];
      for (const key of list.addresses.keys()) {
        if (/^0x[\da-f]{40}$/.test(key) && evm.push(key) < rowsOfPortion) continue;
        if (evm.length < rowsOfPortion) continue;
        yield { evm, texts: [] };
        evm = [];
      }
      let texts: string[] = [];
      for (const [text, key] of list.spellings) {
        if (texts.push(text, key) < 2 * rowsOfPortion) continue;
        yield { evm: [], texts };
        texts = [];
      }
      yield { evm, texts };
    }
  }

  /** Places in order. Yields between slices of work. */
  *find(text: string): Generator<void, DeniedPlace[]> {
    if (this.isEmpty) return [];
    const places = yield* this.#texts.find(text);
    return places.map((place) => ({ ...place, denials: this.denialsOf(place.key) }));
  }

  denialsOf(key: string): Denial[] {
    const denials: Denial[] = [];
    for (const { reference, list } of this.#lists) {
      const [listed] = list.addresses.get(key) ?? [];
      if (listed !== undefined) addDenial(denials, denialOf(reference, listed, true));
    }
    return denials;
  }
}

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
