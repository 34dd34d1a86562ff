/** Each rule for the network of an address, on code as repositories have it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createChainReader } from '../../../src/evidence/chainOf.ts';
import { toEip1191, toEip55 } from '../../../src/encodings/evmChecksum.ts';
import { scanText } from '../../../src/scan/scan.ts';
import { address, checkNetworks, other } from '../../support/networkCases.ts';

describe('the word nearest to an address', () => {
  checkNetworks([
    ['the last one of a path of words', 'token: ethereum|base|@', 'base'],
    ['not its neighbor', 'token: ethereum|foonet|@', 'unknown'],
    ['each on its own line', '- polygon|ethereum|%\n- ethereum|polygon|@', 'polygon'],
    ['after a slash', '- ethereum/base/@', 'base'],
    ['an unknown one after a slash', '- ethereum/foonet/@', 'unknown'],
    ['a name that is common elsewhere', 'token: ethereum|plasma|@', 'plasma'],
    ['a network of another family', 'token: ethereum|solana|@', 'unknown'],
    ['of a token', "token('id', 'arbitrum:usdc', 'USD Coin', 6, '@')", 'arbitrum'],
  ]);
});

describe('URLs', () => {
  checkNetworks([
    ['an explorer in a comment', '// https://sepolia.basescan.org\nx = @', 'base-sepolia'],
    ['before the words in its host', 'see https://sepolia.basescan.org and @', 'base-sepolia'],
    ['a node', '{ rpc: "https://rpc.plasma.to", token: "@" }', 'plasma'],
    ['a node at a path', '{ rpcUrl: "https://arb1.arbitrum.io/rpc", token: "@" }', 'arbitrum'],
    ['an unknown explorer', 'https://explorer.foonet.org/address/@', 'unknown'],
    [
      'an explorer for many networks',
      '// https://www.oklink.com/xlayer/address/%\nx = @',
      'x-layer-mainnet',
    ],
    ['an unknown test network', 'rpcUrl: "https://sepolia.foochain.org", a: "@"', 'unknown'],
    [
      'a picture of the token elsewhere',
      '{ chainId: 42161, logoURI: "https://a.org/blockchains/ethereum/assets/@/logo.png" }',
      'ethereum',
    ],
    ['a website is no node', '{ website: "https://polygonscan.com/foo", token: "@" }', 'unknown'],
    [
      'a provider names it in the path',
      'cast call --rpc-url https://rpc.ankr.com/polygon @',
      'polygon',
    ],
  ]);
});

describe('entries beside an address', () => {
  checkNetworks([
    [
      'an ID in YAML, before the path',
      'name: x\nchain_id: 10\ncontracts:\n  token: @',
      'optimism',
      'config/polygon.yaml',
    ],
    [
      'a name in YAML, before the path',
      'chainName: base\ncontracts:\n  token: "@"',
      'base',
      'polygon/a.yaml',
    ],
    ['in TOML', '[a]\nchain = "linea"\ntoken = "@"', 'linea'],
    ['only in its own section', '[a]\nchain = "linea"\n\n[b]\ntoken = "@"', 'unknown'],
    [
      'an item of a list',
      '- address: "@"\n  chainName: celo\n- address: "%"\n  chainName: bsc',
      'celo',
    ],
    ['the next item', '- address: "%"\n  chainName: celo\n- address: "@"\n  chainName: bsc', 'bsc'],
    ['an ID before a name', '{"network":"polygon","chainId":56,"address":"@"}', 'bsc'],
    [
      'an ID before a title',
      '{"chainId":1,"name":"Cronos","symbol":"CRO","address":"@"}',
      'ethereum',
    ],
    ['a name before a title', '{"network":"base","name":"Cronos","address":"@"}', 'base'],
    [
      'the name of a token',
      '{"name":"Cronos","symbol":"CRO","decimals":8,"address":"@"}',
      'unknown',
    ],
    ['the symbol of a token', '{"chainId":1,"symbol":"USDC_bsc","address":"@"}', 'ethereum'],
    ['the title of a network', '{"name":"Arbitrum One","contracts":{"router":"@"}}', 'arbitrum'],
    ['an unknown ID', '{ chainId: 987654321, token: "@" }', 'unknown', 'polygon/a.json'],
    [
      'an unknown name',
      '{ network: "foonet", token: "@" }',
      'unknown',
      'deployments/polygon/a.json',
    ],
    ['a machine of a developer', '{ network: "hardhat", token: "@" }', 'unknown', 'polygon/a.json'],
    ['a network of another family', '{ chain: "solana", token: "@" }', 'unknown'],
    ['a purpose', '{ network: "production", token: "@" }', 'polygon', 'deployments/polygon/a.json'],
    ['IDs of a bridge', '// wormhole\n{ chainId: 4, token: "@" }', 'unknown'],
    ['a domain of a bridge', '{ domain: 3, token: "@" }', 'unknown'],
    [
      'a list of objects',
      '[ { chain: "polygon", address: "%" }, { chain: "base", address: "@" } ]',
      'base',
    ],
    ['a constant of Python', 'CHAIN_ID = 137\nTOKEN = "@"', 'polygon'],
    ['IDs that differ', '{ chainId: 1, chain_id: 10, token: "@" }', 'ambiguous'],
    ['names that differ', '{ network: "base", chain: "bsc", token: "@" }', 'ambiguous'],
    [
      'an ID with separators',
      'const sourceId = 11_155_111 // sepolia\nexport const c = {\n  [sourceId]: { address: "@" } }',
      'sepolia',
      'chains/base.ts',
    ],
    ['a property that is a word', '{ denom: "x", base: "@", display: "y" }', 'unknown'],
    [
      'the definition of a chain',
      '{ id: 13337, name: "X", rpcUrls: {}, contracts: { multicall3: { address: "@" } } }',
      'beam-testnet',
    ],
    ['the ID of something else', '{ id: 137, name: "X", address: "@" }', 'unknown'],
    ['an ID in scientific notation', '{ chainId: 16666e5, token: "@" }', 'harmony'],
  ]);
});

describe('maps by network', () => {
  checkNetworks([
    ['a common word among networks', '{ ethereum: "%", polygon: "%", plasma: "@" }', 'plasma'],
    ['a common word alone', 'plasma: "@"', 'unknown'],
    ['an unknown key', '{ ethereum: "%", polygon: "%", foonet: "@" }', 'unknown'],
    [
      'an unknown block',
      '{ ethereum: { t: "%" }, polygon: { t: "%" }, foonet: { t: "@" } }',
      'unknown',
      'base/a.ts',
    ],
    ['an unknown key in YAML', 'ethereum: "%"\npolygon: "%"\nfoonet: "@"', 'unknown'],
    ['assets', '{ ETH: "%", BNB: "%", MATIC: "@", USDC: "%" }', 'unknown'],
    ['a pair', '[["Ethereum", "%"], ["Celo", "@"], ["Base", "%"]]', 'celo'],
    ['an unknown pair', '[["Ethereum", "%"], ["Foonet", "@"], ["Base", "%"]]', 'unknown'],
    ['a member', 'new Token(ChainId.BASE, "@", 18)', 'base'],
    ['an unknown member', 'new Token(ChainId.FOONET, "@", 18)', 'unknown'],
    [
      'a member as a key',
      '{\n  [ChainId.MAINNET]: "%",\n  [ChainId.OPTIMISM]: "@",\n}',
      'optimism',
    ],
    ['an argument of a call', 'get(chains.celo.id, {\n  core: {\n    x: "@" } })', 'celo'],
    [
      'blocks on one line',
      'const a = { base: { usdc: "%" }, arbitrum: { usdc: "@" } };',
      'arbitrum',
    ],
    ['an index', 'const list = { 5: { a: "@" } }', 'unknown'],
    ['an index among chain IDs of a price', 'const fees = { 1: "%", 2: "%", 5: "@" }', 'unknown'],
    ['an ID in a map that says so', 'const addresses = { 5: { a: "@" } }', 'goerli'],
    ['an unknown ID in such a map', 'const addresses = { 1: "%", 987654321: "@" }', 'unknown'],
    [
      'a bridge to another network',
      '{ chainId: 1, extensions: { bridgeInfo: { "130": { tokenAddress: "@" } } } }',
      'unichain',
    ],
    ['a symbol with a price', '{ ARB: { feed: "@" } }', 'unknown'],
    ['a price of an asset', 'address constant SEI_USD = @;', 'unknown'],
  ]);
});

describe('definitions and calls', () => {
  checkNetworks([
    [
      'the title of a block is prose',
      "it('moves funds of Polygon users to the vault', () => {\n  x('@');\n})",
      'unknown',
    ],
    [
      'code between two literals is none',
      "register('vault', deploymentsByName.polygon, 'usdc', [\n  '@',\n]);",
      'polygon',
    ],
    ['an argument on another line', 'new Token(\n  ChainId.BASE,\n  "@",\n  18)', 'base'],
    ['an unknown one on another line', 'new Token(\n  ChainId.FOONET,\n  "@",\n  18)', 'unknown'],
    ['a member of test networks', "token('tx:usdc', '@', Networks.test.bsc)", 'bsc-testnet'],
    ['an unknown one', "token('tx:usdc', '@', Networks.test.foonet)", 'unknown'],
    [
      'the definition of a chain',
      '{ id: 13337, name: "X", rpcUrls: {}, c: { a: "@" } }',
      'beam-testnet',
    ],
    ['the ID of something else', '{ id: 137, name: "X", address: "@" }', 'unknown'],
    [
      'a group comment of another block',
      '// Polygon\nconst a = {\n  b: {\n    c: "@" } }',
      'polygon',
    ],
    [
      'a comment inside another block',
      '{\n  // Polygon\n  a: { b: "%" },\n  c: { d: "@" } }',
      'unknown',
    ],
  ]);
});

describe('paths', () => {
  const plain = 'x = "@"';
  checkNetworks([
    ['parts together', plain, 'optimism-sepolia', 'configs/sepolia/op.toml'],
    ['parts together, the other way', plain, 'base-sepolia', 'deployments/base/sepolia.json'],
    ['mainnet of another network', plain, 'polygon', 'deployments/polygon/mainnet.json'],
    ['a suffix', plain, 'base', 'base.diamond.json'],
    ['a base class', plain, 'unknown', 'src/base.service.ts'],
    ['a folder further up', plain, 'base', 'script/deployments/base/core/Token.json'],
    ['a chain ID of Foundry', plain, 'polygon', 'broadcast/Deploy.s.sol/137/run-latest.json'],
    ['an unknown chain ID', plain, 'unknown', 'broadcast/Deploy.s.sol/987654321/run-latest.json'],
    ['a network of Hardhat', plain, 'celo', 'deployments/celo/Token.json'],
    ['an unknown network of Hardhat', plain, 'unknown', 'polygon/deployments/foonet/Token.json'],
    ['a test network of a known one', plain, 'unknown', 'chains/solanatestnet/a.yaml'],
    ['a folder for core contracts', plain, 'unknown', 'contracts/core/Pool.sol'],
    ['a name below a folder of networks', plain, 'hyperevm', 'chains/hyperevm/a.yaml'],
    ['two networks', plain, 'ambiguous', 'deployments/polygon-to-arbitrum.json'],
    [
      'an entry that says less',
      '{ "network": "mainnet", "address": "@" }',
      'optimism',
      'deployed/mainnet-ovm/a.json',
    ],
  ]);
});

describe('forks', () => {
  const file = (setUp: string): string =>
    `contract T {\n  address a = @;\n  function setUp() public { ${setUp} }\n}`;
  checkNetworks([
    ['an alias', file('vm.createSelectFork("bsc");'), 'bsc', 'test/T.t.sol'],
    [
      'a variable of the environment',
      file('vm.createSelectFork(vm.envString("ARBITRUM_RPC_URL"));'),
      'arbitrum',
    ],
    ['an endpoint', file('vm.createSelectFork(vm.rpcUrl("mainnet"));'), 'ethereum'],
    ['a URL', file('vm.createSelectFork("https://mainnet.base.org", 1);'), 'base'],
    ['an unknown alias', file('vm.createSelectFork("foonet");'), 'unknown', 'polygon/T.t.sol'],
    ['two that differ', file('vm.createFork("bsc"); vm.createFork("base");'), 'unknown'],
    [
      'the one before it',
      'vm.createSelectFork("bsc");\na = @;\nvm.createSelectFork("base");',
      'bsc',
    ],
    ['a name beside it counts more', 'vm.createSelectFork("bsc");\nUSDC_BASE = @;', 'base'],
    ['an option', 'forge script X --fork-url https://mainnet.base.org\nT=@', 'base'],
    [
      'a network of Hardhat',
      'networks: {\n  bsc: {\n    url: "x",\n    token: "@",\n  },\n}',
      'bsc',
    ],
  ]);
});

describe('names of contracts', () => {
  checkNetworks([
    [
      'a bridge, by the path',
      '{"OptimismPortalProxy":"@"}',
      'ethereum',
      'deployments/mainnet/a.json',
    ],
    ['a bridge alone', '{"OptimismPortalProxy":"@"}', 'ambiguous'],
    ['a gauge', 'ArbitrumRootGauge: "@"', 'ambiguous'],
    ['a forwarder', 'CROSSCHAIN_FORWARDER_POLYGON = "@"', 'ambiguous'],
    [
      'a forwarder, by the path',
      'CROSSCHAIN_FORWARDER_POLYGON = "@"',
      'ethereum',
      'deployments/ethereum/a.js',
    ],
    ['a hook for another network', 'ccipHook_optimism: "@"', 'base', 'chains/base/addresses.yaml'],
    [
      'a wrapped token on another network',
      '"MaticWeth": "@"',
      'polygon-amoy',
      'network/testnet/amoy/index.json',
    ],
    ['a constant', 'address constant USDC_POLYGON = @;', 'polygon'],
  ]);
});

describe('test networks', () => {
  checkNetworks([
    ['of an unknown network', 'fooSepolia: "@"', 'unknown'],
    ['of an unknown network in prose', '// Foo Sepolia\nx = @', 'unknown'],
    ['what a contract is for', 'ROUTER_SEPOLIA=@', 'sepolia'],
    ['an asset', 'USDC_SEPOLIA=@', 'sepolia'],
    ['below its network', 'base: {\n  sepolia: {\n    usdc: "@" } }', 'base-sepolia'],
    ['mainnet below its network', 'polygon:\n  mainnet:\n    usdc: "@"', 'polygon'],
    [
      'a block for test networks',
      'testnet: {\n  bsc: "@",\n  base: "%",\n  polygon: "%" }',
      'bsc-testnet',
    ],
    ['one that the table does not have', 'testnet: {\n  ethereum: "@",\n  base: "%" }', 'unknown'],
    ['a list for test networks', '[["Testnet", [["Ethereum", "@"], ["Bsc", "%"]]]]', 'unknown'],
    ['a word before it', "'Testnet Celo Gold', '@'", 'unknown'],
  ]);
});

describe('comments', () => {
  checkNetworks([
    ['of a neighbor, behind it', 'address a = %; // Polygon\naddress b = @;', 'unknown'],
    ['of a neighbor, above it', '// the Polygon bridge\naddress a = %;\naddress b = @;', 'unknown'],
    ['for a group of lines', '// Polygon\naddress a = %;\naddress b = @;', 'polygon'],
    ['for a group that ended', '// Polygon\naddress a = %;\n\naddress b = @;', 'unknown'],
    [
      'for all that follows',
      '// ===== Polygon =====\n\naddress a = %;\n\naddress b = @;',
      'polygon',
    ],
    [
      'in another block',
      'function a() {\n  // ===== Polygon =====\n\n  x = %;\n}\nfunction b() {\n  y = @;\n}',
      'unknown',
    ],
    [
      'above a statement of two lines',
      '// https://basescan.org\nIPool constant POOL =\n  IPool(@);',
      'base',
    ],
    ['in the comment that it is part of', '/**\n * Polygon\n *  %\n * Base\n *  @\n */', 'base'],
    ['a later word in prose', '// on Base mainnet, bridged\nx = @', 'base'],
  ]);
});

describe('documents', () => {
  checkNetworks([
    ['a row of a table', '| Network | Address |\n|---|---|\n| Base | @ |', 'base', 'README.md'],
    [
      'a heading above another one',
      '# Polygon\n\n## Contracts\n\n- Router: @\n',
      'polygon',
      'README.md',
    ],
    ['a later heading', '# Polygon\n\n- %\n\n# Others\n\n- @\n', 'unknown', 'README.md'],
    ['CSV', 'chain,address\npolygon,@\n', 'polygon'],
    ['CSV, the other way', '@,polygon,1\n', 'polygon'],
    ['an address in prose', 'Send it to @ please.', 'unknown'],
    ['two networks in prose', 'Bridged from Avalanche to Fantom by @.', 'ambiguous'],
  ]);
});

describe('spellings', () => {
  const digits = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
  for (const [rule, spelling, expected] of [
    ['EIP-55', toEip55(digits), 'bsc'],
    ['EIP-1191 with 30', toEip1191(digits, 30), 'rootstock'],
    ['EIP-1191 with 31', toEip1191(digits, 31), 'rootstock-testnet'],
    // Zilliqa/zilliqa-js, packages/zilliqa-js-crypto/test/checksum.fixtures.ts.
    ["Zilliqa's rule", '0x4BAF5faDA8e5Db92C3d3242618c5B47133AE003C', 'zilliqa'],
    ['none', '0x5AAEB6053f3e94c9b9a09f33669435e7ef1beaed', 'bsc'],
  ] as const) {
    it(`by ${rule}: ${expected}`, () => {
      const text = `bsc: "${spelling}"`;
      const [found] = scanText(text);
      assert.ok(found);
      assert.equal(createChainReader(text)(found).chain, expected);
    });
  }
});

describe('a heading in a comment', () => {
  const banner = (name: string): string => `//////////\n// ${name} //\n//////////\n\n`;
  checkNetworks([
    ['heads what follows', `${banner('Polygon Addresses')}const a = "@"`, 'polygon'],
    [
      'ends with the next one that is drawn like it',
      `${banner('Polygon Addresses')}const b = "%"\n\n${banner('Protocol')}const a = "@"`,
      'unknown',
    ],
    [
      'does not end with one that is drawn otherwise',
      `// ===== Polygon =====\n\nconst b = "%"\n\n// ---- tokens ----\n\nconst a = "@"`,
      'polygon',
    ],
    ['is no directive of C', '#include "Polygon/Address.h"\n\nauto r = "@";', 'unknown', 'a.cpp'],
    ['heads what follows without marks at its end', '// ===== Polygon\n\nconst a = "@"', 'polygon'],
    ['is one in Python', '# Polygon\nr = "@"', 'polygon', 'a.py'],
  ]);
});

describe('a word of prose that is a network too', () => {
  checkNetworks([
    ['names none', '// The root cause is a price.\nconst a = "@"', 'unknown'],
    ['names one alone', '// Zircuit\nconst a = "@"', 'zircuit-mainnet'],
    ['names one after on', '// the vault on Zircuit\nconst a = "@"', 'zircuit-mainnet'],
    ['names one as a key', 'zircuit: { a: "@" }, polygon: { a: "%" }', 'zircuit-mainnet'],
    ['names none in the class of chains', 'const a: EthereumBaseChain = { t: "@" }', 'unknown'],
    ['names one before chain', 'const baseChain = { t: "@" }', 'base'],
  ]);
});

describe('a suite of tests', () => {
  checkNetworks([
    ['is no test network, in Python', 'x = "@"', 'polygon', 'test_polygon.py'],
    [
      'is none as a class, whose name is that of a contract',
      'class PolygonTest {\n  a = "@" }',
      'ambiguous',
    ],
    ['is one in a map of networks', 'networks.test.polygon = "@"', 'unknown'],
    ['is one with a hyphen', '"polygon-test": "@"', 'unknown'],
  ]);
});

describe('the parts of a path', () => {
  checkNetworks([
    ['are halves beside each other', 'x = "@"', 'polygon', 'polygon/config/mainnet.ts'],
    [
      'are none far from each other',
      'x = "@"',
      'ambiguous',
      'polygon-bridge/src/prices/config/mainnet.ts',
    ],
    ['with a test network', 'x = "@"', 'arbitrum-sepolia', 'configs/sepolia/arbitrum.toml'],
    ['a package for the family', 'x = "@"', 'unknown', 'packages/ethereum-contracts/run.js'],
    ['a folder of the network', 'x = "@"', 'ethereum', 'src/data/ethereum/pools.js'],
    ['a file of the network', 'x = "@"', 'ethereum', 'src/coins/ethereum.ts'],
    ['a document of the network', 'x = "@"', 'ethereum', 'docs/Ethereum-Deployments.md'],
    ['an asset in the name of a file', 'x = "@"', 'unknown', 'config/asset.eth.config.json'],
    ['a number below a list of networks', 'x = "@"', 'polygon', 'config/137/a.json'],
    ['a number of its own', 'x = "@"', 'unknown', 'config/v2/01/a.json'],
    ['a number with a zero before it', 'x = "@"', 'unknown', 'config/01/a.json'],
    ['a small one farther below', 'x = "@"', 'unknown', 'config/v2/10/a.json'],
    ['a large one farther below', 'x = "@"', 'arbitrum', 'config/v2/42161/a.json'],
    ['the number of a step', 'x = "@"', 'unknown', 'scripts/deploy/31_deploy_vault.ts'],
    ['an ID with what the file has', 'x = "@"', 'polygon', 'deploy/137-addresses.json'],
    ['an ID with its name', 'x = "@"', 'base', 'deployments/8453_base/Token.json'],
    ['what it is for before a test network', 'x = "@"', 'hoodi', 'scripts/dao-hoodi-v3.sh'],
    ['an ID behind a contract', 'x = "@"', 'holesky', 'deployments/Vault-17000.json'],
    ['one that is not round', 'x = "@"', 'arbitrum', 'deployed/addresses.42161.json'],
    ['a local one', 'x = "@"', 'unknown', 'deployments/Vault-31337.json'],
    ['the ID of another network', 'x = "@"', 'ambiguous', 'deployments/polygon-8453.json'],
    ['the ID behind its own name', 'x = "@"', 'base', 'deployments/base-8453.json'],
    ['a count of an airdrop', 'x = "@"', 'unknown', 'deployments/airdrop-324.json'],
    ['a size behind a contract', 'x = "@"', 'unknown', 'deployments/Pool-5000.json'],
    ['a year behind a contract', 'x = "@"', 'unknown', 'deployments/Vault-2020.json'],
    ['a small number behind a contract', 'x = "@"', 'unknown', 'deployments/Vault-56.json'],
    ['the number of a pull request', 'x = "@"', 'unknown', 'deployments/pr-1088.json'],
    ['the port of a log', 'x = "@"', 'unknown', 'deployments/dev-8080.json'],
    ['a version and an ID', 'x = "@"', 'base', 'deployments/vault-v2-8453.json'],
    ['a date behind a contract', 'x = "@"', 'unknown', 'deployments/Vault-20240101.json'],
    ['a date that is an ID too', 'x = "@"', 'unknown', 'deployments/addresses-20240324.json'],
    ['a folder of a day', 'x = "@"', 'unknown', 'deployments/2020-06-01/Vault.json'],
    ['a file of a day', 'x = "@"', 'unknown', 'deployments/2024-03-24.json'],
    ['the fee of a pool', 'x = "@"', 'unknown', 'deployments/USDC-WETH-10000.json'],
    ['the number of a block', 'x = "@"', 'unknown', 'deployments/startBlock-17000.json'],
    ['the number of a proposal', 'x = "@"', 'unknown', 'deployments/proposal-324.json'],
    ['the short name of a proposal', 'x = "@"', 'unknown', 'addresses/AIP-1088.json'],
    ['a version of three numbers', 'x = "@"', 'unknown', 'deployments/v1.1.480.json'],
    ['such a number elsewhere', 'x = "@"', 'unknown', 'reports/block-17000.json'],
    ['a word of most programs', 'x = "@"', 'unknown', 'foo-crosschain/docs/feeds/core/part.md'],
    ['what is in it, in a list too', 'x = "@"', 'unknown', 'deployments/core/1337.json'],
    ['such a word in a list of networks', 'x = "@"', 'ink', 'config/networks/ink/part.md'],
  ]);
});

describe('the same address in a link', () => {
  checkNetworks([
    ['in reStructuredText', 'Vault: `@ <https://polygonscan.com/address/%>`_', 'polygon', 'a.rst'],
    [
      'with the prefix of a network',
      `## Ethereum\n\n- Lab: [\`@\`](https://app.safe.global/home?safe=oeth:${address})`,
      'optimism',
      'a.md',
    ],
    [
      'in its entry',
      `{ network: 'mainnet', address: '@', source: 'A', link: 'https://explorer.optimism.io/address/${address}' }`,
      'optimism',
    ],
    [
      'in the next entry',
      `{ chain: 'base', a: '@' }, { link: 'https://polygonscan.com/address/${address}' }`,
      'base',
    ],
    [
      'to trade an asset',
      '[{ "url": "https://dex.example.org/#/add/ETH/@", "network": "bsc" }]',
      'bsc',
    ],
  ]);
});

describe('the slashes of a URL', () => {
  checkNetworks([
    [
      'which begin no comment',
      'goerli:{chainId:5,ens:"@",url:u("https://e.example.org/a")},classic:{chainId:61}',
      'goerli',
    ],
  ]);
});

describe('a chain ID with the prefix of the key', () => {
  const origin = (id: number): string => `"chainId": 42170, "address": "%", "originChainId": ${id}`;
  checkNetworks([
    ['is that of the address', `{ ${origin(1)}, "originAddress": "@" }`, 'ethereum'],
    ['in another order', '{ "l1Token": "@", "chainId": 10, "l1ChainId": 1 }', 'ethereum'],
    [
      'is not that of its parent',
      '{ "chainId": 10, "parentChainId": 1, "multicall": "@" }',
      'optimism',
    ],
    ['asks for another key', `{ ${origin(1)}, "bridge": "@" }`, 'ambiguous'],
    [
      'is none in the numbering of a bridge',
      '{ "chainId": 42161, "lzChainId": 110, "lzEndpoint": "@" }',
      'arbitrum',
    ],
    ['closes if it is unknown', `{ ${origin(987654)}, "originAddress": "@" }`, 'unknown'],
  ]);
});

describe('a chain ID in a comment', () => {
  checkNetworks([
    [
      'counts less than a key',
      '// {{ chainId = 137; }}\n\nconst a = {\n  [CHAIN.BASE]: { token: "@" },\n}',
      'base',
    ],
  ]);
});

describe('a small number as a key', () => {
  checkNetworks([
    ['is a version', 'ADDRESSES = {2: {ChainID.BASE: "@", ChainID.ETHEREUM: "%"}}', 'base'],
    ['is a chain ID beside a larger one', 'addresses = { 5: "@", 137: "%" }', 'goerli'],
    ['is a chain ID beside that of Ethereum', 'addresses = { 1: "%", 5: "@" }', 'goerli'],
    ['is a chain ID where nothing else names one', 'addresses = { 5: "@" }', 'goerli'],
  ]);
});

describe('the node of a fork', () => {
  checkNetworks([
    [
      'before the transaction of another attack in a comment',
      '// similar: https://bscscan.com/tx/0x1\ncontract A {\n  a = @;\n  f() { vm.createSelectFork("polygon", 1); }\n}',
      'polygon',
    ],
    [
      'at a host of many networks',
      'vm.createSelectFork("https://api.zan.top/bsc-mainnet", 1);\ncall("@");',
      'bsc',
    ],
    [
      'at a host of its own',
      'vm.createSelectFork("https://arb1.arbitrum.io/rpc", 1);\ncall("@");',
      'arbitrum',
    ],
  ]);
});

describe('a test network of another family', () => {
  const solana = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
  const aptos = '0xc0deb00c405f84c85dc13442e305df75d1288100cdd82675695f6148c7ece51c';
  const starknet = '0x07e00d496e324876bbc8531f2d9a82bf154d1a04a50218ee74cdd372f75a551a';
  for (const [name, text, expected] of [
    [
      'in the URL of an explorer',
      `https://solscan.io/account/${solana}?cluster=devnet`,
      'solana-devnet',
    ],
    ['in none', `https://solscan.io/account/${solana}`, 'solana'],
    [
      'in one without a name here',
      `https://explorer.aptoslabs.com/account/${aptos}?network=testnet`,
      null,
    ],
    ['in its path', `https://suiscan.xyz/testnet/object/${aptos}`, null],
    [
      'as an ID beside it',
      `starknet: { address: "${starknet}", networkId: "sepolia-alpha" }`,
      null,
    ],
  ] as const) {
    it(`${name}: ${expected ?? 'unknown'}`, () => {
      const [found] = scanText(text);
      assert.ok(found);
      assert.equal(createChainReader(text)(found).chain, expected);
    });
  }
});

describe('a chain ID beside its name', () => {
  checkNetworks([
    ['can be a big integer', 'x = chainId === 137n ? "@" : "%";', 'polygon'],
    ['ends where its digits do', 'x = { chainId: 137_000, a: "@" };', 'unknown'],
  ]);
});

describe('a name that the code compares with', () => {
  checkNetworks([
    ['of an everyday word', "if (hre.network.name === 'base') {\n  a = '@';\n}", 'base'],
    ['in Python', 'if network.show_active() == "base":\n    a = "@"', 'base', 'a.py'],
    ['in its branch alone', 'const a = network === "base" ? "%" : "@"', 'unknown'],
    ['that it excludes', "if (network.name !== 'base') {\n  a = '@';\n}", 'unknown'],
    [
      'and with another',
      "if (network.name === 'mainnet' || network.name === 'sepolia') {\n  a = '@';\n}",
      'ambiguous',
    ],
    ['beside another', "if (network === 'base' || network === 'mode') a = '@';", 'ambiguous'],
    ['beside a decrement', 'if (network.name === "base" && left-- > 0) { a = "@"; }', 'base'],
    ['of something else', "if (mode === 'base') {\n  a = '@';\n}", 'unknown'],
    ['of the other end', "if (srcChain === 'base') {\n  a = '@';\n}", 'unknown'],
  ]);
});

describe('a condition of several lines', () => {
  const code = "x =\n  chainId == '8453'\n    ? '%'\n    : '%';";
  const at = (place: number): string =>
    code.split('%').reduce((all, part, index) => all + (index === place ? '@' : '%') + part);
  checkNetworks([
    ['is of what follows it', at(1), 'base'],
    ['is none of the other case', at(2), 'unknown'],
  ]);
});

describe('numbers that count', () => {
  checkNetworks([
    ['are no IDs', 'nodes[0] = %;\nnodes[10] = @;\nnodes[300] = %;', 'unknown'],
    [
      'from one on',
      'nodes[1] = %;\nnodes[2] = %;\nnodes[3] = %;\nnodes[10] = @;\nnodes[42161] = %;',
      'unknown',
    ],
    ['as keys', '{ "1": "%", "2": "%", "3": "%", "10": "@", "42161": "%" }', 'unknown'],
    [
      'but those of test networks are',
      '{ "1": "%", "3": "%", "4": "%", "10": "@", "42161": "%" }',
      'optimism',
    ],
    [
      'of a bridge are told by its two',
      '[{ "chainId": 2, "address": "%" }, { "chainId": 30, "address": "@" }]',
      'unknown',
    ],
  ]);
});

describe('a number as the key of a call', () => {
  checkNetworks([
    [
      'is a chain ID as that of another value is',
      'x = {\n  1: new Token(1, "%", 18),\n  10: new Token(10, "@", 18),\n  42161: new Token(42161, "%", 18),\n};',
      'optimism',
    ],
  ]);
});

describe('a function whose calls are a table by network', () => {
  const calls = (...firsts: string[]): string =>
    firsts.map((first, at) => `set(${first}, ${at === 0 ? '"@"' : '"%"'});`).join('\n');
  checkNetworks([
    ['by everyday words', calls('base', 'arbitrum'), 'base'],
    ['by the main network', calls('mainnet', 'base'), 'ethereum'],
    ['in quotes', calls("'mode'", "'scroll'"), 'mode'],
    ['by number, which counts too much else', calls('1', '56'), 'unknown'],
    ['of a member', 'm.set("base", "@"); m.set("mantle", "%");', 'base'],
    ['around a cast', 'set("base", address(@)); set("mantle", address(%));', 'base'],
    ['with one that nobody knows', calls('foonet', 'base', 'arbitrum'), 'unknown'],
    ['one call is none', calls('base'), 'unknown'],
    ['with tokens', calls('"base"', '"Uniswap"', '"mantle"'), 'unknown'],
    ['in a folder of another', calls('base', 'arbitrum'), 'ethereum', 'deployments/ethereum/a.ts'],
    [
      'of contracts for other networks',
      'addBridge("base", "@"); addBridge("mode", "%");',
      'unknown',
    ],
    ['of tokens', 'addToken("base", "@"); addToken("mantle", "%");', 'unknown'],
    ['from one network to another', calls('"mode", "base"', '"base", "mode"'), 'unknown'],
    ['other arguments are most', calls('base', 'quote', 'pair', 'owner', 'mantle'), 'unknown'],
    ['of different functions', 'a("base", "@"); b("mantle", "%");', 'unknown'],
    ['as the name of a test', 'describe("stratos", () => { const pool = "@"; });', 'unknown'],
    ['deeper in a call', 'it("base", () => { use("@"); }); it("mantle", () => {});', 'unknown'],
    [
      'in the entry of another',
      '{ polygon: set("base", "@"), arbitrum: set("mantle", "%") }',
      'polygon',
    ],
  ]);
});

describe('a function that a branch calls', () => {
  const helper = (calls: string): string =>
    `contract HelperConfig {\n${calls}\nfunction getBaseConfig() public {\nreturn C({ feed: @ });\n}\n}`;
  checkNetworks([
    ['by its chain ID', helper('if (block.chainid == 42161) { c = getBaseConfig(); }'), 'arbitrum'],
    [
      'on a line of its own',
      helper('if (block.chainid == 10) {\n  return getBaseConfig();\n}'),
      'optimism',
    ],
    [
      'by a constant',
      helper('uint constant CHAIN_ID = 8453;\nconfigs[CHAIN_ID] = getBaseConfig();'),
      'base',
    ],
    [
      'by one of several constants',
      helper('uint constant A_CHAIN_ID = 8453, B = 1;\nconfigs[A_CHAIN_ID] = getBaseConfig();'),
      'base',
    ],
    [
      'and another branch too asks',
      helper(
        'if (chainid == 10) return getBaseConfig();\nif (chainid == 1) return getBaseConfig();',
      ),
      'ambiguous',
    ],
    [
      'of a network that nobody knows',
      helper('if (chainid == 987654321) c = getBaseConfig();'),
      'unknown',
    ],
    ['of another function', helper('if (chainid == 10) c = getModeConfig();'), 'unknown'],
    ['of either ID', helper('if (chainid == 1 || chainid == 10) c = getBaseConfig();'), 'unknown'],
    ['of the other end', helper('if (remoteChainId == 10) return getBaseConfig();'), 'unknown'],
    [
      'and other code too',
      helper('if (chainid == 10) c = getBaseConfig(); else c = getBaseConfig();'),
      'unknown',
    ],
    ['in a comment', helper('// if (chainid == 10) { c = getBaseConfig(); }\nuint a;'), 'unknown'],
    [
      'by a variable with several values',
      helper('id = 1;\nif (chainid == id) return getBaseConfig();\nid = 10;'),
      'unknown',
    ],
    [
      'and that is named after another asks',
      helper('if (chainid == 10) return getArbitrumConfig();').replace('getBaseC', 'getArbitrumC'),
      'ambiguous',
    ],
    ['that any code calls', helper('configs[at] = getBaseConfig();'), 'unknown'],
    ['at a place of a list', helper('configs[1] = getBaseConfig();'), 'unknown'],
    ['at an ID in a map', helper('configs[42161] = getBaseConfig();'), 'arbitrum'],
  ]);
});

describe('endpoints of LayerZero', () => {
  const peers = (one: string, other: string): string =>
    `{ [EndpointId.${one}]: "@", [EndpointId.${other}]: "%" }`;
  checkNetworks([
    ['are networks', peers('BASE_V2_MAINNET', 'SOLANA_V2_MAINNET'), 'base'],
    ['of tests too', peers('ARBSEP_V2_TESTNET', 'AMOY_V2_TESTNET'), 'arbitrum-sepolia'],
    [
      'by the name of the main one',
      peers('AVALANCHE_V2_TESTNET', 'X_V2_TESTNET'),
      'avalanche-fuji',
    ],
    ['that nobody knows', peers('FOONET_V2_MAINNET', 'BASE_V2_MAINNET'), 'unknown'],
  ]);
});

describe('a list of pairs by network', () => {
  checkNetworks([
    ['by numbers in quotes', '{"recipients": [["1", "@"], ["250", "%"]]}', 'unknown'],
    ['by numbers', 'new Map([[1, "@"], [56, "%"]])', 'unknown'],
    ['by the ID of a definition', '[[base.id, "@"], [mode.id, "%"]]', 'base'],
  ]);
});

describe('a map by network, one element at a time', () => {
  checkNetworks([
    ['in quotes', 'm["base"] = Address("@")\nm["mode"] = Address("%")', 'base', 'a.go'],
  ]);
});

describe('a number that is no chain ID', () => {
  checkNetworks([
    [
      'the default of a parameter',
      'const permitOf = (chainId = 1): string => {\n  switch (chainId) {\n    case 324: return "@";\n  }\n};',
      'zksync',
    ],
    ['a version', '{ Mainnet: { [FEED]: { 310: "%", 311: "@" } } }', 'ethereum'],
    ['a status', '{ "200": { "address": "@" }, "400": {}, "404": {}, "500": {} }', 'unknown'],
    ['an invented one', 'uint256 fakeEvmChainId = 10001;\naddress a = @;', 'unknown'],
    ['but one of EVM beside a bridge', '# Wormhole\nINIT_EVM_CHAIN_ID=130\nOWNER=@', 'unichain'],
  ]);
});

describe('a name against what is farther', () => {
  const node = 'const NODE_URL = "https://arbitrum-goerli.publicnode.com";\n';
  checkNetworks([
    ['a URL of the file', `${node}it(() => {\n  const polygonDemo = "@";\n});`, 'polygon'],
    ['a URL of the file alone', `${node}const a = "@";`, 'arbitrum-goerli'],
    [
      'a URL under the same heading',
      '# Start\n\nhttps://sepolia.etherscan.io/x\n\n// Avalanche Fuji\nconst ROUTER = "@"',
      'avalanche-fuji',
      'a.md',
    ],
    [
      'the code before a comment',
      `{Chain: 2, Addr: "${'0'.repeat(24)}${other.slice(2)}", Gecko: "arbitrum", Dec: 18}, // Addr: @`,
      'unknown',
    ],
    ['a link before an address', 'https://base.org // Polygon: @', 'polygon'],
  ]);
});

describe('a file of a test network', () => {
  const map = (network: string): string => `{ ${network}: "@", gnosis: "%", bsc: "%" }`;
  checkNetworks([
    ['has the one of another', map('arbitrum'), 'arbitrum-goerli', 'addresses/goerli.ts'],
    ['has its own', map('ethereum'), 'goerli', 'addresses/goerli.ts'],
    ['asks for one that no table has', map('zora'), 'unknown', 'addresses/holesky.ts'],
    ['says nothing of IDs', '{ chainId: 8453, token: "@" }', 'base', 'addresses/goerli.ts'],
  ]);
});

describe('a word for something else', () => {
  checkNetworks([
    ['a product', '{ name: "redstone", feed: "@" }', 'unknown'],
    ['where a network is expected', '{ redstone: "@", base: "%", zora: "%" }', 'redstone'],
    ['a wrapped asset', '|@|WETH|Wrapped Ethereum|18|', 'unknown'],
    ['an asset to sell', '/* eth -> dai */\nconst a = "@";', 'unknown'],
    ['a bridge in a comment', '/// Polygon POS bridge, predicate\naddress a = @;', 'unknown'],
    ['a site of the protocol', '// https://eips.ethereum.org/EIPS/eip-4788\na = "@"', 'unknown'],
    ['a bridge on one', '// Addresses of the bridge on Ethereum\na = "@"', 'ethereum'],
  ]);
});

describe('a map by network in an entry of one', () => {
  checkNetworks([
    ['asks', '{ evmChainId: 56, emitters: { ethereum: "@", base: "%" } }', 'ambiguous'],
    [
      'at any depth',
      'bsc: { chain_id: 56, bridges: { usd: { base: "@", zora: "%" } } }',
      'ambiguous',
    ],
    ['of the same', '{ chainId: 8453, own: { base: "@", zora: "%" } }', 'base'],
  ]);
});

describe('accounts of hardhat-deploy', () => {
  const accounts = (inside: string, key = 'namedAccounts'): string =>
    `export default {\n  ${key}: {\n    usdc: {\n      default: 0,\n${inside}    },\n  },\n};`;
  checkNetworks([
    ['have a chain ID each', accounts('      1: "@",\n'), 'ethereum'],
    ['of a small network too', accounts('      1: "%",\n      5: "@",\n'), 'goerli'],
    ['none elsewhere', accounts('      1: "@",\n', 'people'), 'unknown'],
  ]);
});

describe('a chain ID that two networks have had', () => {
  checkNetworks([
    ['asks', '{ "chainId": 42, "token": "@" }', 'ambiguous'],
    ['as a key', '{ "1": "%", "42": "@", "137": "%" }', 'ambiguous'],
    ['as a file', '{ "token": "@" }', 'ambiguous', 'networks/42.json'],
    ['with a name beside it', '{ "chainId": 42, "name": "kovan", "token": "@" }', 'kovan'],
    ['with the other name', '{ "chainId": 42, "network": "lukso", "token": "@" }', 'lukso'],
    ['as a folder with a name', '{ "token": "@" }', 'lukso', 'deployments/eip155:42=lukso/a.json'],
    ['elsewhere in the file', 'networks: { kovan: {} }, addresses: { 1: "%", 42: "@" }', 'kovan'],
    ['the ID of the file', '{ "a": "@", "b": { "chainId": 42 } }', 'ambiguous', 'a.json'],
    ['in a file of its name', '{ "a": "@", "b": { "chainId": 42 } }', 'kovan', 'x/kovan.json'],
    ['in a table', '| chain ID | token |\n|---|---|\n| 42 | @ |\n', 'ambiguous', 'a.md'],
  ]);
});

describe('a map by chain ID in one of another network', () => {
  checkNetworks([
    [
      'asks with words between them',
      '{"1": {"box": "%", "integrations": {"10": {"fast": {"box": "@"}}, "42161": {}}}, "137": {"box": "%"}}',
      'ambiguous',
    ],
    [
      'asks in an entry with an ID',
      '{"a": {"chainId": "250", "to": {"1": {"x": {"router": "@"}}, "137": {"x": {"router": "%"}}}}}',
      'ambiguous',
    ],
    [
      'has its own in a list of networks',
      '{"mainnet": {"1": {"a": "%"}, "8453": {"a": "@"}}}',
      'base',
    ],
    [
      'has its own below all main networks',
      '{ [NetworkSlug.Mainnet]: { [ChainSlug.Base]: "@" }, [NetworkSlug.Sepolia]: {} }',
      'base',
    ],
    [
      'asks with names',
      '{ [ChainSlug.OPTIMISM]: { [ChainSlug.MAINNET]: "@" }, [ChainSlug.BASE]: { [ChainSlug.MAINNET]: "%" } }',
      'ambiguous',
    ],
  ]);
});

describe('an entry with the IDs of two networks', () => {
  const ids = (key: string): string => `{"chainId": "1", "srcChainId": "250", "${key}": "@"}`;
  checkNetworks([
    ['asks what is of neither', ids('depositAddr'), 'ambiguous'],
    [
      'says nothing in code',
      'contract T {\n  uint sourceChainId = 1;\n  uint destinationChainId = 10;\n  address a = @;\n}',
      'unknown',
    ],
    ['has a token on the plain one', ids('token'), 'ethereum'],
    ['has what has its prefix there', ids('srcToken'), 'fantom'],
    [
      'asks what a rollup has of itself or of its parent',
      '{"l1_chain_id": 1, "l2_chain_id": 8453, "batch_inbox_address": "@"}',
      'ambiguous',
    ],
  ]);
});

describe('a number that is a part of a name', () => {
  checkNetworks([
    [
      'is no chain ID',
      'safe_deployments = {\n  "1.1.1": {\n    "Box": "@"},\n  "1.3.0": {}}',
      'unknown',
    ],
    ['and tells nothing of others', '{ "421.61": "%", "10": "@" }', 'unknown'],
    ['but a number alone is one', 'deployments = {\n  "1": {\n    "Box": "@"}}', 'ethereum'],
    [
      'among the symbols of assets is one too',
      '{ "300": { a: "@" }, "WETH": { a: "%" }, "DAI": {} }',
      'unknown',
    ],
  ]);
});

describe('Ethereum as the name of what all its networks share', () => {
  checkNetworks([
    ['a kind of address', 'A checksummed ethereum address, such as @', 'unknown'],
    ['in a name', 'const mockValidEthereumAddress = "@";', 'unknown'],
    ['a class', 'class Erc20Manager(EthereumClientManager):\n    token = "@"', 'unknown'],
    ['a standard', '### EAS (Ethereum Attestation Service)\n\nAddress: @', 'unknown', 'a.md'],
    ['a type of networks', 'if network == EthereumNetwork.GNOSIS:\n    return "@"', 'gnosis'],
    [
      'a type of networks with one that no table has',
      'x = {\n    EthereumNetwork.DOGEOS_CHIKYŪ_TESTNET: [("@", 1)],\n}',
      'unknown',
    ],
    ['but not in a constant', 'address constant KEEPER_ETHEREUM_ADDRESS = @;', 'ethereum'],
    ['but a title of a list is one', '## Ethereum Addresses\n\n- Vault: @', 'ethereum', 'a.md'],
  ]);
});

describe('the main network of a document about another', () => {
  const scan = '[Berascan](https://berascan.com/address/%)';
  checkNetworks([
    ['asks', `## Mainnet contracts\n\n| Vault | @ |\n\n${scan}`, 'ambiguous', 'a.md'],
    [
      'says nothing in a setting',
      `\`\`\`\nexport CHAIN=mainnet # or bepolia\ntoken=@\n\`\`\`\n\n${scan}`,
      'unknown',
      'a.md',
    ],
    [
      'is Ethereum if that has links too',
      `## Mainnet\n\n@\n\nhttps://etherscan.io/token/% ${scan}`,
      'ethereum',
      'a.md',
    ],
    [
      'asks beside its test network',
      `## Mainnet\n\n@\n\n${scan} https://sepolia.etherscan.io`,
      'ambiguous',
      'a.md',
    ],
    [
      'is Ethereum beside several',
      `## Mainnet\n\n@\n\n${scan} https://bscscan.com/x`,
      'ethereum',
      'a.md',
    ],
    [
      'is Ethereum in code',
      'a = "https://berascan.com/x";\nb = { mainnet: "@" };',
      'ethereum',
      'a.ts',
    ],
    ['is Ethereum by a folder', `${scan}\n\n@`, 'ethereum', 'deployments/mainnet/a.md'],
    ['is Ethereum if nothing is', '## Mainnet\n\n@', 'ethereum', 'a.md'],
  ]);
});

describe('the contracts of a rollup on its parent', () => {
  checkNetworks([
    [
      'ask in a list of them',
      '* Name: op  ChainID: 10\n\n  L1 Contracts:\n  - Portal: @',
      'ambiguous',
      'a.md',
    ],
    ['ask below a heading', '# Scroll\n\n## L1 contracts\n\n- Gateway: @', 'ambiguous', 'a.md'],
    [
      'ask below one and the name of the rollup',
      '# L1 contracts\n\n## Scroll\n\n@',
      'ambiguous',
      'a.md',
    ],
    ['ask beside the ID of the rollup', '{ chainId: 10, l1Token: "@" }', 'ambiguous'],
    ['ask on the other layer', '# Ethereum\n\n## L2 contracts\n\n- Gateway: @', 'unknown', 'a.md'],
    ['have their own below one', '# Scroll\n\n## L2 contracts\n\n- Gateway: @', 'scroll', 'a.md'],
    [
      'ask beside a URL',
      'const url = "https://sepolia.optimism.io";\nconst l1Token = "@";',
      'ambiguous',
    ],
  ]);
});

describe('the test network of a family in a map of environments', () => {
  const code = '{ mainnet: "%", testnet: "@" }';
  checkNetworks([
    ['asks below a main network', code, 'unknown', 'polygon/config.ts'],
    ['is named if the table has it', code, 'base-sepolia', 'base-sepolia/config.ts'],
  ]);
});

it('a contract of a test network on the other layer may be on the test network of that', () => {
  const text = `l1Token: "${address}"`;
  const [found] = scanText(text);
  assert.ok(found);
  const { candidates } = createChainReader(text, 'deployments/optimism-sepolia/a.yaml')(found);
  assert.deepEqual(candidates, ['sepolia', 'optimism-sepolia']);
});

it('the reason for the text of a link is the link', () => {
  const text = `[\`${address}\`](https://app.safe.global/home?safe=oeth:${address})`;
  const [found] = scanText(text);
  assert.ok(found);
  const { reason, evidence } = createChainReader(text)(found);
  assert.deepEqual([reason, evidence], ['explorer', 'app.safe.global (oeth)']);
});

describe('a source in a string is a file of its own', () => {
  const path = 'deployments/arbitrum/T.json';
  checkNetworks([
    [
      'whatever holds it',
      '{"chainId": 10, "content": "// a\\naddress a = @;\\n"}',
      'unknown',
      path,
    ],
    ['in one line too', '{"content": "address a = @;"}', 'unknown', path],
    ['but not a list', '{"args": ["[@, %]"]}', 'arbitrum', path],
    ['but not in code', 'f("address a = @")', 'arbitrum', 'deployments/arbitrum/T.ts'],
    ['nor what is beside one', '{"content": "// a\\n", "address": "@"}', 'arbitrum', path],
    ['nor a value on the next line', '{"content": "// a\\n",\n"address": "@"}', 'arbitrum', path],
    ['with quotes in it', `{"content": "// a\\nb = 'c'; d = @"}`, 'unknown', path],
    ['with lines of its own', '{"content": "// a\\nc = @; // on Polygon\\n"}', 'polygon', path],
    ['and not those around', '{"content": "// on Polygon\\n\\nc = @;\\n"}', 'unknown', path],
    ['as JSON in JSON', '{"metadata": "{\\"a\\":1,\\"b\\":\\"@\\"}"}', 'unknown', path],
    ['with a URL', '{"content": "// a\\n// https://basescan.org/address/@"}', 'base', path],
  ]);
});

describe('a word that all networks share', () => {
  checkNetworks([
    ['says nothing as a parameter', 'if (_mainnet) {\n  a = @;\n}', 'unknown', 'a.sol'],
    ['says nothing in a comment', '// Mainnet Addresses\na = "@"', 'unknown', 'a.ts'],
    ['says nothing in a name', 'MAINNET_POOL = "@"', 'unknown', 'a.ts'],
    ['says nothing as a package', 'f(ethereum.CallMsg{ From: "@" })', 'unknown', 'a.go'],
    ['is Ethereum as a key', 'a = { mainnet: "@" }', 'ethereum', 'a.ts'],
    ['is Ethereum as a member', 'a[ChainId.MAINNET] = "@"', 'ethereum', 'a.ts'],
    ['is Ethereum with its name', '// Ethereum mainnet\na = "@"', 'ethereum', 'a.ts'],
    ['is Ethereum in a comment about it', '// on Ethereum\na = "@"', 'ethereum', 'a.ts'],
    [
      'is no network in a file of a test network',
      '[ethereum.A]\nb = "@"',
      'unknown',
      'ropsten/a.toml',
    ],
  ]);
});

describe('a name that a family shares with its main network', () => {
  const felt = '0x02d0ac52a0bcd2c2a1d8ab0a0d6e2e6c1f3b4f5a6c7d8e9f0a1b2c3d4e5f6071';
  for (const [name, code, path, reason] of [
    [
      'says no more than the address in a folder',
      `account = "${felt}"`,
      'starknet-sig/a.ts',
      'family',
    ],
    ['nor in a comment', `// starknet\naccount = "${felt}"`, 'a.ts', 'family'],
    ['but as a key', `starknet: { account: "${felt}", base: "" }`, 'a.ts', 'section'],
  ] as const) {
    it(name, () => {
      const [found] = scanText(code, { path });
      assert.ok(found);
      const reading = createChainReader(code, path)(found);
      assert.deepEqual([reading.chain, reading.reason], ['starknet', reason]);
    });
  }
  checkNetworks([
    ['is none of EVM as a client', 'a = "@"', 'unknown', 'clients/ethereum-tx/a.ts'],
    ['is none as `zkEVM`, which several are', 'a = "@"', 'unknown', 'src/zkevm/a.ts'],
    ['is one as a file of it', 'a = "@"', 'ethereum', 'src/ChainlinkEthereum.sol'],
    ['is one as a file of data', '{"a": "@"}', 'ethereum', 'ethereum-tokens.json'],
  ]);

  it('is no network beside another one', () => {
    const solana = 'BRjpCHtyQLNCo8gqRUr8jtdAj5AjPYQaoqbvcZiHok1k';
    const chainOf = (comment: string): string | null => {
      const code = `// ${comment}\nconst mint = address("${solana}");`;
      const [found] = scanText(code);
      assert.ok(found);
      return createChainReader(code, 'a.ts')(found).chain;
    };
    assert.equal(chainOf('A Solana client for https://api.devnet.solana.com'), 'solana-devnet');
    assert.equal(chainOf('On Solana mainnet and on Solana devnet'), null);
    assert.equal(chainOf('Solana and Solana devnet'), null);
  });
});

describe('a page about a network', () => {
  it('names it, and is not paid for: a part of it can be about its test network', () => {
    const text = `a = "${address}"`;
    const [found] = scanText(text);
    assert.ok(found);
    const { chain, strength } = createChainReader(text, 'docs/chains/fraxtal.mdx')(found);
    assert.deepEqual([chain, strength], ['fraxtal', 'words']);
  });
  checkNetworks([
    [
      'is none of the others in a list of main networks',
      '{ "mainnet": [{ "id": "polygon", "address": "@" }, { "id": "base", "address": "%" }] }',
      'polygon',
      'a.json',
    ],
  ]);
});

describe('a command in a comment', () => {
  checkNetworks([
    ['is how to run', '// forge script A --rpc-url RPC/hoodi\naddress a = @;', 'unknown', 'a.sol'],
    ['is how to set a node', '// export RPC=https://sepolia.org\na = @;', 'unknown', 'a.sol'],
    ['has its own addresses', '// cast call @ --rpc-url hoodi', 'hoodi', 'a.sol'],
  ]);
});

describe('a name in the entry of a network', () => {
  const rest = ', base: { a: 1 }, polygon: { a: 1 }';
  checkNetworks([
    ['asks', `{ arbitrum: { external: { gnosis: { auction: "@" } } }${rest} }`, 'ambiguous'],
    ['is the same one', `{ arbitrum: { external: { arbitrum: { a: "@" } } }${rest} }`, 'arbitrum'],
    ['is unknown with it', `{ foonet: { external: { gnosis: { a: "@" } } }${rest} }`, 'unknown'],
  ]);
});

describe('the node of an example', () => {
  const node = "const rpc = 'https://optimism.drpc.org';";
  checkNetworks([
    ['says nothing of the next one', `# A\n\n${node}\n\nb = '@'`, 'unknown', 'a.mdx'],
    ['is that of a file of code', `${node}\nb = '@'`, 'optimism', 'a.ts'],
  ]);
});

describe('a way from one network to another', () => {
  checkNetworks([
    ['asks for its start', '"Withdraw @ from Arbitrum"', 'ambiguous'],
    ['asks for its end', '"Bridge @ to Linea"', 'ambiguous'],
    ['asks in a name', 'const ARBITRUM_TO_FOO = { bridge: "@" }', 'ambiguous'],
    ['is that of what was deployed', '// Deployed to Arbitrum\na = "@"', 'arbitrum'],
    [
      'is written with names before the chain ID',
      '{ sellTokenChainId: ChainId.BASE, sellTokenAddress: "@", buyTokenChainId: ChainId.MAINNET }',
      'base',
    ],
    [
      'has members as IDs, as strings',
      '{ originChainId: C.BASE.toString(), originToken: "@", destinationChainId: C.CELO }',
      'base',
    ],
    [
      'asks for what is of neither',
      '{ originChainId: C.BASE, destinationChainId: C.CELO, inputToken: "@" }',
      'ambiguous',
    ],
    [
      'does not ask for an entry in it that says which',
      '{ originChainId: C.BASE, toChainId: C.CELO, a: { chainId: ChainId.POLYGON, token: "@" } }',
      'polygon',
    ],
  ]);
});

describe('the index of a map', () => {
  checkNetworks([
    ['is the network', 'values[base]["scrollBridge"] = @;', 'base'],
    ['is it, whatever is above', '// Mantle\nvalues[mainnet]["staking"] = @;', 'ethereum'],
    ['is not the other one', 'values[foo]["scrollBridge"] = @;', 'unknown'],
  ]);
});

describe('the first layer in the key', () => {
  checkNetworks([
    ['asks under any other network', 'avalanche: { l1Receiver: "@" }', 'ambiguous'],
    ['asks by its main network', 'polygon: { mainnetBridge: "@" }', 'ambiguous'],
    ['is that of Ethereum', 'ethereum: { l1Receiver: "@", base: "" }', 'ethereum'],
    ['asks on the second layer under a test network', 'sepolia: { l2Gateway: "@" }', 'unknown'],
  ]);
});

describe('what a name stands in', () => {
  const long = 'f(1);'.repeat(90);
  checkNetworks([
    ['is no long call', `it(() => {\n g(ChainId.BASE);\n ${long}\n a = "@";\n})`, 'unknown'],
    [
      'is no constant of the file',
      'const NETWORKS: Network[] = ["celo"];\na = "@"',
      'unknown',
      'a.ts',
    ],
    [
      'is no type',
      'export const A: Story = {\n b: "@" };\nexport const C: Story = {\n b: 1 };',
      'unknown',
      'a.ts',
    ],
    ['is no machine of its own', '{ chainId: 1338, a: "@" }', 'unknown'],
    [
      'is no example',
      'class A {\n  /**\n   * const network = X.BASE\n   */\n  a = "@";\n}',
      'unknown',
      'a.ts',
    ],
    [
      'is not the case before its label',
      'switch (chain) {\n case C.BASE: f();\n case t == "@" && c == C.CELO:\n}',
      'unknown',
      'a.go',
    ],
    ['is a file of that name', 'a = "@"', 'unknown', 'config/docs/core.toml'],
    ['is all of a member', '[BLOCKCHAIN_NAME.ETHEREUM_POW]: "@"', 'unknown'],
    ['is two IDs of one', 'a = `id = 42`; { networkId: 42, evmChainId: 0, b: "@" }', 'ambiguous'],
  ]);
});
