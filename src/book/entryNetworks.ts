import type { BookEntry } from './book.ts';

/** The network of all entries for an address, by its canonical spelling. Null where they differ. */
export type EntryNetworks = ReadonlyMap<string, string | null>;

export function entryNetworksOf(entries: readonly BookEntry[]): EntryNetworks {
  const networks = new Map<string, string | null>();
  for (const { address, network } of entries) {
    const known = networks.get(address);
    networks.set(address, known === undefined || known === network ? network : null);
  }
  return networks;
}
