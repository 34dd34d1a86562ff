import { canonicalOf } from '../addresses/occurrence.ts';
import type { Family } from '../addresses/networks.ts';

/**
 * One spelling of an address to compare by. Not the canonical one for EVM: that takes Keccak, and a
 * list may have a hundred thousand.
 *
 * @param text any spelling that the scanner finds, also in a padded word
 */
export function addressKey(text: string, family: Family): string {
  return family === 'evm' ? `0x${text.slice(-40).toLowerCase()}` : canonicalOf({ text, family });
}
