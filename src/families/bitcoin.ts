import { segwitCodec, type Version } from './base58Check.ts';
import type { Codec } from './codec.ts';

const cash = ['bitcoin cash', 'bitcoin-cash', 'bitcoin_cash', 'bitcoincash', 'bch', 'bsv'];

/** Coins that had Bitcoin's byte for scripts, or still have it. Litecoin changed to 0x32. */
const scripts = [...cash, 'litecoin', 'ltc', 'digibyte', 'dgb', 'monacoin', 'mona', 'vertcoin'];

/**
 * Version bytes from Bitcoin Core's chainparams. Its descendants kept some of them. Such an address
 * counts as Bitcoin, which has many more, unless a word nearby names one of them.
 */
const versions: readonly Version[] = [
  { version: 0x00, starts: ['1'], network: 'bitcoin', sharedWith: cash },
  { version: 0x05, starts: ['3'], network: 'bitcoin', sharedWith: scripts },
  { version: 0x6f, starts: ['m', 'n'], network: 'bitcoin-testnet', sharedWith: scripts },
  { version: 0xc4, starts: ['2'], network: 'bitcoin-testnet', sharedWith: scripts },
];

/** What follows each version byte. */
const kinds = new Map([
  [0x00, ['key', false]],
  [0x05, ['script', false]],
  [0x6f, ['key', true]],
  [0xc4, ['script', true]],
] as const);

/**
 * Prefixes of BIP-173. Testnet3, testnet4, and signet (BIP-325) share `tb`. A local regression test
 * network uses `bcrt`.
 */
const segwit = new Map([
  ['bc', 'bitcoin'],
  ['tb', 'bitcoin-testnet'],
  ['bcrt', 'bitcoin-regtest'],
]);

/**
 * P2PKH, P2SH, and segregated witness of every version. The short addresses are those of the anchor
 * output (BIP-433) on each network, and a test vector of BIP-350: no others of that length are in use.
 */
export const bitcoin: Codec = {
  ...segwitCodec('bitcoin', versions, segwit, kinds),
  shortAddresses: /bc1pfeessrawgf|tb1pfees9rn5nz|bcrt1pfeesnyr2tx|BC1SW50QGDZ25J/g,
};
