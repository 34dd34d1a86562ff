import { knownAddress, tokenElsewhere, type Elsewhere } from '../known/known.ts';
import type { FolderAddress } from './folderAddresses.ts';
import type { Inventory } from './inventory.ts';

/** Where an address is. */
interface UsedPlace {
  readonly path: string;
  /** Whether the text there names no network: then it says nothing about one. */
  readonly isSilent: boolean;
}

/** An address of an inventory, of a check, or of a document. */
type UsedAddress = Pick<FolderAddress, 'family' | 'canonical' | 'network'> & {
  readonly places: readonly UsedPlace[];
};

/**
 * Tokens of other networks than the code says: copied from there, or from a list for them. Bridges and
 * lists of pairs name a token at its addresses on several networks, and a file that does so for one
 * of these tokens says nothing of any of them, unless it has swapped them.
 */
export class WrongNetworks<Used extends UsedAddress> {
  readonly #tokens = new Map<Used, Elsewhere>();
  /** Files that name such a token at the right address too. */
  readonly #mapping = new Set<string>();

  constructor(addresses: Iterable<Used>) {
    /** The files of each token, by its address on the network in question. */
    const files = new Map<string, Set<string>>();
    for (const address of addresses) {
      const { family, canonical, network, places } = address;
      const token =
        family === 'evm' && network !== null ? tokenElsewhere(canonical, network) : undefined;
      if (token === undefined) continue;
      this.#tokens.set(address, token);
      const paths = files.get(token.address) ?? new Set();
      files.set(token.address, paths);
      for (const { path } of places) paths.add(path);
    }
    if (files.size === 0) return;
    for (const address of addresses) {
      const paths = files.get(address.canonical.toLowerCase());
      if (paths === undefined) continue;
      // Two tokens of which each is in the place of the other are swapped.
      const isSwapped = this.#tokens.has(address);
      for (const { path, isSilent } of address.places) {
        if (paths.has(path) && (isSilent || !isSwapped)) this.#mapping.add(path);
      }
    }
  }

  of(address: Used): Elsewhere | undefined {
    return this.#tokens.get(address);
  }

  countsAt({ path, isSilent }: UsedPlace): boolean {
    return !isSilent && !this.#mapping.has(path);
  }

  /** Those that count in any of their places, each with the token that it is. */
  *found(): Generator<[Used, Elsewhere], void> {
    for (const [address, token] of this.#tokens) {
      if (address.places.some((place) => this.countsAt(place))) yield [address, token];
    }
  }
}

interface OfInventory extends UsedAddress {
  readonly id: number;
  readonly places: UsedPlace[];
}

/** Those of an inventory, by the numbers of their addresses. Yields between slices of work. */
export function* wrongNetworksIn(
  inventory: Inventory,
): Generator<void, ReadonlyMap<number, Elsewhere>> {
  /** Null for what no list has, which is most. */
  const used = new Map<number, OfInventory | null>();
  for (const { id, place, isSilent } of inventory.occurrences()) {
    yield;
    const own = used.has(id) ? used.get(id) : usedAt(id, inventory);
    used.set(id, own ?? null);
    own?.places.push({ path: `${place.folder} ${place.path}`, isSilent });
  }
  const wrong = new WrongNetworks([...used.values()].filter((each) => each !== null));
  return new Map([...wrong.found()].map(([{ id }, token]) => [id, token]));
}

function usedAt(id: number, { addresses }: Inventory): OfInventory | undefined {
  const known = addresses.of(id);
  if (known?.family !== 'evm' || knownAddress('evm', known.address) === undefined) return undefined;
  const { family, address: canonical, network, isAssumed } = known;
  return { id, family, canonical, network: isAssumed ? null : network, places: [] };
}
