import type { CorpusFile } from '../../packages.ts';
import type { Entry, Place } from '../entries.ts';

/** An EIP-155 chain ID, or the name of a network that has none or lost it to another. */
export type NetworkId = number | string;

/**
 * `unnamed`: the file rules out other networks and does not name this one, as in
 * `["Testnet", [["Ethereum", "0x…"]]]`. No name is right, and so is this one.
 */
export type Truth = NetworkId | { readonly unnamed: NetworkId };

/** One file of a corpus, read. */
export interface ReadFile {
  readonly path: string;
  readonly root: Entry;
  readonly places: readonly Place[];
}

/**
 * The true network of the addresses in a string, from the structure that a reader of the file sees.
 * Undefined if only another file shows it: such strings have no label.
 */
export type TruthOf = (place: Place, file: ReadFile) => Truth | undefined;

export interface NetworkCorpus {
  readonly package: string;
  /** Globs of its sources. Copies for other module systems and declarations are left out. */
  readonly files: readonly string[];
  /** Rules were not tuned on it. */
  readonly heldOut?: true;
  /** Files that give no hint of their network, or two that differ. */
  readonly isLeftOut?: (file: CorpusFile) => boolean;
  /** Reads the package's own names of networks. */
  readonly truth: (files: readonly CorpusFile[]) => TruthOf;
}
