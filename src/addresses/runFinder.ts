import { mayHaveByteList } from './byteLists.ts';
import { runFinderBytes } from './runFinderBytes.ts';
import { createUnitReader, unitMargin, visitRuns, type RunVisitor, type Units } from './runs.ts';
import { exportsOf, isSupported } from './webAssembly.ts';

/** The exports of `runFinder.wat`. Places and lengths are in bytes. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  /** Writes triples of numbers to the start of the memory, and returns how many. */
  readonly find: (start: number, end: number, shortestBase64: number) => number;
  readonly mayHave: (start: number, end: number) => number;
  /** @param length in UTF-16 units */
  readonly narrow: (from: number, to: number, length: number) => void;
}

/** What a part of a text may contain. */
export const hints = { shortAddress: 1, namedAccount: 2, byteList: 4 } as const;

const pageSize = 65_536;

/** Where the text is in the memory, as bytes and as UTF-16 units. */
const bytesStart = 5 * pageSize;
const unitsStart = 10 * pageSize;

/** How much fits, in UTF-16 units. What reads a text reads up to two windows more. */
const capacity = 5 * pageSize - 64;

/** A part of a text: its units, and what is searched for in it. */
export interface Part {
  readonly units: Units;
  readonly visitRuns: (start: number, end: number, visitor: RunVisitor) => void;
  /** A fast test that rules out what is no run, in most texts: a sum of `hints`. */
  readonly mayHave: (start: number, end: number) => number;
}

export type PartReader = (text: string, start: number, end: number) => Part;

/**
 * Reads parts of texts. Each part overwrites the last one, which is safe because a scan is
 * synchronous.
 *
 * @param shortestBase64 runs of base64 from this length on are visited even if none is inside them
 * @param bytes the compiled `runFinder.wat`
 */
export function createPartReader(shortestBase64: number, bytes = compiled()): PartReader {
  const readSlowly = createSlowReader();
  if (!isSupported(bytes)) return readSlowly;
  const read = createFastReader(shortestBase64, bytes);
  return (text, start, end) => read(text, start, end) ?? readSlowly(text, start, end);
}

const compiled = (): Uint8Array => Buffer.from(runFinderBytes, 'base64');

/** For processors without the instructions, and for parts that are too long. */
function createSlowReader(): PartReader {
  const readUnits = createUnitReader();
  return (text, start, end) => {
    const units = readUnits(text, start, end);
    return {
      units,
      visitRuns: (from, to, visitor) => visitRuns(units, from, to, visitor),
      mayHave(from, to) {
        const part = text.slice(from, to);
        const short = /1(?:pf|SW)/.test(part) ? hints.shortAddress : 0;
        const named = /\.(?:near|testnet)/.test(part) ? hints.namedAccount : 0;
        return short + named + (mayHaveByteList(units, from, to) ? hints.byteList : 0);
      },
    };
  };
}

/** In UTF-16 units: up to this length, the first part of a text is tested with the rest of it. */
const longestTested = 4_194_304;

/** A character of more than a byte. */
const wide = /[\u0100-\uffff]/;

/** Undefined for parts that are too long. */
function createFastReader(
  shortestBase64: number,
  bytes: Uint8Array,
): (text: string, start: number, end: number) => Part | undefined {
  const { memory, find, mayHave, narrow } = exportsOf(bytes) as Exports;
  const results = new Int32Array(memory.buffer, 0, bytesStart / 4);
  const whole = Buffer.from(memory.buffer);
  const narrowValues = new Uint8Array(memory.buffer, bytesStart);
  const wideValues = new Uint16Array(memory.buffer, unitsStart);
  const visit = (from: number, to: number, toText: number, visitor: RunVisitor): void => {
    const count = find(from - toText, to - toText, shortestBase64);
    for (let at = 0; at < 3 * count; at += 3) {
      const start = (results[at] ?? 0) + toText;
      const end = (results[at + 1] ?? 0) + toText;
      const kinds = results[at + 2] ?? 0;
      if (kinds === 0) visitor.inner(start, end);
      else visitor.outer(start, end, kinds);
      if (kinds === 1) visitor.inner(start, end);
    }
  };
  // After a part with wide characters, the next one of its text is not tested. To treat it as wide
  // is never wrong, and the test is slow for such texts: it reads them up to the first one.
  let wideEnd = 0;
  // Whether the margin before a text is 0: those that are read from their start do not change it.
  let isMarginClear = true;
  let isWideMarginClear = true;
  return (text, start, end) => {
    const origin = start - unitMargin;
    const length = end + unitMargin - origin;
    if (length > capacity) return undefined;
    const part = text.slice(Math.max(0, origin), end + unitMargin);
    const first = Math.max(0, -origin);
    const isWide =
      (start > 0 && start === wideEnd) ||
      wide.test(start === 0 && text.length < longestTested ? text : part);
    const values = isWide ? wideValues : narrowValues;
    if (!(isWide ? isWideMarginClear : isMarginClear)) values.fill(0, 0, first);
    // Wide characters are written into the other one, too.
    isMarginClear = first === unitMargin;
    if (isWide) isWideMarginClear = isMarginClear;
    if (isWide) whole.write(part, unitsStart + 2 * first, 'utf16le');
    else whole.write(part, bytesStart + first, 'latin1');
    values.fill(0, first + part.length, length);
    if (isWide) narrow(unitsStart, bytesStart, length);
    wideEnd = isWide ? end : 0;
    const toText = origin - bytesStart;
    return {
      units: { text, values, start: origin, end: origin + length },
      visitRuns: (from, to, visitor) => visit(from, to, toText, visitor),
      mayHave: (from, to) => mayHave(from - toText, to - toText),
    };
  };
}
