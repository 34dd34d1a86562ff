import type { Kind } from '../../../src/known/table.ts';

/** Where contracts are documented by those who deployed them, and on which networks they are. */
interface DocumentedContracts {
  readonly documented: string;
  /** `system` by default. A token is named by its issuer. */
  readonly kind?: Kind;
  readonly contracts: readonly (readonly [address: string, name: string, networks: string])[];
}

export const documentedContracts: readonly DocumentedContracts[] = [
  {
    documented: 'https://www.multicall3.com/deployments',
    contracts: [
      [
        '0xca11bde05977b3631167028862be2a173976ca11',
        'Multicall3',
        'ethereum sepolia polygon arbitrum optimism base bsc avalanche gnosis celo linea scroll fantom mantle blast',
      ],
    ],
  },
  {
    documented: 'https://docs.uniswap.org/contracts/v4/deployments',
    contracts: [
      [
        '0x000000000022d473030f116ddee9f6b43ac78ba3',
        'Permit2',
        'ethereum sepolia polygon arbitrum optimism base bsc avalanche celo blast',
      ],
    ],
  },
  {
    documented: 'https://github.com/Uniswap/v3-periphery/blob/main/deploys.md',
    contracts: [
      [
        '0x1f98431c8ad98523631ae4a59f267346ea31f984',
        'UniswapV3Factory',
        'ethereum polygon optimism arbitrum',
      ],
      [
        '0x1f98415757620b543a52e61c46b32eb19261f984',
        'UniswapInterfaceMulticall',
        'ethereum polygon optimism arbitrum',
      ],
      [
        '0x5ba1e12693dc8f9c48aad8770482f4739beed696',
        'Multicall2',
        'ethereum polygon optimism arbitrum',
      ],
      [
        '0xbfd8137f7d1516d3ea5ca83523914859ec47f573',
        'TickLens',
        'ethereum polygon optimism arbitrum',
      ],
      [
        '0xb27308f9f90d607463bb33ea1bebb41c27ce5ab6',
        'Quoter',
        'ethereum polygon optimism arbitrum',
      ],
      [
        '0xe592427a0aece92de3edee1f18e0157c05861564',
        'SwapRouter',
        'ethereum polygon optimism arbitrum',
      ],
      [
        '0xc36442b4a4522e871399cd717abdd847ab11fe88',
        'NonfungiblePositionManager',
        'ethereum polygon optimism arbitrum',
      ],
    ],
  },
  {
    documented: 'https://github.com/eth-infinitism/account-abstraction/releases',
    contracts: [
      [
        '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
        'EntryPoint v0.6',
        'ethereum sepolia polygon arbitrum optimism base bsc avalanche gnosis celo linea scroll',
      ],
      [
        '0x0000000071727de22e5e9d8baf0edac6f37da032',
        'EntryPoint v0.7',
        'ethereum sepolia polygon arbitrum optimism base bsc avalanche gnosis celo linea scroll',
      ],
      [
        '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
        'EntryPoint v0.8',
        'ethereum sepolia polygon arbitrum optimism base bsc',
      ],
    ],
  },
  {
    documented: 'https://github.com/Arachnid/deterministic-deployment-proxy',
    contracts: [
      [
        '0x4e59b44847b379578588920ca78fbf26c0b4956c',
        'Deterministic deployment proxy',
        'ethereum sepolia polygon arbitrum optimism base bsc avalanche gnosis celo linea scroll',
      ],
    ],
  },
  {
    documented: 'https://createx.rocks/deployments',
    contracts: [
      [
        '0xba5ed099633d3b313e4d5f7bdc1305d3c28ba5ed',
        'CreateX',
        'ethereum sepolia polygon arbitrum optimism base bsc avalanche gnosis celo linea scroll fantom mantle blast',
      ],
    ],
  },
  {
    documented: 'https://eips.ethereum.org/EIPS/eip-1820',
    contracts: [
      [
        '0x1820a4b7618bde71dce8cdc73aab6c95905fad24',
        'ERC-1820 registry',
        'ethereum sepolia polygon arbitrum optimism base bsc avalanche gnosis',
      ],
    ],
  },
  {
    documented: 'https://github.com/ProjectOpenSea/seaport',
    contracts: [
      [
        '0x00000000000000adc04c56bf30ac9d3c0aaf14dc',
        'Seaport 1.5',
        'ethereum sepolia polygon arbitrum optimism base bsc avalanche',
      ],
      [
        '0x0000000000000068f116a894984e2db1123eb395',
        'Seaport 1.6',
        'ethereum sepolia polygon arbitrum optimism base bsc avalanche',
      ],
    ],
  },
  {
    documented: 'https://docs.ens.domains/learn/deployments',
    contracts: [
      ['0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e', 'ENS registry', 'ethereum sepolia holesky'],
    ],
  },
  {
    documented: 'https://eips.ethereum.org/EIPS/eip-4788',
    contracts: [
      ['0x000f3df6d732807ef1319fb7b8bb8522d0beac02', 'Beacon roots', 'ethereum sepolia holesky'],
    ],
  },
  {
    documented: 'https://eips.ethereum.org/EIPS/eip-2935',
    contracts: [
      [
        '0x0000f90827f1c53a10cb7a02335b175320002935',
        'Block hash history',
        'ethereum sepolia holesky',
      ],
    ],
  },
  {
    documented: 'https://ethereum.org/en/staking/deposit-contract/',
    contracts: [
      ['0x00000000219ab540356cbb839cbe05303d7705fa', 'Beacon deposit contract', 'ethereum'],
    ],
  },
  {
    documented: 'https://specs.optimism.io/protocol/predeploys.html',
    contracts: [
      ['0x4200000000000000000000000000000000000000', 'LegacyMessagePasser', 'optimism base'],
      ['0x4200000000000000000000000000000000000002', 'DeployerWhitelist', 'optimism base'],
      ['0x4200000000000000000000000000000000000006', 'WETH', 'optimism base'],
      ['0x4200000000000000000000000000000000000007', 'L2CrossDomainMessenger', 'optimism base'],
      ['0x420000000000000000000000000000000000000f', 'GasPriceOracle', 'optimism base'],
      ['0x4200000000000000000000000000000000000010', 'L2StandardBridge', 'optimism base'],
      ['0x4200000000000000000000000000000000000011', 'SequencerFeeVault', 'optimism base'],
      [
        '0x4200000000000000000000000000000000000012',
        'OptimismMintableERC20Factory',
        'optimism base',
      ],
      ['0x4200000000000000000000000000000000000013', 'L1BlockNumber', 'optimism base'],
      ['0x4200000000000000000000000000000000000014', 'L2ERC721Bridge', 'optimism base'],
      ['0x4200000000000000000000000000000000000015', 'L1Block', 'optimism base'],
      ['0x4200000000000000000000000000000000000016', 'L2ToL1MessagePasser', 'optimism base'],
      [
        '0x4200000000000000000000000000000000000017',
        'OptimismMintableERC721Factory',
        'optimism base',
      ],
      ['0x4200000000000000000000000000000000000018', 'ProxyAdmin', 'optimism base'],
      ['0x4200000000000000000000000000000000000019', 'BaseFeeVault', 'optimism base'],
      ['0x420000000000000000000000000000000000001a', 'L1FeeVault', 'optimism base'],
      ['0x4200000000000000000000000000000000000020', 'SchemaRegistry', 'optimism base'],
      ['0x4200000000000000000000000000000000000021', 'EAS', 'optimism base'],
      ['0x4200000000000000000000000000000000000042', 'GovernanceToken', 'optimism'],
    ],
  },
  {
    documented: 'https://docs.arbitrum.io/build-decentralized-apps/precompiles/reference',
    contracts: [
      ['0x0000000000000000000000000000000000000064', 'ArbSys', 'arbitrum'],
      ['0x0000000000000000000000000000000000000065', 'ArbInfo', 'arbitrum'],
      ['0x0000000000000000000000000000000000000066', 'ArbAddressTable', 'arbitrum'],
      ['0x0000000000000000000000000000000000000068', 'ArbFunctionTable', 'arbitrum'],
      ['0x000000000000000000000000000000000000006b', 'ArbOwnerPublic', 'arbitrum'],
      ['0x000000000000000000000000000000000000006c', 'ArbGasInfo', 'arbitrum'],
      ['0x000000000000000000000000000000000000006d', 'ArbAggregator', 'arbitrum'],
      ['0x000000000000000000000000000000000000006e', 'ArbRetryableTx', 'arbitrum'],
      ['0x000000000000000000000000000000000000006f', 'ArbStatistics', 'arbitrum'],
      ['0x0000000000000000000000000000000000000070', 'ArbOwner', 'arbitrum'],
      ['0x0000000000000000000000000000000000000071', 'ArbWasm', 'arbitrum'],
      ['0x0000000000000000000000000000000000000072', 'ArbWasmCache', 'arbitrum'],
      ['0x00000000000000000000000000000000000000c8', 'NodeInterface', 'arbitrum'],
    ],
  },
  {
    documented: 'https://docs.zksync.io/zksync-protocol/contracts/system-contracts',
    contracts: [
      ['0x0000000000000000000000000000000000008001', 'Bootloader', 'zksync'],
      ['0x0000000000000000000000000000000000008002', 'AccountCodeStorage', 'zksync'],
      ['0x0000000000000000000000000000000000008003', 'NonceHolder', 'zksync'],
      ['0x0000000000000000000000000000000000008004', 'KnownCodesStorage', 'zksync'],
      ['0x0000000000000000000000000000000000008005', 'ImmutableSimulator', 'zksync'],
      ['0x0000000000000000000000000000000000008006', 'ContractDeployer', 'zksync'],
      ['0x0000000000000000000000000000000000008008', 'L1Messenger', 'zksync'],
      ['0x0000000000000000000000000000000000008009', 'MsgValueSimulator', 'zksync'],
      ['0x000000000000000000000000000000000000800a', 'L2BaseToken', 'zksync'],
      ['0x000000000000000000000000000000000000800b', 'SystemContext', 'zksync'],
      ['0x000000000000000000000000000000000000800c', 'BootloaderUtilities', 'zksync'],
    ],
  },
  {
    documented: 'https://docs.uniswap.org/contracts/v2/reference/smart-contracts/v2-deployments',
    kind: 'contract',
    contracts: [
      ['0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f', 'UniswapV2Factory', 'ethereum worldchain'],
      ['0x7a250d5630b4cf539739df2c5dacb4c659f2488d', 'UniswapV2Router02', 'ethereum'],
      ['0xf1d7cc64fb4452f05c498126312ebe29f30fbcf9', 'UniswapV2Factory', 'arbitrum'],
      ['0x0c3c1c532f1e39edf36be9fe0be1410313e074bf', 'UniswapV2Factory', 'optimism'],
      ['0x4a7b5da61326a6379179b40d00f57e5bbdc962c2', 'UniswapV2Router02', 'optimism'],
      ['0x8909dc15e40173ff4699343b6eb8132c65e18ec6', 'UniswapV2Factory', 'bsc base'],
    ],
  },
  {
    documented: 'https://docs.uniswap.org/contracts/v3/reference/deployments',
    kind: 'contract',
    contracts: [
      [
        '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45',
        'SwapRouter02',
        'ethereum polygon optimism arbitrum',
      ],
      [
        '0x61ffe014ba17989e743c5f6cb21bf9697530b21e',
        'QuoterV2',
        'ethereum polygon optimism arbitrum',
      ],
      ['0x33128a8fc17869897dce68ed026d694621f6fdfd', 'UniswapV3Factory', 'base'],
      ['0x03a520b32c04bf3beef7beb72e919cf822ed34f1', 'NonfungiblePositionManager', 'base'],
    ],
  },
  {
    documented: 'https://docs.uniswap.org/contracts/v4/deployments',
    kind: 'contract',
    contracts: [
      ['0x000000000004444c5dc75cb358380d2e3de08a90', 'Uniswap v4 PoolManager', 'ethereum'],
      ['0xbd216513d74c8cf14cf4747e6aaa6420ff64ee9e', 'Uniswap v4 PositionManager', 'ethereum'],
      ['0x66a9893cc07d91d95644aedd05d03f95e1dba8af', 'UniversalRouter', 'ethereum'],
    ],
  },
  {
    documented: 'https://github.com/1inch/1inch-sdk-go',
    contracts: [
      [
        '0x1111111254eeb25477b68fb85ed929f73a960582',
        '1inch AggregationRouterV5',
        'ethereum bsc polygon optimism arbitrum gnosis avalanche base fantom',
      ],
      [
        '0x111111125421ca6dc452d289314280a0f8842a65',
        '1inch AggregationRouterV6',
        'ethereum bsc polygon optimism arbitrum gnosis avalanche base fantom',
      ],
    ],
  },
  {
    documented: 'https://github.com/0xProject/protocol',
    contracts: [
      [
        '0xdef1c0ded9bec7f1a1670819833240f027b25eff',
        '0x Exchange Proxy',
        'ethereum bsc polygon arbitrum avalanche base',
      ],
    ],
  },
  {
    documented: 'https://docs.curve.finance/user/deployments',
    kind: 'contract',
    contracts: [
      ['0xbebc44782c7db0a1a60cb6fe97d0b483032ff1c7', 'Curve 3pool', 'ethereum'],
      ['0x2f50d538606fa9edd2b11e2446beb18c9d5846bb', 'Curve GaugeController', 'ethereum'],
      ['0xd061d61a4d941c39e5453435b6345dc261c2fce0', 'Curve Minter', 'ethereum'],
      ['0x5f3b5dfeb7b28cdbd7faba78963ee202a494e2a2', 'Curve VotingEscrow', 'ethereum'],
    ],
  },
  {
    documented: 'https://docs.compound.finance/v2',
    kind: 'contract',
    contracts: [['0x3d9819210a31b4961b30ef54be2aed79b9c9cd3b', 'Compound Comptroller', 'ethereum']],
  },
  {
    documented: 'https://chainlog.sky.money',
    kind: 'contract',
    contracts: [['0xda0ab1e0017debcd72be8599041a2aa3ba7e740f', 'Maker chainlog', 'ethereum']],
  },
  {
    documented: 'https://tether.to/en/supported-protocols',
    kind: 'token',
    contracts: [
      ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'USDT', 'tron'],
      ['EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs', 'USDT', 'ton'],
    ],
  },
];
