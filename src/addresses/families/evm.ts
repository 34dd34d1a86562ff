import { evmChecksumOf, toEip55 } from '../evm.ts';
import { hexadecimal, isAll } from '../characters.ts';
import { placeholderOf } from '../placeholders.ts';
import type { Codec } from './codec.ts';

/**
 * `0x` and 40 hex digits, in upper case too. Its checksum is in the case of the letters and most
 * addresses in code have none, so it does not decide here: `checksumOf` tells where it is shown.
 */
export const evm: Codec = {
  family: 'evm',
  shapes: [
    { start: '0x', lengths: [42, 42], characters: hexadecimal },
    { start: '0X', lengths: [42, 42], characters: hexadecimal },
  ],
  read: (token) => (isEvm(token) ? {} : undefined),
  readShaped: (token) => (isMask(token) ? undefined : {}),
  checksumOf: evmChecksumOf,
  placeholderOf,
  canonical: (token) => toEip55(token),
};

/** Forty digits that are all f are the mask of 160 bits, which no compiler takes for an address. */
const mask = /^.{2}f+$/i;

function isMask(token: string): boolean {
  return (token.charCodeAt(2) | 0x20) === 0x66 && mask.test(token);
}

function isEvm(token: string): boolean {
  return (
    token.length === 42 &&
    token.charCodeAt(0) === 0x30 &&
    (token.charCodeAt(1) | 0x20) === 0x78 &&
    isAll(hexadecimal, token, 2, 42) &&
    !isMask(token)
  );
}
