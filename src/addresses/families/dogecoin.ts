import { placementByVersion, readBase58Check, shapesOf, type Version } from './base58Check.ts';
import { unchanged, type Codec } from './codec.ts';

const descendants = ['verge', 'xvg', 'digibyte', 'dgb', 'pivx'];

/**
 * Version bytes from Dogecoin Core's chainparams. Its test network shares the P2SH byte with
 * Bitcoin.
 */
const versions: readonly Version[] = [
  { version: 0x1e, starts: ['D'], network: 'dogecoin', sharedWith: descendants },
  { version: 0x16, starts: ['9', 'A'], network: 'dogecoin' },
  { version: 0x71, starts: ['n'], network: 'dogecoin-testnet' },
];

export const dogecoin: Codec = {
  family: 'dogecoin',
  uriSchemes: ['dogecoin'],
  shapes: shapesOf(versions),
  read: (token) => readBase58Check(token, versions),
  canonical: unchanged,
  placementOf: (token) => placementByVersion(token, versions),
};
