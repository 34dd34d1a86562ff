import { cosmosRows, evmRows, otherRows, type OtherRow } from './networkRows.ts';
import { registry } from './registry.ts';

/** A set of networks whose addresses have one format. Follows from the rows below. */
export type Family = 'evm' | 'cosmos' | (typeof otherRows)[number][2];

export interface Network {
  /** Our name, as in the contract, and the `chain` argument of commands. */
  readonly name: string;
  /** The name that the user sees. */
  readonly title: string;
  readonly family: Family;
  /** CAIP-2 chain ID, if the network has one. */
  readonly caip2?: string;
  /** EIP-3770 short name. */
  readonly shortName?: string;
  /** Prefix of its bech32 addresses, for networks of the Cosmos SDK. */
  readonly bech32?: string;
  /** Symbol of the native asset, the unit of a summary's balance. */
  readonly native: string;
  /** URL of an explorer page. `{address}` stands for the address. */
  readonly explorer?: string;
  /**
   * Its other names in code. One that starts with `~` is also an everyday word and counts only if
   * nothing else can be meant.
   */
  readonly aliases: readonly string[];
  /** Whether it was shut down: its addresses are found, and never looked up. */
  readonly isRetired?: true;
}

/** Shut down in 2024, when its assets moved to BNB Smart Chain. */
const beaconChain: Network = {
  ...{ name: 'bnb-beacon-chain', title: 'BNB Beacon Chain', family: 'cosmos', native: 'BNB' },
  ...{ bech32: 'bnb', caip2: 'cosmos:Binance-Chain-Tigris', aliases: [], isRetired: true },
};

const namesIn = (list: string): string[] => (list === '' ? [] : list.split(', '));

export const networks: readonly Network[] = [
  ...evmRows.map(([name, title, chainId, shortName, native, host, aliases = '']): Network => ({
    ...{ name, title, family: 'evm', caip2: `eip155:${chainId}`, shortName, native },
    explorer: `https://${host}/address/{address}`,
    aliases: namesIn(aliases),
  })),
  ...(otherRows as readonly OtherRow<Family>[]).map(
    ([name, title, family, native, caip2, explorer, aliases = '']): Network => ({
      ...{ name, title, family, native },
      ...(caip2 !== '' && { caip2 }),
      ...(explorer !== '' && { explorer: `https://${explorer}` }),
      aliases: namesIn(aliases),
    }),
  ),
  ...cosmosRows.map(([name, title, bech32, native, chainId]): Network => ({
    ...{ name, title, family: 'cosmos', native, bech32 },
    // CAIP-2's namespace "cosmos" allows IDs of up to 32 characters of [-a-zA-Z0-9].
    ...(/^[-a-zA-Z0-9]{1,32}$/.test(chainId) && { caip2: `cosmos:${chainId}` }),
    explorer: `https://www.mintscan.io/${name}/address/{address}`,
    aliases: [],
  })),
  beaconChain,
];

const byName = new Map(networks.map((network) => [network.name, network]));

export function networkNamed(name: string): Network | undefined {
  return byName.get(name) ?? registry().networks.get(name);
}

/** Whether a network was shut down, so that nothing is looked up on it. */
export const isRetired = (name: string): boolean => byName.get(name)?.isRetired === true;

/** All networks of a family that still run, those of the table above first. */
export function networksOf(family: Family): Network[] {
  return [...networks, ...registry().networks.values()].filter(
    (one) => one.family === family && !isRetired(one.name),
  );
}

/**
 * Whether the service has summaries for a network (service-spec.md, "What the service does", 4). A
 * name that is not in our table can only be the setting `defaultChain`, which is an EVM network.
 */
export function supportsSummaries(chain: string): boolean {
  return (networkNamed(chain)?.family ?? 'evm') === 'evm';
}
