import { knownAddress, tokenElsewhere, type Elsewhere } from '../known/known.ts';
import type { FolderAddress } from './folderAddresses.ts';
import type { Inventory } from './inventory.ts';

/** Where an address is. */
interface UsedPlace {
  readonly path: string;
  /** Whether the text names the network there; an assumed network proves nothing. */
  readonly isNamedThere: boolean;
}

/** An address of an inventory, of a check, or of a document. */
type UsedAddress = Pick<FolderAddress, 'family' | 'canonical' | 'network'> & {
  readonly places: readonly UsedPlace[];
};

/**
 * Tokens of a different network than the code says: copied from code for that network, or from a
 * list. Bridges and lists of pairs name a token at its addresses on several networks, so if a file
 * has both under one network, none of its tokens is reported.
 */
export class WrongNetworks<Used extends UsedAddress> {
  readonly #tokens = new Map<Used, Elsewhere>();
  /** Files that have such a token at the right address too, under the same network. */
  readonly #mapping = new Set<string>();

  constructor(addresses: Iterable<Used>) {
    /** The files of each token, by the network in question and its address there. */
    const files = new Map<string, Set<string>>();
    for (const address of addresses) {
      const { family, canonical, network, places } = address;
      const token =
        family === 'evm' && network !== null ? tokenElsewhere(canonical, network) : undefined;
      if (token === undefined) continue;
      this.#tokens.set(address, token);
      const key = `${network} ${token.address}`;
      const paths = files.get(key) ?? new Set();
      files.set(key, paths);
      for (const { path } of places) paths.add(path);
    }
    if (files.size === 0) return;
    for (const { canonical, network, places } of addresses) {
      const paths = files.get(`${network} ${canonical.toLowerCase()}`);
      for (const { path, isNamedThere } of paths === undefined ? [] : places) {
        if (isNamedThere && paths?.has(path) === true) this.#mapping.add(path);
      }
    }
  }

  of(address: Used): Elsewhere | undefined {
    return this.#tokens.get(address);
  }

  countsAt({ path, isNamedThere }: UsedPlace): boolean {
    return isNamedThere && !this.#mapping.has(path);
  }

  /** Addresses with at least one counting place, each with its token. */
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

/** Wrong-network tokens of an inventory, by address number. Yields between slices of work. */
export function* wrongNetworksIn(
  inventory: Inventory,
): Generator<void, ReadonlyMap<number, Elsewhere>> {
  /** Null for what no list has, which is most. */
  const used = new Map<number, OfInventory | null>();
  for (const { id, place, isNamedThere } of inventory.occurrences()) {
    yield;
    const own = used.has(id) ? used.get(id) : usedAt(id, inventory);
    used.set(id, own ?? null);
    own?.places.push({ path: `${place.folder} ${place.path}`, isNamedThere });
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
