import { denialOf, type Denial, type LoadedList } from './facts.ts';

/** A text on a deny list, wherever it is. It may look like a key, so it is not shown. */
export interface DeniedPlace {
  /** In UTF-16 units. */
  readonly offset: number;
  readonly length: number;
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

/** A listed text with other characters: found by its longest run, then compared as a whole. */
interface Spelling {
  readonly text: string;
  /** Where its longest run starts. */
  readonly at: number;
  readonly key: string;
}

/**
 * Searches for what deny lists have, as whole tokens and in any case of the letters. It needs no
 * evidence, no checksum, and no network: what detection leaves out is found all the same. One pass
 * for all lists, whose time does not depend on their length.
 */
export class DenySearch {
  readonly #lists: readonly LoadedList[];
  readonly #spellings = new Map<string, readonly Spelling[]>();
  /** 1 for each length of a run that a listed text has. */
  readonly #lengths = new Uint8Array(4_096);
  readonly #hasEvm: boolean;

  constructor(lists: readonly LoadedList[]) {
    this.#lists = lists.filter(({ reference }) => reference.kind === 'deny');
    let hasEvm = false;
    for (const { list } of this.#lists) {
      for (const [text, key] of list.spellings) this.#add(text, key);
      hasEvm ||= list.addresses.size > 0;
    }
    this.#hasEvm = hasEvm;
    if (!hasEvm) return;
    for (const length of [digits, 2 + digits, 64, 66]) this.#lengths[length] = 1;
  }

  get isEmpty(): boolean {
    return !this.#hasEvm;
  }

  /** Places in order. Yields between slices of work. */
  *find(text: string): Generator<void, DeniedPlace[]> {
    const found: DeniedPlace[] = [];
    if (this.isEmpty) return found;
    const lengths = this.#lengths;
    let step = sliceLength;
    for (let at = 0; at < text.length; at++) {
      if (isRun[text.charCodeAt(at)] === 0) continue;
      const start = at;
      do at++;
      while (isRun[text.charCodeAt(at)] === 1);
      // Past the end, a code is NaN, which is none of a run.
      if ((lengths[at - start] ?? 0) === 1) this.#readRun(text, start, at, found);
      if (at < step) continue;
      step = at + sliceLength;
      yield;
    }
    return found;
  }

  #add(text: string, key: string): void {
    let best = { at: 0, run: '' };
    for (const { 0: run, index } of text.matchAll(/[0-9a-z]+/g)) {
      if (run.length > best.run.length) best = { at: index, run };
    }
    if (best.run === '' || best.run.length >= this.#lengths.length) return;
    this.#lengths[best.run.length] = 1;
    const others = this.#spellings.get(best.run) ?? [];
    this.#spellings.set(best.run, [...others, { text, at: best.at, key }]);
  }

  #readRun(text: string, start: number, end: number, found: DeniedPlace[]): void {
    const run = text.slice(start, end).toLowerCase();
    const evm = evmKeyOf(run);
    const denials = evm === undefined ? [] : this.#denialsOf(evm);
    if (denials.length > 0) {
      found.push({ offset: start, length: end - start, denials });
      return;
    }
    const spelling = this.#spellings.get(run)?.find((each) => isSpelledAt(text, start, each));
    if (spelling === undefined) return;
    const { length } = spelling.text;
    const offset = start - spelling.at;
    found.push({ offset, length, denials: this.#denialsOf(spelling.key) });
  }

  #denialsOf(key: string): Denial[] {
    return this.#lists.flatMap(({ reference, list }) => {
      const [listed] = list.addresses.get(key) ?? [];
      return listed === undefined ? [] : [denialOf(reference, listed, true)];
    });
  }
}

/** Whether a listed text is a whole token around its longest run. */
function isSpelledAt(text: string, start: number, spelling: Spelling): boolean {
  const offset = start - spelling.at;
  const after = offset + spelling.text.length;
  return (
    offset >= 0 &&
    text.slice(offset, after).toLowerCase() === spelling.text &&
    !isJoined(text, offset - 1, offset) &&
    !isJoined(text, after, after - 1)
  );
}

/** Of 40 digits, with `0x` or without, and of a word of 32 bytes that they end. */
function evmKeyOf(run: string): string | undefined {
  const own = run.startsWith('0x') ? run.slice(2) : run;
  if (own.length === digits) return `0x${own}`;
  return own.length === 64 && own.startsWith(paddedZeros) ? `0x${own.slice(24)}` : undefined;
}

/** Whether a character continues the token beside it. */
function isJoined(text: string, at: number, beside: number): boolean {
  const code = text.charCodeAt(at);
  return isRun[code] === 1 && isRun[text.charCodeAt(beside)] === 1;
}
