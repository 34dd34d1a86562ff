import { decodeBase58 } from '../encodings/base58.ts';
import { fileOf, type Scanned } from './source.ts';

/** Two or three values in a row can be arguments or a sentence. */
const minItems = 4;

/** How far from a value the other items of its list are looked for, in UTF-16 units. */
const reach = 800;

/** Of a row with the names of columns, in UTF-16 units. */
const maxHeaderLength = 400;

const item = /[1-9A-HJ-NP-Za-km-z]{43,44}/g;

/** Names of files and columns whose values are not accounts. */
const otherThings =
  /hash|signature|(?:^|[^a-z])sigs?(?![a-z])|digest|secret|private|priv_?key|seed|mnemonic|keypair|nonce|cid|root|leaf|leaves|proof|(?:^|[^a-z])txn?s?(?![a-z])|tx_?id|transaction|commitment|peer|block/i;

/**
 * Whether a value is an item of a list, or a cell of a column, in which all are 32 bytes of base58.
 * Chance makes no such list, and what other systems write so has a name: hashes of transactions,
 * blocks, or content.
 */
export function base58Lists({ text, source }: Scanned): (start: number, end: number) => boolean {
  const { path = '' } = source ?? {};
  const isOfOthers = otherThings.test(path.slice(path.lastIndexOf('/') + 1));
  /** The end of the last item that was found. */
  let last = -1;
  let header: string | undefined;
  return (start, end) => {
    if (isOfOthers) return false;
    const follows = last !== -1 && last < start && isBetweenItems(text.slice(last, start));
    if (!follows && itemsAround(text, start, end) < minItems) return false;
    header ??= /^.*/.exec(fileOf(text, source).head.slice(0, maxHeaderLength))?.[0] ?? '';
    if (otherThings.test(cellOf(header, text, start))) return false;
    last = end;
    return true;
  };
}

/** Counts the items right before and after a value, and the value itself. */
function itemsAround(text: string, start: number, end: number): number {
  const from = Math.max(0, start - reach);
  let count = 1;
  let next = start;
  for (const { 0: value, index } of [...text.slice(from, start).matchAll(item)].reverse()) {
    const itemEnd = from + index + value.length;
    if (!isBetweenItems(text.slice(itemEnd, next)) || !isAccount(value)) break;
    next = from + index;
    if (++count === minItems) return count;
  }
  let previous = end;
  for (const { 0: value, index } of text.slice(end, end + reach).matchAll(item)) {
    if (!isBetweenItems(text.slice(previous, end + index)) || !isAccount(value)) break;
    previous = end + index + value.length;
    if (++count === minItems) return count;
  }
  return count;
}

const isAccount = (value: string): boolean => decodeBase58(value, 32) !== undefined;

/** Quotes, commas, and other cells of a row; no names of members, no calls, and no paths. */
function isBetweenItems(text: string): boolean {
  return (
    text.length <= 200 &&
    /^["'`]?\s*(?:[,;|\t\n]|$)/.test(text) &&
    /[\s,;|"'`]$/.test(text) &&
    !/[={}()[\]/\\]|[^\d\s]\s*:/.test(text)
  );
}

/** The cell of a header that is above a value: the one with as many separators before it. */
function cellOf(header: string, text: string, start: number): string {
  const row = text.slice(Math.max(0, start - maxHeaderLength), start);
  const before = row.slice(row.lastIndexOf('\n') + 1);
  const [separator] = /[,;|\t]/.exec(before) ?? /[,;|\t]/.exec(header) ?? [];
  if (separator === undefined) return header.length < 80 ? header : '';
  return header.split(separator)[before.split(separator).length - 1] ?? '';
}
