import { shortestBase64 } from './candidates.ts';
import {
  base64Url,
  byteLists,
  isIn,
  standardJoint,
  accountNames,
  byteLists as characters,
  isSpace,
} from '../text/characters.ts';
import { maxByteListLength, addressBytes, byteListAt } from '../families/byteList.ts';
import type { Codec } from '../families/codec.ts';
import { createGuard, type Refusal } from '../keys/guard.ts';
import { type Occurrence, occurrenceOf } from '../addresses/occurrence.ts';
import { readOnce } from '../text/once.ts';
import type { Span } from '../text/span.ts';
import { visitRuns, eachRun } from '../text/runs.ts';
import { scannedText, type Evidence, type Scanned, type Source } from '../families/source.ts';
import { base64At, inBase64Run, inSegment, type EvidenceOf, type TokenContext } from './tokens.ts';
import { codecs } from '../families/table.ts';
import { evm } from '../families/evm.ts';

/** In UTF-16 units: the shortest list of the bytes of an address, without its brackets. */
const minByteListLength = 47;

/** How far after a list's start its runs must be read, in UTF-16 units. */
export const byteListReach = 96;

/** The addresses that start between two offsets and are written as lists of bytes, in order. */
export function byteListsIn(tokens: TokenContext, start: number, end: number): Occurrence[] {
  const found: Occurrence[] = [];
  const { text } = tokens;
  const range = {
    start,
    end: Math.min(text.length, end + byteListReach),
    least: minByteListLength,
  };
  let bracket = 0;
  eachRun(text, range, characters, (from, to) => {
    let at = from;
    while (at < Math.min(to, end)) {
      const occurrence = addressAt(tokens, at);
      if (occurrence !== undefined && occurrence.offset >= start) {
        if (occurrence.offset < end) found.push(occurrence);
        at = occurrence.offset + occurrence.length;
      }
      // A bracket inside the run belongs to a call: `bytes(1, 2, …)`.
      if (bracket < at) bracket = bracketIn(text, at, range.end);
      at = bracket + 1;
    }
  });
  return found;
}

/** The first opening bracket between two offsets, or the second one: no more of the text is searched. */
function bracketIn(text: string, start: number, end: number): number {
  const at = text.slice(start, end).indexOf('(');
  return at === -1 ? end : start + at;
}

/** The address whose bytes start at an offset, after blanks, if they are all of a list. */
function addressAt({ text, evidenceOf }: TokenContext, from: number): Occurrence | undefined {
  const list = byteListAt(text, from, addressBytes + 1);
  if (list?.bytes.length !== addressBytes) return undefined;
  const { start, end } = list;
  if (
    end - start < minByteListLength ||
    end - start > maxByteListLength ||
    !isWhole(text, start, end)
  )
    return undefined;
  const reading = evm.readBytes?.(text.slice(start, end));
  if (reading === undefined || evidenceOf(evm)?.(start, end) === false) return undefined;
  return occurrenceOf(text, { start, end }, evm, reading);
}

/** Whether brackets enclose a list. A comma may follow its last byte. */
function isWhole(text: string, start: number, end: number): boolean {
  let before = start;
  while (isSpace(text.charCodeAt(before - 1)) && start - before < maxByteListLength) before--;
  let after = end;
  while (isSeparator(text.charCodeAt(after)) && after - end < maxByteListLength) after++;
  return '[{('.includes(text.charAt(before - 1)) && /[\]})]/.test(text.charAt(after));
}

const isSeparator = (code: number): boolean => code === 0x2c || isSpace(code);

const withShortAddresses = codecs.flatMap(({ shortAddresses }) =>
  shortAddresses === undefined ? [] : [{ shortAddresses }],
);
const withEndings = codecs.flatMap((codec) =>
  codec.endings === undefined ? [] : [{ codec, endings: codec.endings }],
);

/** No name is longer, in UTF-16 units. */
const maxNameLength = 64;

/**
 * Finds addresses that are too short for a run, in no particular order: those that a codec lists,
 * and named accounts with known endings.
 */
export function shortAddressesIn(tokens: TokenContext, start: number, end: number): Occurrence[] {
  const part = tokens.text.slice(start, end);
  const found: (Occurrence | undefined)[] = [];
  for (const { shortAddresses } of withShortAddresses) {
    for (const { 0: match, index } of part.matchAll(shortAddresses)) {
      found.push(inSegment(tokens, start + index, start + index + match.length));
    }
  }
  for (const { codec, endings } of withEndings) {
    for (const { 0: ending, index } of part.matchAll(endings)) {
      found.push(namedAccountAt(tokens, { codec, dot: start + index, ending }));
    }
  }
  return found.filter((each) => each !== undefined);
}

function namedAccountAt(
  { text, evidenceOf }: TokenContext,
  { codec, dot, ending }: { readonly codec: Codec; readonly dot: number; readonly ending: string },
): Occurrence | undefined {
  const end = dot + ending.length;
  if (isContinued(text, end)) return undefined;
  const start = startOfName(text, dot);
  const reading = start === undefined ? undefined : codec.read(text.slice(start, end));
  if (start === undefined || reading === undefined) return undefined;
  if (evidenceOf(codec)?.(start, end) === false) return undefined;
  return occurrenceOf(text, { start, end }, codec, reading);
}

/** Whether a name goes on: `.near` in `rpc.mainnet.near.org`, and in `.nearby`. */
const isContinued = (text: string, after: number): boolean =>
  /^(?:[\w$(-]|\.[\w-])/.test(text.slice(after, after + 2));

/** Undefined if the text before the name belongs to it, or if the name is too long. */
function startOfName(text: string, end: number): number | undefined {
  let at = end;
  while (end - at < maxNameLength && at > 0 && isIn(accountNames, text, at - 1)) at--;
  return end - at === maxNameLength || /[A-Z$]/.test(text.charAt(at - 1)) ? undefined : at;
}

const none: readonly Occurrence[] = [];

/** How far before and after a caret an address can reach, in UTF-16 units. */
const reach = 192;

/**
 * In UTF-16 units: short enough for one frame, long enough that the overhead does not matter. The
 * first slice of a text is short and each is twice as long as the one before, because the first ones
 * of a process run code that is not compiled yet, which takes ten times as long.
 */
const sliceLength = { first: 8_192, most: 65_536 } as const;

/** The kinds of a run that contains only letters, digits, `+`, and `/`. */
const slashed = 1 | standardJoint;

export function scanText(text: string, source?: Source): Occurrence[] {
  if (text.length <= sliceLength.most) return scanBetween(text, 0, text.length, source);
  return [...scanSlices(text, source)].flat();
}

/** Addresses that the guard reads between two steps: the first ones take a millisecond each. */
const guarded = 4;

/**
 * Like `scanText`, in slices, for texts that are too long for one turn of the event loop. Each step
 * yields the addresses of one slice, or of part of it.
 *
 *  @param hidden if given, collects addresses that must not be shown or sent, which are then
 * yielded too
 */
export function* scanSlices(
  text: string,
  source?: Source,
  hidden?: Set<Occurrence>,
): Generator<Occurrence[], void> {
  const evidenceOf = createEvidence(text, source);
  const guard = createGuard(text, source);
  const isWanted = (occurrence: Occurrence): boolean => {
    const refusal = guard(occurrence);
    if (refusal === undefined) return true;
    if (hidden === undefined || refusal.why === 'unproven') return false;
    hidden.add(occurrence);
    return true;
  };
  for (const { start, end } of slicesOf(text)) {
    const candidates = candidatesBetween({ text, start, end, evidenceOf });
    yield [];
    for (let at = 0; at < candidates.length; at += guarded) {
      yield candidates.slice(at, at + guarded).filter(isWanted);
    }
  }
}

/** The slices of a text, in order. No slice boundary splits an address. */
function* slicesOf(text: string): Generator<Span> {
  let start = 0;
  let length: number = sliceLength.first;
  while (start < text.length) {
    const end = cutAfter(text, start + length);
    yield { start, end };
    start = end;
    length = Math.min(2 * length, sliceLength.most);
  }
}

/** How far ahead a cut is searched for, in UTF-16 units: longer than any address. */
const maxCutLength = 1_024;

/** An offset at or after `from` that splits no address. In a run without end, any offset. */
function cutAfter(text: string, from: number): number {
  const ahead = text.slice(from, from + maxCutLength);
  const outside = ahead.search(/[^\w+/-]/);
  if (outside !== -1) return from + outside;
  if (ahead.length < maxCutLength) return text.length;
  return from + Math.max(0, ahead.search(/[^0-9A-Za-z]/));
}

/**
 * The address at a caret. Reads only a window around it, so the length of the text does not matter.
 */
export function occurrenceAt(
  text: string,
  offset: number,
  source?: Source,
): Occurrence | undefined {
  // A list of bytes can start farther before the caret than any other address.
  const before = isIn(byteLists, text, offset - 1) ? reach + maxByteListLength : reach;
  const start = Math.max(0, offset - before);
  const end = Math.min(text.length, offset + reach);
  return scanBetween(text, start, end, source).find(
    (occurrence) => occurrence.offset <= offset && offset <= occurrence.offset + occurrence.length,
  );
}

/** In bytes: a shorter text is decoded as fast as it is searched. */
const worthSearching = 65_536;

/** In bytes. Strings of this length reuse memory; those of large files don't. */
const searchedPart = 16_384;

/**
 * Whether UTF-8 bytes may contain addresses. Characters beyond ASCII and evidence in the text can
 * only reduce what this finds.
 */
export function mayHaveAddresses(bytes: Buffer): boolean {
  if (bytes.length < worthSearching) return true;
  for (let start = 0; start < bytes.length;) {
    const from = Math.max(0, start - maxCutLength);
    const text = bytes.toString('latin1', from, start + searchedPart + 2 * maxCutLength);
    const end = cutAfter(text, start - from + searchedPart);
    const part = { text, start: start - from, end, evidenceOf: () => undefined };
    if (candidatesBetween(part).length > 0) return true;
    // In a run without end, a cut may split an address.
    if (from + end < bytes.length && !/[^\w+/-]/.test(text.charAt(end))) return true;
    start = from + end;
  }
  return false;
}

/**
 * The addresses between two offsets that can be sent. Reads the text around them too. If both
 * offsets are at line breaks, no address is split.
 */
export function scanBetween(
  text: string,
  start: number,
  end: number,
  source?: Source,
): Occurrence[] {
  const evidenceOf = createEvidence(text, source);
  return sendable(text, candidatesBetween({ text, start, end, evidenceOf }), source);
}

function sendable(text: string, found: Occurrence[], source: Source | undefined): Occurrence[] {
  if (found.length === 0) return found;
  const guard = createGuard(text, source);
  return found.filter((occurrence) => guard(occurrence) === undefined);
}

/** The same for text that looks like an address and must not be sent. */
export function refusalsBetween(
  text: string,
  start: number,
  end: number,
  source?: Source,
): Refusal[] {
  const evidenceOf = createEvidence(text, source);
  const guard = createGuard(text, source);
  return candidatesBetween({ text, start, end, evidenceOf }).flatMap(
    (occurrence) => guard(occurrence) ?? [],
  );
}

/** Most texts need none, so the text is read for the first codec that asks. */
function createEvidence(text: string, source: Source | undefined): EvidenceOf {
  let scanned: Scanned | undefined;
  const known = new Map<Codec, Evidence | undefined>();
  return (codec) =>
    codec.evidenceIn &&
    readOnce(known, codec, () => codec.evidenceIn?.((scanned ??= scannedText(text, source))));
}

interface TextPart extends Span {
  readonly text: string;
  readonly evidenceOf: EvidenceOf;
}

/**
 * @param part a part of a text, with the evidence of the whole text, which other parts can share
 */
function candidatesBetween({ text, start, end, evidenceOf }: TextPart): Occurrence[] {
  const found: Occurrence[] = [];
  const tokens = { text, evidenceOf };
  // Created once and not for each run: a megabyte has some ten thousand.
  let taken: readonly Occurrence[] = [];
  let passed = 0;
  const isTaken = (first: number, after: number): boolean => {
    while (passed < taken.length && endOf(taken[passed]) <= first) passed++;
    return (taken[passed]?.offset ?? after) < after;
  };
  let kindsOfRun = 0;
  const outer = (from: number, to: number, kinds: number): void => {
    passed = 0;
    kindsOfRun = kinds;
    taken =
      to - from < shortestBase64 ? none : inBase64Run(tokens, { start: from, end: to, kinds });
    if (taken.length > 0) found.push(...taken);
  };
  const inner = (first: number, after: number): void => {
    if (taken.length > 0 && isTaken(first, after)) return;
    const occurrence =
      (after - first >= shortestBase64 && kindsOfRun === slashed
        ? base64At(tokens, { start: first, end: after, set: base64Url })
        : undefined) ?? inSegment(tokens, first, after);
    if (occurrence !== undefined) found.push(occurrence);
  };
  visitRuns(text, start, end, { outer, inner });
  found.push(...shortAddressesIn(tokens, start, end), ...byteListsIn(tokens, start, end));
  return inOrder(found);
}

function endOf(occurrence: Occurrence | undefined): number {
  return occurrence === undefined ? 0 : occurrence.offset + occurrence.length;
}

/** Only those from other searches are out of order, so sorting is cheap. */
function inOrder(found: Occurrence[]): Occurrence[] {
  for (let index = 1; index < found.length; index++) {
    if ((found[index]?.offset ?? 0) < endOf(found[index - 1])) {
      return found.sort((a, b) => a.offset - b.offset);
    }
  }
  return found;
}
