import { decodeBase58Check } from '../base58.ts';
import { hexOf } from './accounts.ts';
import { readBase58Check, shapesOf, type Version } from './base58Check.ts';
import { unchanged, type Codec } from './codec.ts';

/** TRON's developer documentation, "Account": 0x41 and the last 20 bytes of a Keccak-256. */
const versions: readonly Version[] = [{ version: 0x41, starts: ['T'] }];

/** Its test networks have the same addresses, so no spelling names a network. */
export const tron: Codec = {
  family: 'tron',
  uriSchemes: ['tron'],
  shapes: shapesOf(versions),
  read: (token) => readBase58Check(token, versions),
  canonical: unchanged,
  account(token) {
    const bytes = decodeBase58Check(token, 21) ?? new Uint8Array();
    return `tron:${hexOf(bytes.subarray(1))}`;
  },
};
