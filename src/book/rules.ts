import { networkNamed, type Family } from '../networks/networks.ts';
import type { NetworkRule } from './book.ts';

/** The networks that a book names for a path, of each family one: as in a `.gitignore`, the last. */
export function ruledNetworks(rules: readonly NetworkRule[], path: string): string[] {
  const found = new Map<Family, string>();
  for (const { network, matches } of rules) {
    const family = networkNamed(network)?.family;
    if (family !== undefined && matches(path)) found.set(family, network);
  }
  return [...found.values()];
}
