/**
 * Names of EIP-155 chains in SDKs of bridges and oracles and in wallet lists, read from the
 * packages in `test/detection/package.json`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Chain } from './sources.ts';
import { allViemExports, englishWords, hostsOf, isLocalId } from './sources.ts';

const packages = join(import.meta.dirname, '../node_modules');

const moduleAt = (path: string): Promise<unknown> =>
  import(pathToFileURL(join(packages, path)).href);

interface HyperlaneChain {
  readonly chainId: number | string;
  readonly name: string;
  readonly displayName?: string;
  readonly protocol: string;
  readonly nativeToken?: { readonly symbol: string };
  readonly blockExplorers?: readonly { readonly url: string }[];
  readonly rpcUrls?: readonly { readonly http: string }[];
}

const hyperlane = Object.values(
  (
    (await moduleAt('@hyperlane-xyz/registry/dist/chainMetadata.js')) as {
      chainMetadata: Record<string, HyperlaneChain>;
    }
  ).chainMetadata,
).filter(({ protocol, chainId }) => protocol === 'ethereum' && !isLocalId(Number(chainId)));

/** Chains of a bridge that the other registries may not have yet. */
export function hyperlaneChains(): Chain[] {
  return hyperlane.map((chain) => ({
    id: Number(chain.chainId),
    title: chain.displayName ?? chain.name,
    shortName: '',
    native: chain.nativeToken?.symbol ?? 'ETH',
    explorers: hostsOf((chain.blockExplorers ?? []).map(({ url }) => url)),
    nodes: hostsOf(
      (chain.rpcUrls ?? []).map(({ http }) => http),
      true,
    ),
    isCurrent: true,
  }));
}

type Names = readonly (readonly [name: string, chainId: number])[];

const ofChainlink: Names = await (async () => {
  const { default: selectors } = (await moduleAt('@chainlink/ccip-sdk/dist/selectors.js')) as {
    default: Record<string, { readonly name?: string; readonly family: string }>;
  };
  return Object.entries(selectors)
    .filter(([, { family }]) => family === 'EVM')
    .map(([id, { name = '' }]) => [name, Number(id)] as const);
})();

/** `deployments/ape-mainnet/.chainId`; without `-mainnet`, because readers take it off. */
const ofLayerZero: Names = (() => {
  const folder = join(packages, '@layerzerolabs/lz-evm-sdk-v2/deployments');
  return readdirSync(folder).flatMap((name) => {
    const file = join(folder, name, '.chainId');
    return existsSync(file)
      ? [[name.replace(/-mainnet$/, ''), Number(readFileSync(file, 'utf8'))] as const]
      : [];
  });
})();

const ofDefiLlama: Names = Object.entries(
  JSON.parse(readFileSync(join(packages, '@defillama/sdk/build/providers.json'), 'utf8')) as Record<
    string,
    { readonly chainId: number }
  >,
).map(([name, { chainId }]) => [name, chainId] as const);

const sources: readonly Names[] = [
  ofChainlink,
  ofLayerZero,
  ofDefiLlama,
  hyperlane.map(({ name, chainId }) => [name, Number(chainId)] as const),
  allViemExports(),
];

/** Names of tests and of a developer's own machine, and of versions of a test network. */
const isPrivate = /local|sandbox|devnet|anvil|hardhat|preconf|deprecated|^(?:test|dev)|\d{3,}/;

/** Words of most programs: where networks are keys, `data` and `loop` still are what they are elsewhere. */
const inPrograms = new Set(['data', 'loop']);

/** Other registries' data: names by titles, and all words for a chain ID. */
interface Registered {
  readonly titles: Names;
  readonly words: ReadonlyMap<number, string>;
}

/**
 * Names in lower case without separators, each with one chain ID. A name of two networks counts for
 * neither. An ambiguous one (a word, a few letters, a test network, which is restarted under its
 * name) needs two agreeing sources, and so does one without a word in common with the network's
 * title, because IDs of ended chains are reused.
 */
export function namesOfSources({ titles, words }: Registered): ReadonlyMap<string, number> {
  const claims = new Map<string, Claim>();
  for (const names of sources) claim(claims, names);
  const ofTitles = new Map<string, Claim>();
  claim(ofTitles, titles);
  const agreed = new Map<string, number>();
  for (const [joined, { ids, count, parts }] of claims) {
    const titled = ofTitles.get(joined);
    const [id, other] = new Set([...ids, ...(titled?.ids ?? [])]);
    if (
      id === undefined ||
      other !== undefined ||
      isPrivate.test(joined) ||
      isLocalId(id) ||
      inPrograms.has(joined)
    )
      continue;
    const isSure = !mayMeanMore(joined) && sharesWord(parts, words.get(id) ?? '');
    if (joined.length > 2 && (isSure || count + (titled?.count ?? 0) > 1)) agreed.set(joined, id);
  }
  return agreed;
}

interface Claim {
  readonly ids: Set<number>;
  /** How many sources have it. */
  count: number;
  readonly parts: readonly string[];
}

function claim(claims: Map<string, Claim>, names: Names): void {
  const seen = new Set<string>();
  for (const [name, id] of names) {
    const spelled = name.replace(/([a-z])(?=[A-Z])/g, '$1 ').toLowerCase();
    const joined = spelled.replace(/[^a-z0-9]/g, '');
    const one = claims.get(joined) ?? {
      ids: new Set(),
      count: 0,
      parts: spelled.split(/[^a-z0-9]+/),
    };
    claims.set(joined, one);
    one.ids.add(id);
    if (!seen.has(joined)) one.count += 1;
    seen.add(joined);
  }
}

const says =
  /^(?:mainnet|testnet|network|chain|evm|sepolia|goerli|holesky|hoodi|ethereum|\d*|.{1,2})$/;

function sharesWord(parts: readonly string[], words: string): boolean {
  const known = words.toLowerCase().replace(/[^a-z0-9]/g, '');
  const own = parts.filter((part) => !says.test(part));
  // `ethereum-testnet-sepolia` has no other words.
  return (own.length > 0 ? own : parts.slice(-1)).some((part) => known.includes(part.slice(0, 5)));
}

const mayMeanMore = (joined: string): boolean =>
  joined.length < 6 ||
  joined.endsWith('testnet') ||
  /^[a-z]{1,9}\d$/.test(joined) ||
  englishWords().has(joined);
