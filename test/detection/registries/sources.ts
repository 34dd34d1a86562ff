/** The registries' data, read from the packages in `test/detection/package.json`. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

const requireFrom = createRequire(join(import.meta.dirname, '../package.json'));

export interface Chain {
  readonly id: number;
  readonly title: string;
  readonly shortName: string;
  readonly native: string;
  /** Hosts, in lower case and without `www.`. */
  readonly explorers: readonly string[];
  readonly nodes: readonly string[];
  readonly isCurrent: boolean;
}

interface ViemChain {
  readonly id: number;
  readonly name: string;
  readonly testnet?: boolean;
  readonly nativeCurrency: { readonly symbol: string };
  readonly rpcUrls: Readonly<Record<string, { readonly http?: readonly string[] } | undefined>>;
  readonly blockExplorers?: Readonly<Record<string, { readonly url: string } | undefined>>;
}

/** The IDs of chains on a developer's own machine, which registries also give to others. */
const localIds = new Set([1337, 1338, 31337]);

export const isLocalId = (id: number): boolean => localIds.has(id);

/** Names of chains on a developer's own machine. Their IDs belong to no network. */
const isLocal = ({ id, name }: ViemChain): boolean =>
  localIds.has(id) || /\b(?:anvil|foundry|hardhat|localhost|inmemory|local)\b/i.test(name);

const isViemChain = (value: unknown): value is ViemChain =>
  typeof value === 'object' && value !== null && 'id' in value && 'rpcUrls' in value;

/** Names that code imports from viem: `polygonAmoy`. */
export const allViemExports = (): (readonly [name: string, chainId: number])[] =>
  Object.entries(requireFrom('viem/chains') as Record<string, unknown>).flatMap(([name, value]) =>
    isViemChain(value) && !isLocal(value) ? [[name, value.id] as const] : [],
  );

/** Of two chains with one ID, the one that isn't a test network. */
export function viemChains(): Chain[] {
  const all = Object.values(requireFrom('viem/chains') as Record<string, unknown>);
  const chains = all.filter(isViemChain);
  const byId = new Map<number, ViemChain>();
  for (const chain of chains) {
    const other = byId.get(chain.id);
    if (isLocal(chain) || (other !== undefined && other.testnet !== true)) continue;
    byId.set(chain.id, chain);
  }
  return [...byId.values()].map(({ id, name, nativeCurrency, rpcUrls, blockExplorers = {} }) => ({
    id,
    title: name,
    shortName: '',
    native: nativeCurrency.symbol,
    explorers: hostsOf(Object.values(blockExplorers).flatMap((one) => one?.url ?? [])),
    nodes: hostsOf(
      Object.values(rpcUrls).flatMap((one) => one?.http ?? []),
      true,
    ),
    isCurrent: true,
  }));
}

interface ListedChain {
  readonly chainId: number;
  readonly name: string;
  readonly shortName: string;
  readonly nativeCurrency: { readonly symbol: string };
  readonly rpc: readonly string[];
  readonly explorers?: readonly { readonly url: string }[];
}

/** The data of ethereum-lists, as a package publishes it. */
export function ethereumLists(): Chain[] {
  const { allChains } = requireFrom('@thirdweb-dev/chains') as { allChains: ListedChain[] };
  return allChains
    .filter(({ chainId }) => !localIds.has(chainId))
    .filter(({ name }) => !/\b(?:geth testnet|localhost|ganache|anvil|hardhat)\b/i.test(name))
    .map(({ chainId, name, shortName, nativeCurrency, rpc, explorers = [] }) => ({
      id: chainId,
      title: name.trim(),
      shortName,
      native: nativeCurrency.symbol,
      explorers: hostsOf(explorers.map(({ url }) => url)),
      nodes: hostsOf(rpc, true),
      isCurrent: false,
    }));
}

/** Hosts of many networks, distinguished by a key or a path. */
const shared =
  /thirdweb|ankr\.com|infura\.io|alchemy\.com|quiknode|getblock|localhost|github|gitlab|^(?:api\.)?zan\.top$|^public-rpc\.blockpi\.io$|^\d|^\[/;

/** Explorers of many networks, some of which have hosts of their own below them. */
const sharedExplorer =
  /^(?:www\.)?(?:routescan\.io|blockscout\.com|blockscan\.com|oklink\.com|blockchair\.com|tokenview\.io|l2scan\.co|avascan\.info|subscan\.io|mintscan\.io|dex\.guru|3xpl\.com|ondora\.xyz)$/;

/**
 * Distinct hosts of URLs. Nodes answer at paths such as `/rpc`. An explorer at a path shares its host
 * with others.
 */
export function hostsOf(urls: readonly string[], canHavePath = false): string[] {
  const hosts = urls.flatMap((url) => {
    const [, host = '', path = ''] =
      /^(?:https?|wss?):\/\/([^/:?#$]+)(?::\d+)?\/?(.*)$/.exec(url) ?? [];
    if (
      host === '' ||
      shared.test(host) ||
      sharedExplorer.test(host) ||
      (path !== '' && !canHavePath)
    )
      return [];
    return [host.toLowerCase().replace(/^www\./, '')];
  });
  return [...new Set(hosts)];
}

export interface CosmosChain {
  readonly chainName: string;
  readonly prettyName?: string;
  readonly networkType: string;
  readonly chainId: string;
  readonly keyAlgos?: readonly string[];
  readonly bech32Prefix?: string;
  readonly bech32Config?: { readonly bech32PrefixAccAddr?: string };
  readonly fees?: { readonly feeTokens?: readonly { readonly denom: string }[] };
}

export function cosmosChains(): CosmosChain[] {
  return (requireFrom('chain-registry') as { chains: CosmosChain[] }).chains;
}

interface AssetList {
  readonly chainName: string;
  readonly assets: readonly { readonly base: string; readonly symbol: string }[];
}

/** Empty where the registry lists no such asset. */
export function symbolOfDenom(chainName: string, denom: string): string {
  const { assetLists } = requireFrom('chain-registry') as { assetLists: AssetList[] };
  const list = assetLists.find((one) => one.chainName === chainName);
  return list?.assets.find(({ base }) => base === denom)?.symbol ?? '';
}

let words: ReadonlySet<string> | undefined;

/** Words of English, so that a network named after one does not turn code into evidence. */
export function englishWords(): ReadonlySet<string> {
  return (words ??= new Set(requireFrom('an-array-of-english-words') as string[]));
}
