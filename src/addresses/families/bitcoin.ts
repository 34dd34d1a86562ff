import { readBase58Check, shapesOf, type Version } from './base58Check.ts';
import type { Codec } from './codec.ts';
import { canonicalOrSegwit, readSegwit, segwitShapes } from './segwit.ts';

/**
 * Version bytes of Bitcoin Core's chainparams. 0x05 was Litecoin's too until it took 0x32; nothing
 * in such an address tells, and Bitcoin's are the many.
 */
const versions: readonly Version[] = [
  { version: 0x00, starts: ['1'], network: 'bitcoin' },
  { version: 0x05, starts: ['3'], network: 'bitcoin' },
  { version: 0x6f, starts: ['m', 'n'], network: 'bitcoin-testnet' },
  { version: 0xc4, starts: ['2'], network: 'bitcoin-testnet' },
];

/** BIP-173; `tb` is that of testnet3, testnet4 and signet (BIP-325), `bcrt` that of a local regression test network. */
const segwit = { bc: 'bitcoin', tb: 'bitcoin-testnet', bcrt: 'bitcoin-regtest' };

/** P2PKH, P2SH, and segregated witness of every version. */
export const bitcoin: Codec = {
  family: 'bitcoin',
  shapes: [...shapesOf(versions), ...segwitShapes(segwit)],
  read: (token) => readBase58Check(token, versions) ?? readSegwit(token, segwit),
  canonical: (token) => canonicalOrSegwit(token, segwit),
};
