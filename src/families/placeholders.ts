/** Names of addresses that no one controls. They are shown by name and never looked up. */
export type Placeholder = 'zero' | 'native token' | 'dead' | 'precompile';

const named = new Map<string, Placeholder>([
  ['0'.repeat(40), 'zero'],
  ['e'.repeat(40), 'native token'],
  ['0'.repeat(36) + 'dead', 'dead'],
  ['dead' + '0'.repeat(36), 'dead'],
]);

/** Precompiled contracts are at 0x01 to 0x11 (EIP-2537 has the last) and at 0x100 (RIP-7212). */
const precompile = /^0{38}(?:0[1-9a-f]|1[01])$|^0{37}100$/;

export function placeholderOf(evmAddress: string): Placeholder | null {
  const digits = evmAddress.slice(2).toLowerCase();
  return named.get(digits) ?? (precompile.test(digits) ? 'precompile' : null);
}
