import { toEip55 } from '../../src/encodings/evmChecksum.ts';
import type { KnownAddress } from '../../src/book/lookAlikeParts.ts';

export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

export const evm = (address: string): KnownAddress => ({
  address: toEip55(address),
  family: 'evm',
});

/** A generator of its own, so that a failure can be repeated. */
export function randomAddresses(count: number, seed = 20_261_122): string[] {
  let state = seed;
  const digit = (): string => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return ((state >>> 16) & 15).toString(16);
  };
  return Array.from({ length: count }, () => `0x${Array.from({ length: 40 }, digit).join('')}`);
}
