import { coinCodec } from './base58Check.ts';

const descendants = ['verge', 'xvg', 'digibyte', 'dgb', 'pivx'];

/**
 * Version bytes from Dogecoin Core's chainparams. Its test network shares the P2SH byte with
 * Bitcoin.
 */
export const dogecoin = coinCodec('dogecoin', [
  { version: 0x1e, starts: ['D'], network: 'dogecoin', sharedWith: descendants },
  { version: 0x16, starts: ['9', 'A'], network: 'dogecoin' },
  { version: 0x71, starts: ['n'], network: 'dogecoin-testnet' },
]);
