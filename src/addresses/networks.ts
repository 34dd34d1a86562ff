import { registry } from './registry.ts';

/**
 * The networks that matter most, by hand; `registry.ts` has all others. Facts only, from the networks' own registries: CAIP-2 IDs
 * (chainagnostic.org), EIP-155 chain IDs, EIP-3770 short names. The service does not publish its
 * chain identifiers. These names are ours, and the setting `chainIds` maps them if a service uses
 * others.
 */

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

type EvmRow = readonly [
  name: string,
  title: string,
  chainId: number,
  shortName: string,
  native: string,
  explorerHost: string,
  aliases?: string,
];

// prettier-ignore
const evmRows: readonly EvmRow[] = [
  ['ethereum', 'Ethereum', 1, 'eth', 'ETH', 'etherscan.io', '~eth, ~mainnet, ethereum mainnet, eth mainnet, homestead'],
  ['sepolia', 'Sepolia', 11155111, 'sep', 'ETH', 'sepolia.etherscan.io', 'ethereum sepolia, eth sepolia'],
  ['holesky', 'Holesky', 17000, 'holesky', 'ETH', 'holesky.etherscan.io', 'ethereum holesky, eth holesky'],
  ['hoodi', 'Hoodi', 560048, 'hoe', 'ETH', 'hoodi.etherscan.io', 'ethereum hoodi'],
  ['goerli', 'Goerli', 5, 'gor', 'ETH', 'goerli.etherscan.io', 'ethereum goerli, eth goerli'],
  ['bsc', 'BNB Smart Chain', 56, 'bnb', 'BNB', 'bscscan.com', 'bnb chain, bnb smart chain, binance smart chain, bsc mainnet, bnb mainnet, ~bnb, ~binance'],
  ['bsc-testnet', 'BNB Smart Chain Testnet', 97, 'bnbt', 'tBNB', 'testnet.bscscan.com', 'bnb testnet, bnb chain testnet, bsc chapel'],
  ['opbnb', 'opBNB', 204, 'obnb', 'BNB', 'opbnb.bscscan.com', 'op bnb'],
  ['polygon', 'Polygon', 137, 'matic', 'POL', 'polygonscan.com', 'polygon mainnet, polygon pos, matic network, matic mainnet, ~matic'],
  ['polygon-amoy', 'Polygon Amoy', 80002, 'polygonamoy', 'POL', 'amoy.polygonscan.com', 'amoy'],
  ['polygon-mumbai', 'Polygon Mumbai', 80001, 'maticmum', 'MATIC', 'mumbai.polygonscan.com', 'mumbai, matic mumbai'],
  ['polygon-zkevm', 'Polygon zkEVM', 1101, 'zkevm', 'ETH', 'zkevm.polygonscan.com', 'zkevm'],
  ['arbitrum', 'Arbitrum One', 42161, 'arb1', 'ETH', 'arbiscan.io', 'arbitrum one, arbitrum mainnet, arb mainnet, arb one, arb1, ~arb'],
  ['arbitrum-nova', 'Arbitrum Nova', 42170, 'arb-nova', 'ETH', 'nova.arbiscan.io', 'arb nova'],
  ['arbitrum-sepolia', 'Arbitrum Sepolia', 421614, 'arb-sep', 'ETH', 'sepolia.arbiscan.io', 'arb sepolia'],
  ['optimism', 'OP Mainnet', 10, 'oeth', 'ETH', 'optimistic.etherscan.io', 'op mainnet, optimism mainnet, optimistic ethereum, opt mainnet, mainnet ovm, ~op'],
  ['optimism-sepolia', 'OP Sepolia', 11155420, 'opsep', 'ETH', 'sepolia-optimism.etherscan.io', 'op sepolia, opt sepolia, sepolia ovm'],
  ['base', 'Base', 8453, 'base', 'ETH', 'basescan.org', 'base mainnet, ~base'],
  ['base-sepolia', 'Base Sepolia', 84532, 'basesep', 'ETH', 'sepolia.basescan.org'],
  ['avalanche', 'Avalanche C-Chain', 43114, 'avax', 'AVAX', 'snowtrace.io', 'avalanche c chain, avalanche mainnet, avax mainnet, avax c, ~avax'],
  ['avalanche-fuji', 'Avalanche Fuji', 43113, 'fuji', 'AVAX', 'testnet.snowtrace.io', 'avax fuji, avalanche testnet, ~fuji'],
  ['fantom', 'Fantom Opera', 250, 'ftm', 'FTM', 'ftmscan.com', 'fantom opera, ~ftm'],
  ['fantom-testnet', 'Fantom Testnet', 4002, 'tftm', 'FTM', 'testnet.ftmscan.com'],
  ['sonic', 'Sonic', 146, 'sonic', 'S', 'sonicscan.org', 'sonic mainnet, ~sonic'],
  ['gnosis', 'Gnosis', 100, 'gno', 'XDAI', 'gnosisscan.io', 'gnosis chain, gnosis mainnet, xdai chain, ~gnosis, ~xdai'],
  ['gnosis-chiado', 'Gnosis Chiado', 10200, 'chi', 'XDAI', 'gnosis-chiado.blockscout.com', 'chiado'],
  ['celo', 'Celo', 42220, 'celo', 'CELO', 'celoscan.io', 'celo mainnet'],
  ['celo-alfajores', 'Celo Alfajores', 44787, 'alfa', 'CELO', 'alfajores.celoscan.io', 'alfajores'],
  ['linea', 'Linea', 59144, 'linea', 'ETH', 'lineascan.build', 'linea mainnet'],
  ['linea-sepolia', 'Linea Sepolia', 59141, 'linea-sepolia', 'ETH', 'sepolia.lineascan.build'],
  ['scroll', 'Scroll', 534352, 'scr', 'ETH', 'scrollscan.com', 'scroll mainnet, ~scroll'],
  ['scroll-sepolia', 'Scroll Sepolia', 534351, 'scrsepolia', 'ETH', 'sepolia.scrollscan.com'],
  ['zksync', 'ZKsync Era', 324, 'zksync', 'ETH', 'explorer.zksync.io', 'zk sync era, zksync mainnet, zksync era mainnet'],
  ['zksync-sepolia', 'ZKsync Sepolia', 300, 'zksync-sepolia', 'ETH', 'sepolia.explorer.zksync.io', 'zksync era sepolia'],
  ['mantle', 'Mantle', 5000, 'mantle', 'MNT', 'mantlescan.xyz', 'mantle mainnet, ~mantle'],
  ['blast', 'Blast', 81457, 'blastmainnet', 'ETH', 'blastscan.io', 'blast mainnet, ~blast'],
  ['rootstock', 'Rootstock', 30, 'rsk', 'RBTC', 'explorer.rootstock.io', 'rsk, rsk mainnet, rootstock mainnet'],
  ['rootstock-testnet', 'Rootstock Testnet', 31, 'trsk', 'tRBTC', 'explorer.testnet.rootstock.io', 'rsk testnet'],
  ['zilliqa', 'Zilliqa EVM', 32769, 'zil', 'ZIL', 'zilliqa.blockscout.com', 'zilliqa evm, zilliqa mainnet'],
  ['cronos', 'Cronos', 25, 'cro', 'CRO', 'cronoscan.com', 'cronos mainnet'],
  ['moonbeam', 'Moonbeam', 1284, 'mbeam', 'GLMR', 'moonscan.io', 'moonbeam mainnet'],
  ['moonriver', 'Moonriver', 1285, 'mriver', 'MOVR', 'moonriver.moonscan.io'],
  ['aurora', 'Aurora', 1313161554, 'aurora', 'ETH', 'explorer.aurora.dev', 'aurora mainnet, ~aurora'],
  ['metis', 'Metis Andromeda', 1088, 'metis-andromeda', 'METIS', 'explorer.metis.io', 'metis andromeda'],
  ['boba', 'Boba', 288, 'boba', 'ETH', 'bobascan.com', 'boba network, ~boba'],
  ['harmony', 'Harmony', 1666600000, 'hmy-s0', 'ONE', 'explorer.harmony.one', 'harmony one, harmony mainnet, ~harmony'],
  ['zora', 'Zora', 7777777, 'zora', 'ETH', 'explorer.zora.energy', 'zora network, zora mainnet, ~zora'],
  ['mode', 'Mode', 34443, 'mode', 'ETH', 'modescan.io', 'mode mainnet, mode network, ~mode'],
  ['manta', 'Manta Pacific', 169, 'manta', 'ETH', 'pacific-explorer.manta.network', 'manta pacific, ~manta'],
  ['taiko', 'Taiko', 167000, 'tko-mainnet', 'ETH', 'taikoscan.io', 'taiko alethia'],
  ['fraxtal', 'Fraxtal', 252, 'fraxtal', 'FRAX', 'fraxscan.com'],
  ['unichain', 'Unichain', 130, 'unichain', 'ETH', 'uniscan.xyz'],
  ['worldchain', 'World Chain', 480, 'wc', 'ETH', 'worldscan.org', 'world chain'],
  ['berachain', 'Berachain', 80094, 'berachain', 'BERA', 'berascan.com', 'bera chain'],
  ['ink', 'Ink', 57073, 'ink', 'ETH', 'explorer.inkonchain.com', 'ink mainnet, ink chain, ~ink'],
  ['soneium', 'Soneium', 1868, 'soneium', 'ETH', 'soneium.blockscout.com'],
  ['abstract', 'Abstract', 2741, 'abstract', 'ETH', 'abscan.org', 'abstract mainnet, abstract chain, ~abstract'],
  ['apechain', 'ApeChain', 33139, 'apechain', 'APE', 'apescan.io', 'ape chain'],
  ['ronin', 'Ronin', 2020, 'ronin', 'RON', 'app.roninchain.com', 'ronin mainnet, ronin chain, ~ronin'],
  ['ethereum-classic', 'Ethereum Classic', 61, 'etc', 'ETC', 'etc.blockscout.com', 'etc mainnet'],
  ['pulsechain', 'PulseChain', 369, 'pls', 'PLS', 'scan.pulsechain.com', 'pulse chain'],
  ['kaia', 'Kaia', 8217, 'kaia-mainnet', 'KAIA', 'kaiascan.io', 'klaytn, kaia mainnet'],
  ['flare', 'Flare', 14, 'flr', 'FLR', 'flare-explorer.flare.network', 'flare mainnet, ~flare'],
  ['core', 'Core', 1116, 'core', 'CORE', 'scan.coredao.org', 'core dao, core chain, ~core'],
  ['filecoin', 'Filecoin', 314, 'filecoin', 'FIL', 'filecoin.blockscout.com', 'filecoin mainnet'],
  ['xdc', 'XDC Network', 50, 'xdc', 'XDC', 'xdcscan.com', 'xdc network, xinfin, ~xdc'],
  ['kava-evm', 'Kava EVM', 2222, 'kava', 'KAVA', 'kavascan.com'],
];

type OtherRow<Name extends string> = readonly [
  name: string,
  title: string,
  family: Name,
  native: string,
  caip2: string,
  explorer: string,
  aliases?: string,
];

// prettier-ignore
const otherRows = [
  ['bitcoin', 'Bitcoin', 'bitcoin', 'BTC', 'bip122:000000000019d6689c085ae165831e93', 'mempool.space/address/{address}'],
  ['bitcoin-testnet', 'Bitcoin Testnet', 'bitcoin', 'tBTC', 'bip122:000000000933ea01ad0ee984209779ba', 'mempool.space/testnet/address/{address}'],
  ['bitcoin-regtest', 'Bitcoin Regtest', 'bitcoin', 'rBTC', 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328', ''],
  ['litecoin', 'Litecoin', 'litecoin', 'LTC', 'bip122:12a765e31ffd4059bada1e25190f6e98', 'litecoinspace.org/address/{address}'],
  ['litecoin-testnet', 'Litecoin Testnet', 'litecoin', 'tLTC', '', 'litecoinspace.org/testnet/address/{address}'],
  ['litecoin-regtest', 'Litecoin Regtest', 'litecoin', 'rLTC', '', ''],
  ['dogecoin', 'Dogecoin', 'dogecoin', 'DOGE', 'bip122:1a91e3dace36e2be3bf030a65679fe82', 'dogechain.info/address/{address}'],
  ['dogecoin-testnet', 'Dogecoin Testnet', 'dogecoin', 'tDOGE', '', ''],
  ['bitcoin-cash', 'Bitcoin Cash', 'bitcoin-cash', 'BCH', 'bip122:000000000000000000651ef99cb9fcbe', 'blockchair.com/bitcoin-cash/address/{address}'],
  ['bitcoin-cash-testnet', 'Bitcoin Cash Testnet', 'bitcoin-cash', 'tBCH', '', ''],
  ['bitcoin-cash-regtest', 'Bitcoin Cash Regtest', 'bitcoin-cash', 'rBCH', '', ''],
  ['dash', 'Dash', 'dash', 'DASH', 'bip122:00000ffd590b1485b3caadc19b22e637', 'insight.dash.org/insight/address/{address}'],
  ['dash-testnet', 'Dash Testnet', 'dash', 'tDASH', '', ''],
  ['zcash', 'Zcash', 'zcash', 'ZEC', 'bip122:00040fe8ec8471911baa1db1266ea15d', 'mainnet.zcashexplorer.app/address/{address}'],
  ['zcash-testnet', 'Zcash Testnet', 'zcash', 'TAZ', '', ''],
  ['tron', 'TRON', 'tron', 'TRX', 'tron:0x2b6653dc', 'tronscan.org/#/address/{address}', 'tron mainnet, trx'],
  ['tron-shasta', 'TRON Shasta', 'tron', 'TRX', 'tron:0x94a9059e', 'shasta.tronscan.org/#/address/{address}', 'shasta, shasta testnet'],
  ['tron-nile', 'TRON Nile', 'tron', 'TRX', 'tron:0xcd8690dc', 'nile.tronscan.org/#/address/{address}', 'nile, nile testnet'],
  ['ripple', 'XRP Ledger', 'ripple', 'XRP', 'xrpl:0', 'xrpscan.com/account/{address}'],
  ['ripple-testnet', 'XRP Ledger Testnet', 'ripple', 'XRP', 'xrpl:1', 'testnet.xrpl.org/accounts/{address}'],
  ['stellar', 'Stellar', 'stellar', 'XLM', 'stellar:pubnet', 'stellar.expert/explorer/public/account/{address}'],
  ['solana', 'Solana', 'solana', 'SOL', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solscan.io/account/{address}', 'solana mainnet, mainnet beta'],
  ['solana-devnet', 'Solana Devnet', 'solana', 'SOL', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', '', 'devnet'],
  ['ton', 'TON', 'ton', 'TON', 'ton:-239', 'tonviewer.com/{address}'],
  ['ton-testnet', 'TON Testnet', 'ton', 'TON', 'ton:-3', 'testnet.tonviewer.com/{address}'],
  ['cardano', 'Cardano', 'cardano', 'ADA', 'cip34:1-764824073', 'cardanoscan.io/address/{address}'],
  ['cardano-preprod', 'Cardano Preprod', 'cardano', 'tADA', 'cip34:0-1', 'preprod.cardanoscan.io/address/{address}', 'preprod'],
  ['polkadot', 'Polkadot', 'polkadot', 'DOT', 'polkadot:91b171bb158e2d3848fa23a9f1c25182', 'polkadot.subscan.io/account/{address}'],
  ['kusama', 'Kusama', 'polkadot', 'KSM', 'polkadot:b0a8d493285c2df73290dfb7e61f870f', 'kusama.subscan.io/account/{address}'],
  ['tezos', 'Tezos', 'tezos', 'XTZ', 'tezos:NetXdQprcVkpaWU', 'tzkt.io/{address}'],
  ['algorand', 'Algorand', 'algorand', 'ALGO', 'algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k', 'allo.info/account/{address}'],
  ['near', 'NEAR', 'near', 'NEAR', 'near:mainnet', 'nearblocks.io/address/{address}'],
  ['near-testnet', 'NEAR Testnet', 'near', 'NEAR', 'near:testnet', 'testnet.nearblocks.io/address/{address}'],
  ['monero', 'Monero', 'monero', 'XMR', '', ''],
  ['monero-stagenet', 'Monero Stagenet', 'monero', 'XMR', '', ''],
  ['monero-testnet', 'Monero Testnet', 'monero', 'XMR', '', ''],
  ['starknet', 'Starknet', 'starknet', 'STRK', 'starknet:SN_MAIN', 'starkscan.co/contract/{address}'],
  ['sui', 'Sui', 'sui', 'SUI', 'sui:mainnet', 'suiscan.xyz/mainnet/account/{address}'],
  ['aptos', 'Aptos', 'aptos', 'APT', 'aptos:1', 'explorer.aptoslabs.com/account/{address}'],
] as const satisfies readonly OtherRow<string>[];

type CosmosRow = readonly [
  name: string,
  title: string,
  bech32: string,
  native: string,
  chainId: string,
];

// prettier-ignore
const cosmosRows: readonly CosmosRow[] = [
  ['cosmoshub', 'Cosmos Hub', 'cosmos', 'ATOM', 'cosmoshub-4'],
  ['osmosis', 'Osmosis', 'osmo', 'OSMO', 'osmosis-1'],
  ['injective', 'Injective', 'inj', 'INJ', 'injective-1'],
  ['sei', 'Sei', 'sei', 'SEI', 'pacific-1'],
  ['celestia', 'Celestia', 'celestia', 'TIA', 'celestia'],
  ['juno', 'Juno', 'juno', 'JUNO', 'juno-1'],
  ['stargaze', 'Stargaze', 'stars', 'STARS', 'stargaze-1'],
  ['akash', 'Akash', 'akash', 'AKT', 'akashnet-2'],
  ['axelar', 'Axelar', 'axelar', 'AXL', 'axelar-dojo-1'],
  ['kava', 'Kava', 'kava', 'KAVA', 'kava_2222-10'],
  ['terra', 'Terra', 'terra', 'LUNA', 'phoenix-1'],
  ['secret', 'Secret Network', 'secret', 'SCRT', 'secret-4'],
  ['evmos', 'Evmos', 'evmos', 'EVMOS', 'evmos_9001-2'],
  ['dydx', 'dYdX', 'dydx', 'DYDX', 'dydx-mainnet-1'],
  ['neutron', 'Neutron', 'neutron', 'NTRN', 'neutron-1'],
  ['noble', 'Noble', 'noble', 'USDC', 'noble-1'],
  ['stride', 'Stride', 'stride', 'STRD', 'stride-1'],
  ['kujira', 'Kujira', 'kujira', 'KUJI', 'kaiyo-1'],
  ['band', 'Band', 'band', 'BAND', 'laozi-mainnet'],
  ['persistence', 'Persistence', 'persistence', 'XPRT', 'core-1'],
  ['regen', 'Regen', 'regen', 'REGEN', 'regen-1'],
  ['sommelier', 'Sommelier', 'somm', 'SOMM', 'sommelier-3'],
  ['cronos-pos', 'Cronos POS', 'cro', 'CRO', 'crypto-org-chain-mainnet-1'],
  ['agoric', 'Agoric', 'agoric', 'BLD', 'agoric-3'],
  ['archway', 'Archway', 'archway', 'ARCH', 'archway-1'],
  ['dymension', 'Dymension', 'dym', 'DYM', 'dymension_1100-1'],
  ['mantra', 'MANTRA', 'mantra', 'OM', 'mantra-1'],
  ['fetchhub', 'Fetch.ai', 'fetch', 'FET', 'fetchhub-4'],
  ['thorchain', 'THORChain', 'thor', 'RUNE', 'thorchain-1'],
  ['maya', 'Maya Protocol', 'maya', 'CACAO', 'mayachain-mainnet-v1'],
  ['babylon', 'Babylon', 'bbn', 'BABY', 'bbn-1'],
  ['mars', 'Mars Hub', 'mars', 'MARS', 'mars-1'],
  ['umee', 'Umee', 'umee', 'UMEE', 'umee-1'],
  ['zetachain', 'ZetaChain', 'zeta', 'ZETA', 'zetachain_7000-1'],
];

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
