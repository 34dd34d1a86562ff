import { placementByVersion, readBase58Check, shapesOf, type Version } from './base58Check.ts';
import { unchanged, type Codec } from './codec.ts';

/** Version bytes from Dash Core's chainparams. */
const versions: readonly Version[] = [
  { version: 0x4c, starts: ['X'], network: 'dash' },
  { version: 0x10, starts: ['7'], network: 'dash' },
  { version: 0x8c, starts: ['y'], network: 'dash-testnet' },
  { version: 0x13, starts: ['8', '9'], network: 'dash-testnet', sharedWith: ['pivx'] },
];

export const dash: Codec = {
  family: 'dash',
  uriSchemes: ['dash'],
  shapes: shapesOf(versions),
  read: (token) => readBase58Check(token, versions),
  canonical: unchanged,
  placementOf: (token) => placementByVersion(token, versions),
};
