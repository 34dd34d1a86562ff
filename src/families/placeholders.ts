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

/**
 * Whether the first two digits are those of a placeholder: a fast test that rules out most
 * addresses.
 */
function mayBePlaceholder(evmAddress: string): boolean {
  const first = evmAddress.charCodeAt(2);
  const second = evmAddress.charCodeAt(3);
  if (first === 0x30) return second === 0x30;
  const letter = first | 0x20;
  return (letter === 0x64 || letter === 0x65) && (second | 0x20) === 0x65;
}

export function placeholderOf(evmAddress: string): Placeholder | null {
  if (!mayBePlaceholder(evmAddress)) return null;
  const digits = evmAddress.slice(2).toLowerCase();
  return named.get(digits) ?? (precompile.test(digits) ? 'precompile' : null);
}
