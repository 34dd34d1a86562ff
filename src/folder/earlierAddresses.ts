import type { Family } from '../networks/networks.ts';

export interface OnNetwork {
  readonly canonical: string;
  readonly family: Family;
  /** Null if the text does not decide it. */
  readonly network: string | null;
  readonly isAssumed: boolean;
}

/** More would take too much memory; a base with more of them is not fully read. */
export const maxEarlier = 200_000;

/**
 * Addresses that were there before. They are compared as the address book compares them: by
 * network, and where that is assumed or undecided on either side, by any.
 */
export class EarlierAddresses {
  /** Null: on no network in particular. */
  readonly #networks = new Map<string, Set<string> | null>();

  get size(): number {
    return this.#networks.size;
  }

  add(address: OnNetwork): void {
    const name = nameOf(address);
    const known = this.#networks.get(name);
    const network = networkOf(address);
    if (network === null) this.#networks.set(name, null);
    else if (known === undefined) this.#networks.set(name, new Set([network]));
    else known?.add(network);
  }

  has(address: OnNetwork): boolean {
    const known = this.#networks.get(nameOf(address));
    if (known === undefined) return false;
    const network = networkOf(address);
    return known === null || network === null || known.has(network);
  }
}

const nameOf = ({ family, canonical }: OnNetwork): string => `${family} ${canonical}`;

/** Whether the networks of two occurrences of an address leave it open that they are the same. */
export function mayShareNetwork(
  one: Pick<OnNetwork, 'network' | 'isAssumed'>,
  other: Pick<OnNetwork, 'network' | 'isAssumed'>,
): boolean {
  const [own, others] = [networkOf(one), networkOf(other)];
  return own === null || others === null || own === others;
}

const networkOf = ({
  network,
  isAssumed,
}: Pick<OnNetwork, 'network' | 'isAssumed'>): string | null => (isAssumed ? null : network);
