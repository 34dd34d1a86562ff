import { tokenElsewhere, type Elsewhere } from '../known/known.ts';
import type { FolderAddress } from './folderAddresses.ts';

/** An address of an inventory or of a check. */
type Used = Pick<FolderAddress, 'family' | 'canonical' | 'network'> & {
  readonly places: readonly { readonly path: string }[];
};

/**
 * Tokens of other networks than the code says: copied from there, or from a list for them. Bridges and
 * lists of pairs name a token at its addresses on several networks, and a file that does so for one
 * of these tokens says nothing of any of them.
 */
export class WrongNetworks {
  readonly #tokens = new Map<Used, Elsewhere>();
  /** Files that name such a token at the right address too. */
  readonly #mapping = new Set<string>();

  constructor(addresses: readonly Used[]) {
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
    for (const { canonical, places } of addresses) {
      const paths = files.get(canonical.toLowerCase());
      for (const { path } of places) if (paths?.has(path) === true) this.#mapping.add(path);
    }
  }

  of(address: Used): Elsewhere | undefined {
    return this.#tokens.get(address);
  }

  countsAt(path: string): boolean {
    return !this.#mapping.has(path);
  }
}
