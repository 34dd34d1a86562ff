/**
 * Facts about addresses from published packages: accounts, networks, symbols, names of contracts.
 */
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { documentedContracts } from './documented.ts';
import type { Kind, Source } from '../../../src/known/table.ts';
import { networkOfChainId } from '../../../src/networks/mentions.ts';
import { networkNamed } from '../../../src/networks/networks.ts';

const folder = join(import.meta.dirname, '../node_modules');
const requireFrom = createRequire(join(import.meta.dirname, '../package.json'));

/** One row of a source. */
export interface Listed {
  /** In any spelling. */
  readonly address: string;
  /** A name in the table of networks. */
  readonly network: string;
  readonly name: string;
  readonly kind: Kind;
}

export interface PackageSource {
  /** For what is documented on a page, its URL. */
  readonly title: string;
  /** Empty for a page. */
  readonly package: string;
  /** Whether the package is the work of those who issued or deployed what it lists. */
  readonly isIssuer?: boolean;
  /** Whether it is collected from others, so that it isn't an independent source. */
  readonly isCollected?: boolean;
  readonly rows: () => Iterable<Listed>;
}

const read = (path: string): unknown => JSON.parse(readFileSync(join(folder, path), 'utf8'));

const files = (name: string, pattern: string): string[] =>
  globSync(pattern, { cwd: join(folder, name) })
    .sort()
    .map((path) => join(name, path));

export function sourceOf({ title, package: name }: PackageSource): Source {
  if (name === '') return { title, package: name, version: '', license: '' };
  const { version, license = '' } = read(`${name}/package.json`) as Partial<Source>;
  return { title, package: name, version: version ?? '', license };
}

interface ListedToken {
  readonly chainId: number | string;
  readonly address: string;
  readonly symbol: string;
  readonly extensions?: { readonly coingeckoId?: string };
}

/** Token lists are older than LUKSO, which has the chain ID that was Kovan’s. */
const ofKovan = '42';

function* tokensOf(tokens: Iterable<ListedToken>): Generator<Listed> {
  for (const { chainId, address, symbol } of tokens) {
    const network = networkOfChainId(String(chainId));
    if (network === undefined || String(chainId) === ofKovan) continue;
    yield { address, network, name: symbol, kind: 'token' };
  }
}

const tokensIn = (path: string): readonly ListedToken[] =>
  (read(path) as { readonly tokens: readonly ListedToken[] }).tokens;

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value);

/** All addresses in a value, by the keys that they are below. */
function* addressesIn(value: unknown, path: readonly string[] = []): Generator<[string[], string]> {
  if (isAddress(value)) yield [[...path], value];
  else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) yield* addressesIn(member, [...path, key]);
  }
}

function* contractsOf(chainId: number | string, value: unknown, prefix = ''): Generator<Listed> {
  const network = networkOfChainId(String(chainId));
  if (network === undefined) return;
  for (const [path, address] of addressesIn(value)) {
    const name = [prefix, ...path.filter((key) => key !== 'address')].join(' ').trim();
    yield { address, network, name, kind: 'contract' };
  }
}

function* ofAave(): Generator<Listed> {
  const books = Object.entries(
    requireFrom('@aave-dao/aave-address-book') as Record<string, Record<string, unknown>>,
  );
  for (const [title, { CHAIN_ID: id, ASSETS: assets = {}, ...others }] of books) {
    // The module lists all of them again as its default.
    if (title === 'default' || typeof id !== 'number') continue;
    yield* contractsOf(id, others, title.replace(/^(?:Misc|GovernanceV3).*/, 'Aave'));
    for (const [symbol, asset] of Object.entries(assets as Record<string, object>)) {
      for (const row of contractsOf(id, asset)) {
        if (row.name === 'UNDERLYING') yield { ...row, name: symbol, kind: 'token' };
        else yield { ...row, name: `Aave ${symbol} ${row.name}` };
      }
    }
  }
}

/** Swapkit’s names of networks that are not EIP-155 IDs. */
const swapkitNetworks: Readonly<Record<string, string>> = {
  ...{ ETH: 'ethereum', ARB: 'arbitrum', AVAX: 'avalanche', BSC: 'bsc', BASE: 'base' },
  ...{ OP: 'optimism', SOL: 'solana' },
};

function* ofSwapkit(): Generator<Listed> {
  const lists = Object.values(
    requireFrom('@swapkit/tokens') as Record<string, { readonly tokens?: readonly unknown[] }>,
  );
  for (const one of lists.flatMap(({ tokens = [] }) => tokens)) {
    const { address, chain, ticker } = one as Readonly<Record<string, string | undefined>>;
    const network = swapkitNetworks[chain ?? ''];
    if (network === undefined || address === undefined || ticker === undefined) continue;
    yield { address, network, name: ticker, kind: 'token' };
  }
}

function* ofLifi(): Generator<Listed> {
  const { defaultCoins } = requireFrom('@lifi/data-types') as {
    readonly defaultCoins: readonly {
      readonly chains: Record<string, ListedToken>;
      readonly key: string;
    }[];
  };
  for (const { chains, key } of defaultCoins) {
    for (const token of Object.values(chains)) yield* tokensOf([{ ...token, symbol: key }]);
  }
}

function* ofBeefy(): Generator<Listed> {
  const { addressBookByChainId: books } = requireFrom('@beefyfinance/blockchain-addressbook') as {
    readonly addressBookByChainId: Record<
      string,
      {
        readonly platforms: Record<string, unknown>;
        readonly tokens: Record<string, { address: string; symbol: string; chainId: number }>;
      }
    >;
  };
  for (const [id, { tokens, platforms }] of Object.entries(books)) {
    for (const token of Object.values(tokens)) yield* tokensOf([{ ...token, chainId: id }]);
    for (const [platform, value] of Object.entries(platforms)) {
      if (platform !== 'beefyfinance') yield* contractsOf(id, value, platform);
    }
    yield* contractsOf(id, platforms['beefyfinance'], 'Beefy');
  }
}

const bitgoNetworks: Readonly<Record<string, string>> = {
  ...{ Ethereum: 'ethereum', AvalancheC: 'avalanche', BinanceSmartChain: 'bsc' },
  ...{ Polygon: 'polygon', Arbitrum: 'arbitrum', Optimism: 'optimism', BaseChain: 'base' },
  ...{ Sol: 'solana', Trx: 'tron', Near: 'near', Gram: 'ton', Hoodi: 'hoodi', Sepolia: 'sepolia' },
};

interface BitgoCoin {
  readonly name: string;
  readonly network?: { readonly name: string };
  readonly contractAddress?: string;
  readonly tokenAddress?: string;
}

function* ofBitgo(): Generator<Listed> {
  const { coins } = requireFrom('@bitgo/statics') as { coins: Iterable<BitgoCoin> & BitgoCoins };
  const found: Listed[] = [];
  coins.forEach(({ name, network, contractAddress, tokenAddress }) => {
    const ours = bitgoNetworks[network?.name ?? ''];
    const address = contractAddress ?? tokenAddress;
    if (ours === undefined || address === undefined || networkNamed(ours) === undefined) return;
    const symbol = name.replace(/^.*:/, '').toUpperCase();
    found.push({ address: address.trim(), network: ours, name: symbol, kind: 'token' });
  });
  yield* found;
}

interface BitgoCoins {
  forEach(visit: (coin: BitgoCoin) => void): void;
}

function* ofMetamask(): Generator<Listed> {
  const all = read('@metamask/contract-metadata/contract-map.json') as Record<
    string,
    { readonly symbol: string }
  >;
  for (const [address, { symbol }] of Object.entries(all)) {
    yield { address, network: 'ethereum', name: symbol, kind: 'token' };
  }
}

function* ofSolana(): Generator<Listed> {
  const path = '@solana/spl-token-registry/dist/main/tokens/solana.tokenlist.json';
  for (const { chainId, address, symbol, extensions } of tokensIn(path)) {
    // Anyone could list a token. CoinGecko has those that were traded.
    if (chainId !== 101 || extensions?.coingeckoId === undefined) continue;
    yield { address, network: 'solana', name: symbol, kind: 'token' };
  }
}

function* ofSafe(): Generator<Listed> {
  for (const path of files('@safe-global/safe-deployments', 'dist/assets/*/*.json')) {
    const { contractName, version, deployments, networkAddresses } = read(path) as {
      readonly contractName: string;
      readonly version: string;
      readonly deployments: Record<string, { readonly address: string }>;
      readonly networkAddresses: Record<string, string | readonly string[]>;
    };
    for (const [id, names] of Object.entries(networkAddresses)) {
      const network = networkOfChainId(id);
      for (const name of [names].flat()) {
        const address = deployments[name]?.address;
        if (network === undefined || address === undefined) continue;
        yield { address, network, name: `${contractName} ${version}`, kind: 'system' };
      }
    }
  }
}

const balancerFiles: Readonly<Record<string, number>> = {
  ...{ mainnet: 1, arbitrum: 42161, polygon: 137, optimism: 10, gnosis: 100, bsc: 56 },
};

function* ofBalancer(): Generator<Listed> {
  for (const [file, id] of Object.entries(balancerFiles)) {
    const all = read(`@balancer-labs/v2-deployments/dist/addresses/${file}.json`) as Record<
      string,
      { readonly name: string }
    >;
    for (const [address, { name }] of Object.entries(all)) {
      yield* contractsOf(id, { [name]: address }, 'Balancer');
    }
  }
}

function* ofViem(): Generator<Listed> {
  const chains = Object.values(requireFrom('viem/chains') as Record<string, unknown>);
  for (const chain of chains) {
    const { id, contracts = {} } = chain as { id?: number; contracts?: Record<string, object> };
    if (id === undefined || [1337, 31337].includes(id)) continue;
    for (const [name, value] of Object.entries(contracts)) {
      if ('address' in value) yield* systemOf(contractsOf(id, value, name));
      else for (const [other, each] of Object.entries(value)) yield* contractsOf(other, each, name);
    }
  }
}

function* systemOf(rows: Iterable<Listed>): Generator<Listed> {
  for (const row of rows) yield { ...row, kind: 'system' };
}

function* ofSuperfluid(): Generator<Listed> {
  const { networks } = requireFrom('@superfluid-finance/metadata') as {
    readonly networks: readonly {
      readonly chainId: number;
      readonly contractsV1: object;
      readonly nativeTokenWrapper: string;
    }[];
  };
  for (const { chainId, contractsV1 } of networks) {
    yield* contractsOf(chainId, contractsV1, 'Superfluid');
  }
}

interface HyperlaneChain {
  readonly protocol: string;
  readonly chainId: number | string;
}

function* ofHyperlane(): Generator<Listed> {
  const { chainAddresses } = requireFrom(
    join(folder, '@hyperlane-xyz/registry/dist/chainAddresses.js'),
  ) as {
    readonly chainAddresses: Record<string, Record<string, string>>;
  };
  const { chainMetadata } = requireFrom(
    join(folder, '@hyperlane-xyz/registry/dist/chainMetadata.js'),
  ) as {
    readonly chainMetadata: Record<string, HyperlaneChain>;
  };
  for (const [chain, contracts] of Object.entries(chainAddresses)) {
    const { protocol, chainId } = chainMetadata[chain] ?? {};
    if (protocol === 'ethereum' && chainId !== undefined)
      yield* contractsOf(chainId, contracts, 'Hyperlane');
  }
}

const synthetixFolders: Readonly<Record<string, number>> = {
  ...{ mainnet: 1, 'mainnet-ovm': 10, sepolia: 11155111, 'sepolia-ovm': 11155420 },
};

function* ofSynthetix(): Generator<Listed> {
  for (const [file, id] of Object.entries(synthetixFolders)) {
    const { targets } = read(`synthetix/publish/deployed/${file}/deployment.json`) as {
      readonly targets: Record<string, { readonly address: string }>;
    };
    for (const [name, { address }] of Object.entries(targets)) {
      // A market has a dozen contracts, whose names no other code has.
      const isOfMarket = /^(?:PerpsV2|FuturesMarket|Dynamic)/.test(name);
      yield* contractsOf(id, { [isOfMarket ? 'perps' : name]: address }, 'Synthetix');
    }
  }
}

function* ofSablier(): Generator<Listed> {
  const { sablier } = requireFrom('sablier') as {
    readonly sablier: {
      readonly releases: {
        getAll(): readonly {
          readonly deployments?: readonly {
            readonly contracts: readonly { address: string; chainId: number; name: string }[];
          }[];
        }[];
      };
    };
  };
  for (const { deployments = [] } of sablier.releases.getAll()) {
    for (const { address, chainId, name } of deployments.flatMap(({ contracts }) => contracts)) {
      if (isAddress(address)) yield* contractsOf(chainId, { [name]: address });
    }
  }
}

function* ofAxelar(): Generator<Listed> {
  for (const file of ['mainnet', 'testnet']) {
    const { chains } = read(`@axelar-network/axelar-chains-config/info/${file}.json`) as {
      readonly chains: Record<string, { readonly chainId?: number; readonly contracts?: object }>;
    };
    for (const { chainId, contracts = {} } of Object.values(chains)) {
      if (typeof chainId !== 'number') continue;
      for (const row of contractsOf(chainId, contracts)) {
        // Keys and accounts of people are no contracts that others call.
        if (!/deployer|owner|operator|collector|governance/i.test(row.name)) yield row;
      }
    }
  }
}

const documentedSources = documentedContracts.map(
  ({ documented, kind = 'system', contracts }): PackageSource => ({
    ...{ title: documented, package: '', isIssuer: true },
    *rows() {
      for (const [address, name, networks] of contracts) {
        for (const network of networks.split(' ')) yield { address, network, name, kind };
      }
    },
  }),
);

/** The first of several that list an address names its source. */
export const sources: readonly PackageSource[] = [
  ...documentedSources,
  {
    ...{ title: 'Uniswap’s token list', package: '@uniswap/default-token-list' },
    rows: () =>
      tokensOf(tokensIn('@uniswap/default-token-list/build/uniswap-default.tokenlist.json')),
  },
  {
    ...{ title: 'Sushi’s token list', package: '@sushiswap/default-token-list' },
    rows: () =>
      tokensOf(tokensIn('@sushiswap/default-token-list/build/sushiswap-default.tokenlist.json')),
  },
  { title: 'MetaMask’s token list', package: '@metamask/contract-metadata', rows: ofMetamask },
  {
    ...{ title: 'Aave’s address book', package: '@aave-dao/aave-address-book', isIssuer: true },
    rows: ofAave,
  },
  { title: 'BitGo’s list of coins', package: '@bitgo/statics', rows: ofBitgo },
  {
    ...{ title: 'LI.FI’s list of coins', package: '@lifi/data-types', isCollected: true },
    rows: ofLifi,
  },
  {
    ...{ title: 'SwapKit’s token lists', package: '@swapkit/tokens', isCollected: true },
    rows: ofSwapkit,
  },
  {
    ...{ title: 'Beefy’s address book', package: '@beefyfinance/blockchain-addressbook' },
    isCollected: true,
    rows: ofBeefy,
  },
  {
    ...{ title: 'Safe’s deployments', package: '@safe-global/safe-deployments', isIssuer: true },
    rows: ofSafe,
  },
  {
    ...{ title: 'Balancer’s deployments', package: '@balancer-labs/v2-deployments' },
    isIssuer: true,
    rows: ofBalancer,
  },
  { title: 'viem’s chains', package: 'viem', rows: ofViem },
  {
    ...{ title: 'Superfluid’s deployments', package: '@superfluid-finance/metadata' },
    isIssuer: true,
    rows: ofSuperfluid,
  },
  { title: 'Synthetix’ deployments', package: 'synthetix', isIssuer: true, rows: ofSynthetix },
  { title: 'Sablier’s deployments', package: 'sablier', isIssuer: true, rows: ofSablier },
  {
    ...{ title: 'Hyperlane’s deployments', package: '@hyperlane-xyz/registry', isIssuer: true },
    rows: ofHyperlane,
  },
  {
    ...{ title: 'Axelar’s deployments', package: '@axelar-network/axelar-chains-config' },
    isIssuer: true,
    rows: ofAxelar,
  },
  { title: 'Solana’s token list', package: '@solana/spl-token-registry', rows: ofSolana },
];

/** Mnemonics whose accounts Hardhat, Anvil, and Ganache have by default. */
const testMnemonics = [
  'test test test test test test test test test test test junk',
  'myth like bonus scare over problem client lizard pioneer submit female collect',
];

let ofTests: ReadonlySet<string> | undefined;

/**
 * Their accounts and the contracts that these deploy first, in lower case. Every project's tests have
 * them, and a list that has one, too, has it of a network for tests.
 */
export function addressesOfTests(): ReadonlySet<string> {
  if (ofTests !== undefined) return ofTests;
  const { mnemonicToAccount } = requireFrom('viem/accounts') as {
    mnemonicToAccount: (mnemonic: string, of: { addressIndex: number }) => { address: string };
  };
  const { getContractAddress } = requireFrom('viem') as {
    getContractAddress: (of: { from: string; nonce: bigint }) => string;
  };
  const indexes = (length: number): number[] => Array.from({ length }, (_, index) => index);
  const found = testMnemonics.flatMap((mnemonic) =>
    indexes(20).flatMap((addressIndex) => {
      const { address: from } = mnemonicToAccount(mnemonic, { addressIndex });
      const created = indexes(128).map((nonce) =>
        getContractAddress({ from, nonce: BigInt(nonce) }),
      );
      return [from, ...created];
    }),
  );
  return (ofTests = new Set(found.map((each) => each.toLowerCase())));
}
