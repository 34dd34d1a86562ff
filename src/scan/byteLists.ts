import { byteLists as characters, isSpace } from '../text/characters.ts';
import { addressBytes, byteListAt, maxByteListLength } from '../families/byteList.ts';
import { evm } from '../families/evm.ts';
import { occurrenceOf, type Occurrence } from '../addresses/occurrence.ts';
import { eachRun } from '../text/runs.ts';
import type { TokenContext } from './tokens.ts';

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
      // A bracket inside the run is that of a call: `bytes(1, 2, …)`.
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
