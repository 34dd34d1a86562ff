import { coinCodec, segwitCodec } from './base58Check.ts';
import type { Codec } from './codec.ts';

const testnet = 'bitcoin-testnet';

const cash = ['bitcoin cash', 'bitcoin-cash', 'bitcoin_cash', 'bitcoincash', 'bch', 'bsv'];

/** Coins that had Bitcoin's byte for scripts, or still have it. Litecoin changed to 0x32. */
const scripts = [...cash, 'litecoin', 'ltc', 'digibyte', 'dgb', 'monacoin', 'mona', 'vertcoin'];

/**
 * P2PKH, P2SH, and segregated witness of every version. Version bytes, here and below, come from
 * the chainparams of each coin's Core. Bitcoin's descendants kept some of them: such an address
 * counts as Bitcoin, which has many more, unless a nearby word names another coin.
 *
 *  Testnet3, testnet4, and signet (BIP-325) share `tb`; local regression test networks use `bcrt`
 * (BIP-173). The short addresses are the anchor output (BIP-433) of each network and a test vector
 * of BIP-350; no others of that length are in use.
 */
export const bitcoin: Codec = {
  ...segwitCodec(
    'bitcoin',
    [
      { version: 0x00, starts: '1', network: 'bitcoin', sharedWith: cash, of: 'key' },
      { version: 0x05, starts: '3', network: 'bitcoin', sharedWith: scripts, of: 'script' },
      { version: 0x6f, starts: 'mn', network: testnet, sharedWith: scripts, of: 'key' },
      { version: 0xc4, starts: '2', network: testnet, sharedWith: scripts, of: 'script' },
    ],
    { bc: 'bitcoin', tb: 'bitcoin-testnet', bcrt: 'bitcoin-regtest' },
  ),
  shortAddresses: /bc1pfeessrawgf|tb1pfees9rn5nz|bcrt1pfeesnyr2tx|BC1SW50QGDZ25J/g,
};

const qtum = ['qtum'];
const mona = ['monacoin', 'mona', ...qtum];

/**
 * Version bytes that Bitcoin has too count as Bitcoin. An `M…` is the script that a `3…` of before is,
 * which reads as Bitcoin's.
 */
export const litecoin = segwitCodec(
  'litecoin',
  [
    { version: 0x30, starts: 'L', network: 'litecoin' },
    { version: 0x32, starts: 'M', network: 'litecoin', sharedWith: mona, of: 'script' },
    { version: 0x3a, starts: 'Q', network: 'litecoin-testnet', sharedWith: qtum, of: 'script' },
  ],
  { ltc: 'litecoin', tltc: 'litecoin-testnet', rltc: 'litecoin-regtest' },
);

const verge = ['verge', 'xvg', 'digibyte', 'dgb', 'pivx'];

/** Its test network shares the byte for scripts with Bitcoin. */
export const dogecoin = coinCodec('dogecoin', [
  { version: 0x1e, starts: 'D', network: 'dogecoin', sharedWith: verge },
  { version: 0x16, starts: '9A', network: 'dogecoin' },
  { version: 0x71, starts: 'n', network: 'dogecoin-testnet' },
]);

export const dash = coinCodec('dash', [
  { version: 0x4c, starts: 'X', network: 'dash' },
  { version: 0x10, starts: '7', network: 'dash' },
  { version: 0x8c, starts: 'y', network: 'dash-testnet' },
  { version: 0x13, starts: '89', network: 'dash-testnet', sharedWith: ['pivx'] },
]);
