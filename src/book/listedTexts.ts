import type { ListedPlace } from './digitSearch.ts';
import type { Span } from './json.ts';
import { unseenSource } from './listCells.ts';
import { digits, escapes, inRun, kinds, ListedHashes, withoutRepeated } from './listedHashes.ts';

/** Listed texts are ASCII on one line, so every other escape ends one. */
const escapeOf =
  /\\(?:U0{6}([2-7][\da-f])|(?:u00|x)([2-7][\da-f])|u\{0*([2-7][\da-f])\}|(0?[4-7][0-7]|1[0-7]{2})|u[\da-f]{4}|x[\da-f]{2}|[^\\]|)/giy;

/** A text decoded from escapes. */
interface Meant {
  readonly text: string;
  /** Where each of its characters is in the other text, and the end. */
  readonly offsets: Uint32Array;
}

/** Yields between slices of work. */
function* withoutEscapes(text: string, start: number, end: number): Generator<void, Meant> {
  const source = text.slice(start, end);
  const codes = new Uint16Array(source.length);
  const offsets = new Uint32Array(source.length + 1);
  let length = 0;
  let next: number;
  for (let at = 0; at < source.length; at = next) {
    let code = source.charCodeAt(at);
    next = at + 1;
    if (code === backslash) {
      escapeOf.lastIndex = at;
      const [escape = '', long, plain, braced, octal] = escapeOf.exec(source) ?? [];
      next = at + escape.length;
      code =
        octal === undefined ? parseInt(long ?? plain ?? braced ?? '20', 16) : parseInt(octal, 8);
    }
    offsets[length] = start + at;
    codes[length++] = code;
    if (length % 65_536 === 0) yield;
  }
  offsets[length] = end;
  return { text: Buffer.from(codes.buffer, 0, 2 * length).toString('utf16le'), offsets };
}

const backslash = 0x5c;

export type { ListedPlace };

/**
 * Escapes that stand for another character outside of strings: percent-encoding and HTML references;
 * and what stands for none: a backslash before a line break, as in Rust, and invisible characters.
 */
const pieces = new RegExp(
  `%([2-7][\\da-f])|&#x0*([2-7][\\da-f]);|&#0*(\\d{2,3});|\\\\\\r?\\n[ \\t]*|${unseenSource}`,
  'gi',
);

/** Pieces between two steps. */
const piecesOfStep = 4_096;

/** A text with the characters that it encodes, and where they are written. */
class DecodedText {
  readonly text: string;
  /**
   * Three numbers for each part that is as it is written: where it begins in the meaning and in the text,
   * and where what is before it ends there.
   */
  readonly #parts: readonly number[];

  private constructor(text: string, parts: readonly number[]) {
    this.text = text;
    this.#parts = parts;
  }

  /** Yields between slices of work. @returns undefined where nothing is encoded */
  static *of(source: string): Generator<void, DecodedText | undefined> {
    const texts: string[] = [];
    const parts = [0, 0, 0];
    let count = 0;
    let length = 0;
    let from = 0;
    pieces.lastIndex = 0;
    for (let match; (match = pieces.exec(source)) !== null;) {
      const { 0: piece, 1: inUrl, 2: hex, 3: decimal, index } = match;
      const meant = decimal === undefined ? parseInt(inUrl ?? hex ?? '', 16) : Number(decimal);
      if (meant < 0x20 || meant > 0x7e) continue;
      const end = index + piece.length;
      length += index - from;
      texts.push(source.slice(from, index));
      from = end;
      if (Number.isNaN(meant)) parts.push(length, end, index);
      else {
        texts.push(String.fromCharCode(meant));
        parts.push(length, index, index, ++length, end, end);
      }
      if (++count % piecesOfStep !== 0) continue;
      yield;
      // Meanwhile others may have used it.
      pieces.lastIndex = end;
    }
    if (texts.length === 0) return undefined;
    texts.push(source.slice(from));
    return new DecodedText(texts.join(''), parts);
  }

  /** Where a part of the meaning is written. */
  spanOf(offset: number, length: number): { readonly offset: number; readonly length: number } {
    const behind = offset + length;
    const first = this.#partAt(offset);
    const last = this.#partAt(behind);
    const start = first.start + offset - first.at;
    const end = last.at === behind ? last.endBefore : last.start + behind - last.at;
    return { offset: start, length: end - start };
  }

  /** The last part that begins there or before. */
  #partAt(offset: number) {
    let [low, high] = [0, this.#parts.length / 3 - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#parts[3 * middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const [at = 0, start = 0, endBefore = 0] = this.#parts.slice(3 * low, 3 * low + 3);
    return { at, start, endBefore };
  }
}

/** Between two steps, in UTF-16 units: a millisecond or two. */
const sliceLength = 1_048_576;

/** Cost of comparing one listed text, in units of characters that are only skipped. */
const costOfShape = 64;

const noOffsets: ReadonlySet<number> = new Set();

/**
 * Searches for the texts of deny lists, as whole tokens and ignoring case. It needs no evidence,
 * checksum, or network: what detection skips is still found. One pass covers all lists. Its time
 * doesn't depend on their length, with one exception: texts with separators that share their
 * longest run are compared one by one wherever that run occurs. It holds hashes instead of the
 * texts because a thread has only those; the lists themselves confirm a hit.
 */
export class ListedTexts {
  readonly #hashes = new ListedHashes();

  /** @param text in lower case; an account of EVM with `0x` */
  add(text: string): void {
    this.#hashes.add(text);
  }

  /**
   * Places in order. Yields between slices of work.
   * @param known offsets of detected addresses, which are left out
   */
  *find(text: string, known = noOffsets): Generator<void, ListedPlace[]> {
    const found = yield* this.#findIn(text, known);
    const decoded = yield* DecodedText.of(text);
    if (decoded === undefined) return found;
    const meant = yield* this.#findIn(decoded.text, noOffsets);
    const others = meant.flatMap(({ offset, length, key }) => {
      const span = decoded.spanOf(offset, length);
      // Without an escape, it is one of the other places, or an address.
      return span.length === length ? [] : [{ ...span, key }];
    });
    return withoutRepeated(found, others);
  }

  *#findIn(text: string, known: ReadonlySet<number>): Generator<void, ListedPlace[]> {
    const found: ListedPlace[] = [];
    const hashes = this.#hashes;
    const { lengths } = hashes;
    const most = hashes.shortest - 1;
    let step = sliceLength;
    // No stretch starts before `at`. A stretch that starts here and is long enough contains the
    // character being looked at, so most characters can be skipped.
    for (let at = 0; at + most < text.length; at++) {
      let start = at + most;
      let kind = kinds[text.charCodeAt(start)] ?? 0;
      if (kind === 0) at = start;
      else {
        let end = start + 1;
        // Past either end, a code is NaN, which is of no kind.
        for (let next; (next = kinds[text.charCodeAt(start - 1)] ?? 0) !== 0; start--) kind |= next;
        for (let next; (next = kinds[text.charCodeAt(end)] ?? 0) !== 0; end++) kind |= next;
        at = end;
        const long = end - start;
        const isSearched =
          kind !== inRun ? long > most : long > 2 + digits || (long >= digits && !known.has(start));
        if (isSearched) {
          const stretch = yield* hashes.readStretch(text, start, end);
          step -= costOfShape * stretch.shapes;
          const isEscaped = (kind & escapes) !== 0;
          const all = isEscaped
            ? yield* this.#readEscaped(text, { start, end }, stretch.places)
            : stretch.places;
          for (const place of all) found.push(place);
        } else if (lengths[end - start] === 1 && !(known.has(start) && hashes.areRuns)) {
          step -= costOfShape * hashes.readRun(text, start, end, found);
        }
      }
      if (at < step) continue;
      step = at + sliceLength;
      yield;
    }
    return known.size === 0 ? found : found.filter(({ offset }) => !known.has(offset));
  }

  /** The places of a stretch, and those where each escape is the character that it means. */
  *#readEscaped(text: string, { start, end }: Span, places: ListedPlace[]) {
    const meant = yield* withoutEscapes(text, start, end);
    const stretch = yield* this.#hashes.readStretch(meant.text, 0, meant.text.length);
    return withoutRepeated(
      places,
      stretch.places.map((place) => {
        const offset = meant.offsets[place.offset] ?? start;
        return {
          ...place,
          offset,
          length: (meant.offsets[place.offset + place.length] ?? end) - offset,
        };
      }),
    );
  }
}
