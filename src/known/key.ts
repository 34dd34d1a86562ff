import { hash } from 'node:crypto';
import type { Family } from '../networks/networks.ts';

/**
 * Bytes of a key. Ten bytes of an account are enough: the table has some 2^14 of 2^80 possible
 * keys. Grinding an address with any key in the table takes some 2^66 tries; with the key of a
 * particular address, 2^80 (docs/known.md).
 */
export const keyBytes = 10;

/** Of an EVM account, the first bytes and the last are the key, which look-alikes share. */
export const headBytes = 7;

const hexDigits = 2 * keyBytes;

/** Of an EVM account, what its key leaves out. */
export const middleBytes = 10;

/** In hex, with two digits for each byte. */
export function middleOf(account: string): string {
  const digits = account.slice(-40).toLowerCase();
  return digits.slice(2 * headBytes, 2 * (headBytes + middleBytes));
}

/** The EVM account of a key and its middle, in lower case. */
export const accountOf = (key: string, middle: string): string =>
  `0x${key.slice(0, 2 * headBytes)}${middle}${key.slice(2 * headBytes)}`;

/** The key of an address, in hex. Any spelling of an EVM address will do; else the canonical one. */
export function keyOf(family: Family, canonical: string): string {
  if (family !== 'evm') return hash('sha256', `${family}:${canonical}`).slice(0, hexDigits);
  const digits = canonical.slice(-40).toLowerCase();
  return digits.slice(0, 2 * headBytes) + digits.slice(2 * headBytes - hexDigits);
}
