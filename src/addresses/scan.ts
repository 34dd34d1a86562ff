import { alphanumeric, base64, joint, isIn } from './characters.ts';
import type { Occurrence } from './occurrence.ts';
import { createUnitReader, eachRun } from './runs.ts';
import { solanaEvidence, type Source } from './solanaEvidence.ts';
import { inSegment, tonIn, type Evidence } from './tokens.ts';

/** Nothing that is found by its length is shorter: a P2PKH address of many zeros. */
const shortestRun = 26;

/** Longest run of text on either side of a caret that an address could reach over. */
const reach = 192;

/** Long enough to be worth its start, short enough for a frame: hazards, row 71. */
const sliceLength = 1_048_576;

const unitsOf = createUnitReader();

export function scanText(text: string, source?: Source): Occurrence[] {
  return text.length <= sliceLength
    ? scanBetween(text, 0, text.length, source)
    : [...scanSlices(text, source)].flat();
}

/**
 * The same in slices, for texts that are too long for one turn of the event loop.
 * Each step gives what one slice has.
 */
export function* scanSlices(text: string, source?: Source): Generator<Occurrence[], void> {
  let start = 0;
  while (start < text.length) {
    const end = cutAfter(text, start + sliceLength);
    yield scanBetween(text, start, end, source);
    start = end;
  }
}

/** A place from `from` on where no address is cut in two; in a run without end, any place is. */
function cutAfter(text: string, from: number): number {
  for (const set of [base64, alphanumeric]) {
    for (let at = from; at < from + 4096; at++) {
      if (at >= text.length) return text.length;
      if (!isIn(set, text, at)) return at;
    }
  }
  return from;
}

/** The address under a caret, found in a window around it, so that the size of the text is no matter. */
export function occurrenceAt(
  text: string,
  offset: number,
  source?: Source,
): Occurrence | undefined {
  const start = Math.max(0, offset - reach);
  const end = Math.min(text.length, offset + reach);
  return scanBetween(text, start, end, source).find(
    (occurrence) => occurrence.offset <= offset && offset <= occurrence.offset + occurrence.length,
  );
}

/**
 * Addresses that lie whole between two places; what touches them is read from the whole text. No
 * address is cut where both places are the ends of lines.
 */
export function scanBetween(
  text: string,
  start: number,
  end: number,
  source?: Source,
): Occurrence[] {
  const found: Occurrence[] = [];
  const isSolana = solanaEvidence(text, source);
  const part = text.slice(start, end);
  const units = unitsOf(part, start);
  eachRun(units, { start, end, least: shortestRun }, base64, (from, to, kinds) => {
    const taken = tonIn(text, units, { start: from, end: to, kinds });
    found.push(...taken);
    if (kinds < joint) {
      const occurrence = taken.length > 0 ? undefined : inSegment(text, from, to, isSolana);
      if (occurrence !== undefined) found.push(occurrence);
      return;
    }
    let passed = 0;
    const isTaken = (first: number, after: number): boolean => {
      while (passed < taken.length && endOf(taken[passed]) <= first) passed++;
      return (taken[passed]?.offset ?? after) < after;
    };
    const segments = { start: from, end: to, least: shortestRun };
    eachRun(units, segments, alphanumeric, (first, after) => {
      const occurrence = isTaken(first, after)
        ? undefined
        : inSegment(text, first, after, isSolana);
      if (occurrence !== undefined) found.push(occurrence);
    });
  });
  addShortSegwit({ text, part, start }, isSolana, found);
  return inOrder(found);
}

function endOf(occurrence: Occurrence | undefined): number {
  return occurrence === undefined ? 0 : occurrence.offset + occurrence.length;
}

/** They come in order but for the few that are looked for in another way; then sorting costs little. */
function inOrder(found: Occurrence[]): Occurrence[] {
  for (let index = 1; index < found.length; index++) {
    if ((found[index]?.offset ?? 0) < endOf(found[index - 1])) {
      return found.sort((a, b) => a.offset - b.offset);
    }
  }
  return found;
}

/**
 * Segregated witness programs of a few bytes make addresses shorter than any run that is looked
 * for. In use is the anchor output's (BIP-433), on each network; BIP-350 has another. Each is found
 * by characters that are rare in code and in hex: a search for `bc1` would take a third of all the time.
 */
const shortAddresses = [
  { rare: '1pfees', addresses: ['bc1pfeessrawgf', 'tb1pfees9rn5nz', 'bcrt1pfeesnyr2tx'] },
  { rare: 'Z25J', addresses: ['BC1SW50QGDZ25J'] },
] as const;

function addShortSegwit(
  place: { readonly text: string; readonly part: string; readonly start: number },
  isSolana: Evidence,
  found: Occurrence[],
): void {
  const { text, part, start } = place;
  for (const { rare, addresses } of shortAddresses) {
    for (let at = part.indexOf(rare); at !== -1; at = part.indexOf(rare, at + rare.length)) {
      for (const address of addresses) {
        const first = start + at - address.indexOf(rare);
        if (first < start || !text.startsWith(address, first)) continue;
        const occurrence = inSegment(text, first, first + address.length, isSolana);
        if (occurrence !== undefined) found.push(occurrence);
      }
    }
  }
}
