/**
 * The names of accounts, for families that share them. Each is what controls the address, in hex, so
 * that no name depends on a spelling.
 */

/** The last 20 bytes of the Keccak-256 of a public key. @param digits 40 hex digits */
export const evmAccount = (digits: string): string => `0x${digits.toLowerCase()}`;

/** A hash of a key or of a script, which Bitcoin and its descendants have in common. */
export function hashAccount(
  kind: 'key' | 'script',
  hash: Uint8Array,
  { isTestnet = false } = {},
): string {
  return `${kind}-hash${isTestnet ? '-test' : ''}:${hexOf(hash)}`;
}

export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
