import { segwitCodec, type Version } from './base58Check.ts';

const qtum = ['qtum'];

/** Version bytes from Litecoin Core's chainparams. Those that Bitcoin has too count as Bitcoin. */
const versions: readonly Version[] = [
  { version: 0x30, starts: ['L'], network: 'litecoin' },
  { version: 0x32, starts: ['M'], network: 'litecoin', sharedWith: ['monacoin', 'mona', ...qtum] },
  { version: 0x3a, starts: ['Q'], network: 'litecoin-testnet', sharedWith: qtum },
];

/** What follows each version byte that Bitcoin has under another. */
const kinds = new Map([
  [0x32, ['script', false]],
  [0x3a, ['script', true]],
] as const);

const segwit = new Map([
  ['ltc', 'litecoin'],
  ['tltc', 'litecoin-testnet'],
  ['rltc', 'litecoin-regtest'],
]);

// An `M…` is the script that a `3…` of before is, which reads as Bitcoin’s.
export const litecoin = segwitCodec('litecoin', versions, segwit, kinds);
