import { coinCodec } from './base58Check.ts';

/** Version bytes from Dash Core's chainparams. */
export const dash = coinCodec('dash', [
  { version: 0x4c, starts: ['X'], network: 'dash' },
  { version: 0x10, starts: ['7'], network: 'dash' },
  { version: 0x8c, starts: ['y'], network: 'dash-testnet' },
  { version: 0x13, starts: ['8', '9'], network: 'dash-testnet', sharedWith: ['pivx'] },
]);
