import { createHash } from 'node:crypto';
import { canonicalOf } from '../../src/addresses/occurrence.ts';

/** EVM addresses with valid checksums, the same for a seed. */
export function generatedAddresses(seed: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const digits = createHash('sha256').update(`${seed} ${index}`).digest('hex').slice(0, 40);
    return canonicalOf({ text: `0x${digits}`, family: 'evm' });
  });
}
