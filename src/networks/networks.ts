import rows from './networks.json' with { type: 'json' };
import { registry } from './registry.ts';

/**
 * A set of networks whose addresses have one format. `move` has none of its own: its addresses
 * belong to Sui or Aptos, and nothing tells which.
 */
export type Family =
  | 'evm'
  | 'bitcoin'
  | 'litecoin'
  | 'dogecoin'
  | 'bitcoin-cash'
  | 'dash'
  | 'zcash'
  | 'tron'
  | 'ripple'
  | 'stellar'
  | 'solana'
  | 'ton'
  | 'cardano'
  | 'polkadot'
  | 'tezos'
  | 'algorand'
  | 'near'
  | 'monero'
  | 'starknet'
  | 'sui'
  | 'aptos'
  | 'move'
  | 'cosmos';

export interface Network {
  /** Our name, as in the contract, and the `chain` argument of commands. */
  readonly name: string;
  /** The name that the user sees. */
  readonly title: string;
  readonly family: Exclude<Family, 'move'>;
  /** CAIP-2 chain ID, if the network has one. */
  readonly caip2?: string;
  /** EIP-3770 short name. */
  readonly shortName?: string;
  /** Prefix of its bech32 addresses, for networks of the Cosmos SDK. */
  readonly bech32?: string;
  /** Symbol of the native asset, the unit of a summary's balance. */
  readonly native: string;
  /** URL of an explorer page, with `{address}` as a placeholder. */
  readonly explorer?: string;
  /** Hosts of its other explorers. */
  readonly hosts?: readonly string[];
  /**
   * Its other names in code. One that starts with `~` is also an everyday word and counts only if
   * nothing else can be meant.
   */
  readonly aliases: readonly string[];
  /** Whether it was shut down, as the Beacon Chain was in 2024: its addresses are found, and never looked up. */
  readonly isRetired?: true;
}

/**
 * The networks that matter most, by hand; `registry.ts` has all others. Facts only, from the networks'
 * own registries: CAIP-2 IDs (chainagnostic.org), EIP-155 chain IDs, EIP-3770 short names. The service
 * does not publish its chain identifiers. These names are ours, and the setting `chainIds` maps them if
 * a service uses others.
 */
export const networks = rows as readonly Network[];

const byName = new Map(networks.map((network) => [network.name, network]));

export function networkNamed(name: string): Network | undefined {
  return byName.get(name) ?? registry().networks.get(name);
}

/** The names of networks by what people call them; names of the table go before what a registry has. */
export function networkSpellings(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const all = [...networks, ...registry().networks.values()];
  const put = (spelling: string, name: string): void => {
    if (!names.has(spelling)) names.set(spelling, name);
  };
  for (const { name } of all) put(name, name);
  for (const { name, title, shortName = name, aliases } of all) {
    for (const each of [title, shortName, ...aliases]) put(each.replace('~', ''), name);
  }
  return names;
}

/** Whether a network was shut down, so that nothing is looked up on it. */
export const isRetired = (name: string): boolean => byName.get(name)?.isRetired === true;

/**
 * Compares accounts of Sui, Aptos, and `move` as one family, because code often doesn't say which
 * one it means.
 */
export const comparedAs = (family: Family): Family =>
  family === 'sui' || family === 'aptos' ? 'move' : family;

/** Whether an address of a family can be on a network. */
export const isOfFamily = (network: Network | undefined, family: Family): boolean =>
  network !== undefined &&
  (family === 'move' ? comparedAs(network.family) : network.family) === family;

/** The networks that an address of `move` can be on. */
export const moveNetworks: readonly string[] = networks.flatMap((network) =>
  isOfFamily(network, 'move') ? network.name : [],
);

/** All active networks of a family, those of the table above first. */
export function networksOf(family: Family): Network[] {
  return [...networks, ...registry().networks.values()].filter(
    (one) => isOfFamily(one, family) && !isRetired(one.name),
  );
}

/**
 * Whether the service has summaries for a network (service-spec.md, "What the service does", 4). A
 * name that is not in our table can only be the setting `defaultChain`, which is an EVM network.
 */
export function supportsSummaries(chain: string): boolean {
  return (networkNamed(chain)?.family ?? 'evm') === 'evm';
}
