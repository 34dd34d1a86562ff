import { hexAccountCodec } from './hexAccounts.ts';

/** In characters: `0x` and the digits of 252 bits. */
const lengthOf63Digits = 65;

/** Starknet's documentation, "Contract address": a number below 2²⁵¹. */
export const starknet = hexAccountCodec('starknet', 59, (token) => {
  if (token.length < lengthOf63Digits) return true;
  const isFull = token.length > lengthOf63Digits;
  return (!isFull || token.charAt(2) === '0') && token.charAt(isFull ? 3 : 2) <= '7';
});
