import { PartedMap, listParts } from './portions.ts';

/** A text on a deny list, wherever it is. It may look like a key, so it is not shown. */
export interface ListedPlace {
  /** In UTF-16 units. */
  readonly offset: number;
  readonly length: number;
  /** The listed text in lower case; of EVM, the account. */
  readonly key: string;
}

const digits = 40;
export const paddedZeros = '0'.repeat(24);

const hexValues = new Uint8Array(0x10000).fill(16);
for (const digit of '0123456789abcdefABCDEF') hexValues[digit.charCodeAt(0)] = parseInt(digit, 16);

/** Any odd number that spreads the digits over 32 bits. */
const base = 0x01000193;
let oldest = 1;
for (let at = 0; at < digits; at++) oldest = Math.imul(oldest, base);

/** Searches long data for the digits of accounts, by a hash of the last forty digits. */
export class DigitSearch {
  readonly #hashes = new PartedMap<number, true>(listParts);

  /** Behind so many zeros they are a small number, which data has everywhere. */
  add(account: string): void {
    if (account.startsWith(paddedZeros)) return;
    let hash = 0;
    for (let at = 0; at < digits; at++) {
      hash = (Math.imul(hash, base) + (hexValues[account.charCodeAt(at)] ?? 0)) | 0;
    }
    this.#hashes.set(hash, true);
  }

  /** Marks between digits count for none. @param isKnown another account can have the same hash */
  *find(text: string, start: number, end: number, isKnown: (key: string) => boolean) {
    const found: ListedPlace[] = [];
    if (this.#hashes.size === 0) return found;
    const values = new Uint8Array(digits);
    const offsets = new Uint32Array(digits);
    let count = 0;
    let hash = 0;
    for (let at = start; at < end; at++) {
      if ((at - start) % sliceOfDigits === sliceOfDigits - 1) yield;
      const code = text.charCodeAt(at);
      const value = hexValues[code] ?? 16;
      if (value < 16) {
        const slot = count % digits;
        hash = Math.imul(hash, base) + value;
        if (count >= digits) hash -= Math.imul(oldest, values[slot] ?? 0);
        hash |= 0;
        values[slot] = value;
        offsets[slot] = at;
        if (++count < digits || !this.#hashes.has(hash)) continue;
        const offset = offsets[count % digits] ?? 0;
        const length = at + 1 - offset;
        const own = text.slice(offset, at + 1).replace(/\\x|[_']/g, '');
        const key = `0x${own.toLowerCase()}`;
        if (!isKnown(key)) continue;
        found.push({ offset, length, key });
        // Else an account of equal digits would be found at each of many.
        count = hash = 0;
      } else if (code === 0x5c && text.charCodeAt(at + 1) === 0x78) at++;
      else if (code !== 0x5f && code !== 0x27) count = hash = 0;
    }
    return found;
  }
}

/** Between two steps: a millisecond or two. */
const sliceOfDigits = 131_072;
