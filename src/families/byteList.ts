import { isSpace } from '../text/characters.ts';
import type { Span } from '../text/span.ts';

/** One byte as code writes it: `0xde`, `222`, Rust's `0xdeu8`, Java's `(byte) 0xde`. */
const byte = /(?:\(byte\) ?)?(0[xX][0-9a-fA-F]{1,2}|\d{1,3})(?:u8)?/y;

/** In UTF-16 units: the most blanks before or after a comma. A line can break there. */
const maxBlanks = 24;

/** How long the list of an address can be, in UTF-16 units: Java's casts, an indented line each. */
export const maxByteListLength = 640;

/** From the first byte to the last one, without brackets. */
export interface ByteList extends Span {
  readonly bytes: readonly number[];
}

/**
 * Reads a list of bytes at an offset, after blanks, up to anything that is neither a byte nor a
 * comma. Undefined if there is none, or if a number doesn't fit into a byte.
 *
 *  @param most stop after this many bytes
 */
export function byteListAt(text: string, from: number, most: number): ByteList | undefined {
  const start = afterBlanks(text, from);
  const bytes: number[] = [];
  let end = start;
  for (let at = start; bytes.length < most;) {
    byte.lastIndex = at;
    const [match, digits] = byte.exec(text) ?? [];
    if (match === undefined || digits === undefined || Number(digits) > 0xff) break;
    bytes.push(Number(digits));
    end = at + match.length;
    const comma = afterBlanks(text, end);
    if (text.charCodeAt(comma) !== 0x2c) break;
    at = afterBlanks(text, comma + 1);
  }
  return bytes.length === 0 ? undefined : { start, end, bytes };
}

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (at - from < maxBlanks && isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** The hex digits of a list of twenty bytes, in lower case. Undefined for any other text. */
export function digitsOfBytes(token: string): string | undefined {
  const list = byteListAt(token, 0, addressBytes + 1);
  if (list?.bytes.length !== addressBytes || list.end !== token.length) return undefined;
  return Buffer.from(list.bytes).toString('hex');
}

/** The bytes of an EVM address. */
export const addressBytes = 20;
