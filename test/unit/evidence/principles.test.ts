/** The principles of network evidence, a section each, on files as small as they can be. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chainOf } from '../../../src/evidence/chainOf.ts';
import { chainReasonText } from '../../../src/messages/networks.ts';
import { scanText } from '../../../src/scan/scan.ts';
import { address, checkNetworks, other, type NetworkCase } from '../../support/networkCases.ts';

const plain = '{ "address": "@" }';

describe('1. strength before distance', () => {
  checkNetworks([
    ['a choice before CAIP-10', 'a = "eip155:137:@"', 'celo', { selected: 'celo' }],
    ['CAIP-10 before a key', 'bsc: "eip155:137:@"', 'polygon'],
    [
      'a link whose text it is, before a name',
      '- Polygon [`@`](https://basescan.org/address/@)',
      'base',
    ],
    ['a chain ID before a name', '{ chainId: 137, BASE_USDC: "@" }', 'polygon'],
    ['a chain ID as a string', '{ "chainId": "137", "x": "@" }', 'polygon'],
    [
      'a chain ID before a key that is no map',
      '{ chainId: 137, base: "@", x: "%", y: "%" }',
      'polygon',
    ],
    ['chain_id', 'chain_id: 137\ntoken: "@"', 'polygon'],
    ['networkId', '{ "networkId": 137, "x": "@" }', 'polygon'],
    ['evm_chain_id', '[a]\nevm_chain_id = 137\ntoken = "@"', 'polygon'],
    [
      'a prefix before evm_chain_id',
      'INIT_CHAIN_ID=23\nINIT_EVM_CHAIN_ID=42161\nWETH=@',
      'arbitrum',
      'ethereum/env/.env.x',
    ],
    [
      'one chain ID of the file',
      '{ "deployer": "@", "network": { "chainId": 137, "x": "%" } }',
      'polygon',
      'a.json',
    ],
    ['the digits of a version', '// see v1.10 of the #137 list\nx = "@"', 'unknown'],
    [
      'the digits of a compiler',
      'pragma solidity 0.8.10;\ncontract A { address a = @; }',
      'unknown',
    ],
    ['a book before a key', 'polygon: "@"', 'base', { bookNetworks: ['base'] }],
    ['a chain ID before a book', '{ chainId: 137, x: "@" }', 'polygon', { bookNetworks: ['base'] }],
    ['a key before a comment', 'polygon: { a: "@" } // Base', 'polygon'],
    ['a section before a name', '[networks.polygon]\nBASE_USDC = "@"', 'polygon'],
    ['a folder before a comment', '// Base\nx = "@"', 'polygon', 'deployments/polygon/a.ts'],
  ]);
});

describe('2. structure closes (hazard 85)', () => {
  checkNetworks([
    [
      'an unknown key, the folder',
      '{ "pharos-mainnet": { "t": "@" }, "base": { "t": "%" }, "bsc": {} }',
      'unknown',
      'config/mainnet/tokens.json',
    ],
    [
      'an unknown key alone, with mainnet in it',
      '{ "pharos-mainnet": { "t": "@" } }',
      'unknown',
      'config/mainnet/tokens.json',
    ],
    [
      'a piece of an unknown key',
      '{ "foobar-testnet-sepolia": { "t": "@" }, "base": { "t": "%" }, "bsc": {} }',
      'unknown',
    ],
    ['a piece of an unknown key alone', '{ "foobar-testnet-sepolia": { "t": "@" } }', 'unknown'],
    ['an unknown folder', plain, 'unknown', 'deployments/foobar-testnet-sepolia/T.json'],
    ['a folder of a local network', plain, 'unknown', 'deployments/local-optimism/T.json'],
    ['a sandbox', plain, 'unknown', 'deployments/ethereum-sandbox-local/T.json'],
    ['a name outside of an unknown folder', plain, 'unknown', 'polygon/deployments/foonet/T.json'],
    [
      'a map of networks in a folder mainnet',
      '{ "polygon": "%", "base": "@" }',
      'base',
      'config/mainnet/tokens.json',
    ],
    ['a folder for a format', plain, 'arbitrum', 'src/deployments/json/arbitrum.json'],
    ['a known folder with a role', plain, 'arbitrum', 'deployments/arbitrum-staging/T.json'],
    ['a known file with a role', plain, 'bsc', 'deployments/bscmainnet_addresses.json'],
  ]);
});

describe('3. folder before file name, content before path', () => {
  checkNetworks([
    ['an adapter', plain, 'ethereum', 'deployments/mainnet/Arbitrum_Adapter.json'],
    ['a token', plain, 'bsc', 'bscmainnet/ETH.json'],
    ['a token in deployments', plain, 'bsc', 'deployments/bscmainnet/VToken_vBTT_Tron.json'],
    ['a connector', plain, 'arbitrum-goerli', 'arbitrum-goerli/ArbitrumSpokeConnector.json'],
    [
      'a connector on the other side',
      plain,
      'goerli',
      'deployments/goerli/OptimismHubConnector.json',
    ],
    ['an ID in the file', 'chain_id: 10143\ntoken: "@"', 'monad-testnet', 'devnet/monad.yaml'],
    ['a key in the file', '{ "base": "@" }', 'base', 'deployments/polygon/a.json'],
    ['an ID in a file name', plain, 'polygon', 'deployments/137-core.json'],
    ['Hardhat Ignition', plain, 'sepolia', 'ignition/deployments/chain-11155111/deployed.json'],
    ['an ID outside of the table', plain, 'unknown', 'ignition/deployments/chain-987654321/a.json'],
    ['OpenZeppelin', plain, 'bsc', '.openzeppelin/unknown-56.json'],
    ['a file with an unknown part', plain, 'unknown', 'logs/unknown-56.json'],
    ['the first of two chains', plain, 'unknown', 'fixtures/chain-1/a.json'],
    ['a key with an ID as a folder', plain, 'optimism', 'lists/chainId-10/a.json'],
    ['a name with its ID', plain, 'base', 'deployments/base_8453/a.json'],
    ['a name with the ID of another', plain, 'unknown', 'deployments/base_42161/a.json'],
    ['a folder that says its ID', plain, 'holesky', 'deployments/eip155:17000=goerli/a.json'],
    [
      'one that ended, whose ID has another now',
      plain,
      'kovan',
      'deployments/eip155:42=kovan/a.json',
    ],
    ['the other one', plain, 'lukso', 'deployments/eip155:42=lukso/a.json'],
    ['one for all main networks', plain, 'base', 'deployments/environment/base-mainnet.json'],
    ['one outside of the table', plain, 'unknown', 'deployments/mainnet/eip155:987654321/a.json'],
    ['a map by IDs alone', '{"1": {"A": ["@"]}, "137": {"A": ["%"]}}', 'ethereum', 'map.json'],
    ['sizes', '{"1": {"A": ["@"]}, "10": {"A": ["%"]}}', 'unknown', 'sizes.json'],
  ]);
});

describe('3a. an ID is that of what it stands in', () => {
  const section = '[mainnet]\nweth = "@"\n[[chains]]\nchain_id = 42161\nweth = "%"\n';
  checkNetworks([
    ['another section of TOML', section, 'ethereum', 'a.toml'],
    ['its own section', section.replace('@', '-').replace('%', '@'), 'arbitrum', 'a.toml'],
    ['a section by ID, as Foundry has it', '[10.address]\nweth = "@"', 'optimism', 'a.toml'],
    ['a section by name', '[base-sepolia.address]\nweth = "@"', 'base-sepolia', 'a.toml'],
    ['a section of no one', '[pharos.address]\nweth = "@"', 'unknown', 'deployments/base/a.toml'],
    ['an item of YAML', 'list:\n  - chain_id: 10\nother:\n  a: "@"', 'unknown', 'a.yaml'],
    ['an item of JSON', '{"list": [{"chainId": 10}], "other": "@"}', 'unknown', 'a.json'],
    ['the whole file', '{"chain": {"chainId": 10}, "other": "@"}', 'optimism', 'a.json'],
    ['the top of a file', 'const chainId = 10;\nconst token = "@";', 'optimism', 'a.ts'],
    [
      'a key that is nearer than the top of a file',
      'const chainId = 10;\ndeploy({ chain: "avalanche", owner: "@" });',
      'avalanche',
      'a.ts',
    ],
    [
      'an item of a list of networks, by ID',
      'chains:\n  - id: 137\n    token: "@"\nnetwork: bsc',
      'polygon',
      'a.yaml',
    ],
    [
      'an item of a list of networks, by name',
      '{"networks": [{"name": "Polygon", "token": "@"}], "network": "bsc"}',
      'polygon',
      'a.json',
    ],
    ['an item of another list', 'items:\n  - id: 137\n    token: "@"', 'unknown', 'a.yaml'],
    [
      'a way between two',
      '{"from": {"1": {"10": "@"}, "8453": {"1": "%"}}}',
      'ambiguous',
      'a.json',
    ],
  ]);
});

describe('3b. the label of a case is the key of what follows it', () => {
  const cases = (label: string, subject = 'chainId'): string =>
    `switch (${subject}) {\n  case 56:\n    return "%";\n  ${label}\n    return "@";\n  default:\n    return "%";\n}`;
  checkNetworks([
    ['an ID', cases('case 8453:'), 'base', 'a.ts'],
    ['a member', cases('case ChainId.POLYGON:', 'id'), 'polygon', 'a.ts'],
    ['a member of another list', cases('case Role.BASE:', 'role'), 'unknown', 'a.ts'],
    ['a name', cases('case "arbitrum":'), 'arbitrum', 'a.ts'],
    ['two labels', cases('case 1:\n  case 10:'), 'ambiguous', 'a.ts'],
    ['two IDs of one label', cases('case 1, 10:'), 'ambiguous', 'a.go'],
    ['an ID outside of the table', cases('case 987654321:'), 'unknown', 'deployments/base/a.ts'],
    ['all others', cases('default:'), 'unknown', 'a.ts'],
    ['a count', cases('case 1:', 'step'), 'unknown', 'a.ts'],
    [
      'a case that has ended',
      'switch (chainId) { case 1: a(); }\nconst b = "@";',
      'unknown',
      'a.ts',
    ],
    ['Go', 'switch chainID {\ncase 10:\n\treturn common.HexToAddress("@")\n}', 'optimism', 'a.go'],
    [
      'Rust by ID',
      'match chain_id {\n    1 => address!("%"),\n    8453 => address!("@"),\n}',
      'base',
      'a.rs',
    ],
    [
      'Rust by name',
      'match c {\n    NamedChain::Base => address!("@"),\n    _ => panic!(),\n}',
      'base',
      'a.rs',
    ],
    [
      'a map of Go by ID',
      'var a = map[uint64]common.Address{\n\t1: common.HexToAddress("@"),\n\t8453: common.HexToAddress("%"),\n}',
      'ethereum',
      'a.go',
    ],
    [
      'a constant for an ID',
      'switch id {\ncase valueobject.ChainIDBase: return "@"\n}',
      'base',
      'a.go',
    ],
    ['a list with a word before its name', '{ [EvmChainId.GNOSIS]: "@" }', 'gnosis', 'a.ts'],
  ]);
});

describe('3c. the title of a column speaks for its cells', () => {
  const rule = '\n|--|--|--|\n';
  checkNetworks([
    ['a network as a title', `| | Base | Gnosis |${rule}| A | % | @ |`, 'gnosis', 'a.md'],
    ['the other column', `| | Base | Gnosis |${rule}| A | @ | % |`, 'base', 'a.md'],
    ['one word among titles', `| Mode | Address | Core |${rule}| a | @ | b |`, 'unknown', 'a.md'],
    ['a column of names', `| Address | Network |${rule}| @ | Base |`, 'base', 'a.md'],
    ['an unknown name', `## Base\n| Address | Network |${rule}| @ | Pharos |`, 'unknown', 'a.md'],
    ['two names in a cell', `| Chain | Address |${rule}| BSC, ETH | @ |`, 'ambiguous', 'a.md'],
    [
      'an environment',
      `## Base\n| Environment | Network | Address |${rule}| a | Mainnet | @ |`,
      'base',
      'a.md',
    ],
    ['a column of IDs', `| Chain ID | Address |${rule}| 10 (OP) | @ |`, 'optimism', 'a.md'],
    [
      'an unknown explorer',
      `| Network | Address |${rule}| Canto | [@](https://dex.guru/address/@) |`,
      'canto',
      'a.md',
    ],
    ['CSV by ID', 'chain_id,address\n1,%\n8453,@', 'base', 'a.csv'],
    ['a comma in quotes', 'name,decimals,chain_id,address\n"A, B",10,137,@', 'unknown', 'a.csv'],
    ['a union of types', "type A =\n  | 'arbitrum'\n  | '@';", 'unknown', 'a.ts'],
    ['CSV by name', 'network,address,name\npharos,@,base vault', 'unknown', 'base.csv'],
    [
      'another table',
      `| Chain ID | Address |${rule}| 10 | % |\n\n| A | B |${rule}| 10 | @ |`,
      'unknown',
      'a.md',
    ],
  ]);
});

describe('3d. an index is a key', () => {
  const large = 'tokens[42_161]["DAI"] = %;\n';
  checkNetworks([
    ['a chain ID', `${large}tokens[56]["DAI"] = @;`, 'bsc', 'A.sol'],
    ['a chain ID under a comment', `// Blast\n${large}tokens[10]["DAI"] = @;`, 'optimism', 'A.sol'],
    ['a chain ID on the line above', `${large}tokens[56][0].asset =\n    @;`, 'bsc', 'A.sol'],
    ['a chain ID before a call', 'm[8453] = common.HexToAddress("@")', 'base', 'a.go'],
    [
      'a chain ID outside of the table',
      `// Base\n${large}tokens[987654321] = @;`,
      'unknown',
      'A.sol',
    ],
    ['a place in a list', '// Base\nowners[1] = @;', 'base', 'A.sol'],
    ['a place in another list', `${large}owners[10] = @;`, 'unknown', 'A.sol'],
    ['from one network to the other', 'feeds[LINEA][BSC] = @;', 'ambiguous', 'A.sol'],
    ['from a network without a name in the table', 'feeds[ARBI][BSC] = @;', 'unknown', 'A.sol'],
    ['an ID of a bridge', '// Wormhole\nm[42161] = "%";\nm[2] = "@";', 'unknown', 'a.ts'],
    ['a call of an element', 'm[42161](%);\nm[10](@);', 'unknown', 'a.ts'],
    ['a comparison', 'assert(feeds[LINEA][BSC] == @);', 'ambiguous', 'A.sol'],
    ['a difference', 'assert(feeds[LINEA][BSC] != @);', 'bsc', 'A.sol'],
    ['a token of a network', 'tokens[POLYGON][USDC] = @;', 'polygon', 'A.sol'],
  ]);
});

describe('4. a word only where the text uses it as a network', () => {
  checkNetworks([
    ['a CoinGecko ID', "base: {\n  '@': 'ethereum',\n}", 'base'],
    ['a token in a comment', 'polygon: {\n  x: "@", // sDAI_BSC\n}', 'polygon'],
    ['a token in a comment alone', 'x: "@", // sDAI_BSC', 'unknown'],
    ['a token as a key', 'polygon: {\n  anyETH: "@",\n}', 'polygon'],
    ['the name of a contract', 'base: {\n  PolygonBridge: "@",\n}', 'base'],
    ['a line that is commented out', '// polygon: "%",\nx: "@"', 'unknown'],
    ['a name before another address', 'polygon: "%", x: "@"', 'unknown'],
    ['a token among tokens', 'bsc: {\n  usdt: "%",\n  eth: "@",\n}', 'bsc'],
    [
      'a token with more than its address',
      'bsc: { usdt: { pool: "%" }, eth: { pool: "@" } }',
      'bsc',
    ],
    ['a token in capitals', 'soneium: { "WETH": "%", "ASTAR": "@" }', 'soneium'],
    ['a token by its title', '{ "key": "eth", "value": "@" }', 'bsc', 'config/bsc.json'],
    ['a token by its title in capitals', '{ "key": "FTM", "value": "@" }', 'unknown'],
    ['a network with the name of its token', '{ "name": "Celo", "token": "@" }', 'celo'],
    ['a token alone', '{ usdc: "%", ethereum: "@" }', 'unknown'],
    [
      'a network with tokens, beside tokens',
      '{ usdc: "%", base: { usda: "@", eura: "%" } }',
      'base',
    ],
    [
      'a call beside a token',
      '{\n  let weth = 0;\n  weth = await optimism_api.call({ target: "@" });\n}',
      'optimism',
    ],
    ['a part of a name beside a token', '{ polygonUsdc: "@", usdc: "%" }', 'polygon'],
    [
      'networks beside more tokens',
      '{ ethereum: "@", polygon: "%", weth: "%", wbtc: "%", lusd: "%", busd: "%" }',
      'ethereum',
    ],
  ]);
});

describe('5. the environment is part of the name', () => {
  checkNetworks([
    ['a main network in a folder of test networks', 'polygon: "@"', 'unknown', 'testnet/a.json'],
    ['a main network under the heading of one', '# Testnet\n\n| Polygon | @ |', 'unknown', 'a.md'],
    ['the same in a file of test networks', 'polygon: "@"', 'unknown', 'TestnetTokens.json'],
    ['the same by a part of its name', 'polygon: "@"', 'unknown', 'tokens.testnet.yaml'],
    ['a main network in a file of both', 'polygon: "@"', 'polygon', 'mainnet-and-testnet.json'],
    ['a test network there', '"polygon-amoy": "@"', 'polygon-amoy', 'testnet/a.json'],
    [
      'a file of a main network in a folder of a test network',
      plain,
      'ambiguous',
      'sepolia/polygon.json',
    ],
    [
      'mainnet in a file of another network',
      '{ "mainnet": { "bridge": "@" } }',
      'ambiguous',
      'config/optimism.json',
    ],
    ['the opposite layer', 'optimism: {\n  l1Token: "@",\n  l2Token: "%",\n}', 'ambiguous'],
    ['a bridge on the opposite layer', '{ "1": { "10": { "L1StandardBridge": "@" } } }', 'unknown'],
    ['the same layer', 'optimism: {\n  l1Token: "%",\n  l2Token: "@",\n}', 'optimism'],
  ]);
});

/** A map by network in one by network. */
const ways = (outer: string, inner: string): string =>
  `{ "${outer}": { "${inner}": { "ramp": "@" }, "bsc": {}, "celo": {} }, "arbitrum": {}, "linea": {} }`;

describe('6. disagreement asks', () => {
  checkNetworks([
    ['two IDs', '{ chainId: 1, chain_id: 10, token: "@" }', 'ambiguous'],
    ['two names of an entry', '{ network: "base", chain: "bsc", token: "@" }', 'ambiguous'],
    ['two folders', plain, 'ambiguous', 'polygon/bsc/T.json'],
    ['a map of ways between networks', ways('base', 'polygon'), 'ambiguous'],
    ['the way from an unknown network', ways('foobar-mainnet', 'polygon'), 'unknown'],
    ['a map by network below a test network', ways('sepolia', 'base'), 'base-sepolia'],
    ['a test network below its main network', ways('avalanche', 'fuji'), 'avalanche-fuji'],
    ['a map by network below the main networks', ways('mainnet', 'base'), 'base'],
    [
      'a map by network with a name in it',
      '{ network: "foonet", base: "@", bsc: "%", celo: "" }',
      'base',
    ],
  ]);
});

describe('7. hosts are exact', () => {
  checkNetworks([
    [
      'a picture is no page of an explorer',
      '{ "icon": "https://assets.example.app/token/1/@/logo.png", "chainId": 10 }',
      'optimism',
    ],
    ['a subdomain', 'https://sepolia.basescan.org/address/@', 'base-sepolia'],
    ['opBNB', 'https://opbnbscan.com/address/@', 'opbnb'],
    [
      'a test network of Ronin',
      'https://saigon-app.roninchain.com/address/@',
      'ronin-saigon-testnet',
    ],
    ['an instance of Blockscout', 'https://celo.blockscout.com/address/@', 'celo'],
    ['a word in a path', 'https://api.example.com/data/@', 'unknown'],
    ['a common word in a path', 'https://api.example.com/story/@', 'unknown'],
    [
      'a common word after a list of networks',
      'https://x.example.com/chains/story/@',
      'data-network',
    ],
    ['a network in a path', 'https://api.example.com/polygon/@', 'polygon'],
    ['an instance of another host', 'https://celo.example.com/address/@', 'unknown'],
    [
      'an unnamed instance of Blockscout',
      'https://foo-polygon.blockscout.com/address/@',
      'unknown',
      'deployments/base/a.json',
    ],
    [
      'the URL of a fork, before a comment',
      '// Polygon\naddress a = @;\nfunction f() { vm.createSelectFork("https://mainnet.base.org"); }',
      'base',
    ],
  ]);
});

describe('a list of networks asks, whatever words they are', () => {
  checkNetworks([
    ['an everyday word behind &', '## Ethereum & Base\n\n- @', 'ambiguous', 'a.md'],
    ['behind a word', '## Ethereum and Base\n\n- @', 'ambiguous', 'a.md'],
    ['behind a name of two words', '## Arbitrum One and Base\n\n- @', 'ambiguous', 'a.md'],
    ['before others', '## Base, Linea & Scroll\n\n- @', 'ambiguous', 'a.md'],
    ['before one other', '## Base and Ethereum\n\n- @', 'ambiguous', 'a.md'],
    ['behind another mark', '## Polygon (base units)\n\n- @', 'polygon', 'a.md'],
    ['in a sentence', '# Deployed on Ethereum & Base\n\n- @', 'ambiguous', 'a.md'],
    ['in a comment', 'x = "@"; // Ethereum, Base', 'ambiguous'],
    ['another name of the first', '| Base Sepolia, Base testnet | @ |', 'base-sepolia', 'a.md'],
    ['a word beside no network', '## Quote & Base\n\n- @', 'unknown', 'a.md'],
    ['another list', '## Polygon fee and base\n\n- @', 'polygon', 'a.md'],
  ]);
});

describe('the option of a command', () => {
  checkNetworks([
    ['a chain ID', 'forge verify-contract --chain-id 8453 @ Foo', 'base'],
    ['behind the address', 'forge verify-contract @ Foo --chain 137', 'polygon'],
    ['an everyday name', 'npx hardhat verify --network=base @', 'base'],
    ['a test network', 'npx hardhat verify --network polygonAmoy @', 'polygon-amoy'],
    ['a variable', 'npx hardhat verify --network $NETWORK @', 'unknown'],
    ['another option', 'cast send --base-fee 137 @', 'unknown'],
  ]);
});

describe('a test network that the table does not have is not the main one', () => {
  checkNetworks([
    ['in a heading below one', '# Polygon\n\n## Polygon Kovan\n\n- @', 'unknown', 'a.md'],
    ['in a key', 'gnosis:\n  gnosis-sepolia:\n    token: "@"', 'unknown'],
    ['whose name says so twice', '// Celo Alfajores testnet\nx = "@"', 'celo-alfajores'],
    ['that it has', '# Base\n\n## Base Sepolia\n\n- @', 'base-sepolia', 'a.md'],
  ]);

  const contract = '0x01c1d7a109c1d67443ec222f65255ce9f5a783a4ad9da2052db5848910a4f18f';
  for (const [name, code, path] of [
    ['a folder', 'contractAddress: "@"', 'starknet-sepolia/a.yaml'],
    ['a name in one word', 'contractAddress: "@"', 'chains/starknetsepolia/a.yaml'],
    ['a heading', '# Starknet\n\n## Starknet Goerli\n\n- contract address: `@`', 'a.md'],
    // Sepolia is the name of one of Ethereum's, too.
    [
      'a heading with a word of another family',
      '# Starknet\n\n## Starknet Sepolia\n\n- contract address: `@`',
      'a.md',
    ],
    ['a map', 'const a = { starknetSepolia: { contract: "@" } };', 'a.ts'],
    ['a constant', 'const STARKNET_SEPOLIA_CONTRACT = "@";', 'a.ts'],
  ] as const) {
    it(`nor is it of another family: ${name}`, () => {
      const text = code.replace('@', contract);
      const [found] = scanText(text, { path });
      assert.equal(found?.family, 'starknet');
      assert.equal(chainOf(text, found, { path }).chain, null);
    });
  }
});

it('a test network by the host of a node is that of the family', () => {
  const text =
    'anchor upgrade --program-id TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA --provider.cluster https://api.devnet.solana.com';
  const [found] = scanText(text);
  assert.ok(found);
  assert.equal(chainOf(text, found).chain, 'solana-devnet');
});

describe('a network of one machine is none of the table', () => {
  checkNetworks([
    ['beside others', '{ localhost: { a: "@" }, mainnet: { a: "%" } }', 'unknown'],
    ['a tool in a heading', '## Deploy with Hardhat\n\n- @', 'polygon', 'polygon/a.md'],
    ['in the folder of a network', '{ hardhat: { a: "@" } }', 'unknown', 'polygon/a.json'],
  ]);

  it('nor the main one of a family', () => {
    const program = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
    for (const [cluster, expected] of [
      ['localnet', null],
      ['devnet', 'solana-devnet'],
      ['mainnet', 'solana'],
    ] as const) {
      const text = `[programs.${cluster}]\ntoken = "${program}"\n`;
      const [found] = scanText(text);
      assert.ok(found);
      assert.equal(chainOf(text, found, { path: 'Anchor.toml' }).chain, expected, cluster);
    }
  });
});

describe('a heading is one name', () => {
  const headings: readonly (readonly [heading: string, expected: string])[] = [
    ['Arbitrum Sepolia', 'arbitrum-sepolia'],
    ['OP Sepolia', 'optimism-sepolia'],
    ['Base Goerli', 'base-goerli'],
    ['Unichain Sepolia', 'unichain-sepolia'],
    ['zkSync Sepolia', 'zksync-sepolia'],
    ['Soneium Minato', 'soneium-minato-testnet'],
    ['Monad Testnet', 'monad-testnet'],
    ['Foobar Sepolia', 'unknown'],
    ['Foobar Mainnet', 'unknown'],
    ['Gnosis Mainnet', 'gnosis'],
    ['Optimism (Mainnet)', 'optimism'],
    ['Base Sepolia (84532)', 'base-sepolia'],
    ['Deployments on Base Sepolia', 'base-sepolia'],
    ['Smart Contracts Sepolia', 'sepolia'],
    ['Sepolia', 'sepolia'],
    ['Testnet (Sepolia)', 'sepolia'],
    ['Mainnet', 'ethereum'],
  ];
  checkNetworks(
    headings.map(([heading, expected]): NetworkCase => [
      heading,
      `## ${heading}\n\n- Factory: \`@\`\n`,
      expected,
      'a.md',
    ]),
  );
});

describe('what heads a part of a page', () => {
  checkNetworks([
    ['a sentence, and an item', '# Foo on Base\n\n- **Optimism:** `@`', 'optimism', 'a.md'],
    ['a sentence alone', '# Foo protocol on Base\n\nThe token is `@`.', 'base', 'a.md'],
    ['a name, and an item', '## Base\n\n- Arbitrum One — @', 'arbitrum', 'a.md'],
    ['a line in bold', '# Foo on Base\n\n**Gnosis Chain:**\n\nVault: @', 'gnosis', 'a.md'],
    [
      'the second line in bold',
      '# Foo on Base\n\n**Ethereum**\n\nA: %\n\n**Linea**\n\nA: @',
      'linea',
      'a.md',
    ],
    [
      'a summary',
      '# Foo on Base\n\n<details><summary>Linea</summary>\n\nVault: @\n\n</details>',
      'linea',
      'a.md',
    ],
  ]);
});

describe('what is said of another value on the line', () => {
  const branches =
    'f() { if (block.chainid == 137) { return @; } else if (block.chainid == 8453) { return %; } }';
  checkNetworks([
    ['a branch behind a semicolon', branches, 'polygon', 'a.sol'],
    ['the other branch', branches.replace('@', '-').replace('%', '@'), 'base', 'a.sol'],
    ['the other half of a condition', 'x = chainId === 1 ? "%" : "@";', 'unknown', 'a.ts'],
    ['the next key', '{ChainId.OPTIMISM: "@", ChainId.ARBITRUM: "%"}', 'optimism', 'a.py'],
    ['a comment of assembly', 'push @ ; on Polygon', 'polygon', 'a.asm'],
  ]);
});

describe('a key that is a whole name, with a word that only networks have', () => {
  const under = (key: string): string => `{ "networks": { "${key}": { "token": "@" } } }`;
  checkNetworks([
    ['a test network that is retired', under('rinkeby'), 'rinkeby'],
    ['a main network by its token', under('ape-mainnet'), 'apechain'],
    ['a main network in one word', under('HyperliquidMainnet'), 'hyperevm'],
    ['a long name', under('binance_smart_chain-mainnet'), 'bsc'],
    ['two names of which one is the other’s', under('fantom_sonic_mainnet'), 'sonic'],
    ['a test network of its own', under('zkatana-mainnet'), 'zkatana'],
    ['a selector', under('ethereum-mainnet-base-1'), 'base'],
    ['a selector in a folder', plain, 'arbitrum', 'deployments/ethereum-mainnet-arbitrum-1/a.json'],
    ['a selector of a test network', under('ethereum-testnet-sepolia'), 'sepolia'],
    ['a selector on a test network', under('ethereum-testnet-sepolia-base-1'), 'base-sepolia'],
    ['a selector of a test network of its own', under('plume-testnet-sepolia'), 'plume-testnet'],
    ['a selector on another main network', under('polygon-mainnet-katana'), 'katana'],
    ['a selector on Bitcoin', under('bitcoin-mainnet-bob-1'), 'bob'],
    [
      'a selector with an underscore',
      under('binance_smart_chain-testnet-opbnb-1'),
      'opbnb-testnet',
    ],
    [
      'a selector of a known network that no table has',
      under('polygon-mainnet-nowhere'),
      'unknown',
    ],
    ['a selector that no table has', under('ethereum-mainnet-nowhere-1'), 'unknown'],
    ['another word at its end', under('ape-vault'), 'unknown'],
  ]);
});

describe('a key in code', () => {
  checkNetworks([
    ['the ID of an imported chain', 'const a = { [base.id]: "@", [mainnet.id]: "%" };', 'base'],
    [
      'the ID of a member',
      'const a = { [chains.polygon.id]: "@", [chains.base.id]: "%" };',
      'polygon',
    ],
    [
      'a block under an ID',
      'const a = { [base.id]: { t: "@" }, [mainnet.id]: { t: "%" } };',
      'base',
    ],
    ['the ID of something else', 'const a = { [token.id]: "@", [owner.id]: "%" };', 'unknown'],
    [
      'a constant in Go',
      'var a = map[uint64]string{\n\tChainIDBase: "@",\n\tChainIDBsc: "%",\n}',
      'base',
    ],
    ['a constant in capitals', 'const a = { CHAIN_ID_BSC: "@", CHAIN_ID_BASE: "%" };', 'bsc'],
    ['a word of code beside a network', '{ base: "%", bsc: "%", data: "@", loop: "%" }', 'unknown'],
    ['a network that ended', plain, 'kovan', 'deployments/kovan/T.json'],
    ['its longer name', '{ ETH_MAINNET: "%", ETH_KOVAN: "@" }', 'kovan'],
  ]);
});

describe('9. what an item of a document says of its own address is not overruled', () => {
  const under = (line: string, heading = '# Base'): string => `${heading}\n\n${line}\n`;
  const row = (name: string): string =>
    `# Ethereum\n\n| Name | Address |\n|---|---|\n| ${name} | \`@\` |\n`;
  checkNetworks([
    ['in brackets behind it', under('- **Portal**: `@` (Polygon)'), 'ambiguous', 'a.md'],
    ['in a sentence before it', under('The same vault on Arbitrum: `@`'), 'ambiguous', 'a.md'],
    ['in another cell of its row', row('Vault (Arbitrum)'), 'ambiguous', 'a.md'],
    ['as a word of another cell', row('Polygon vault'), 'ambiguous', 'a.md'],
    ['the same network', under('- Base vault: `@`'), 'base', 'a.md'],
    ['a test network of the heading', under('- Vault (Sepolia): `@`'), 'base-sepolia', 'a.md'],
    ['the name of an item', under('- **Polygon**: `@`'), 'polygon', 'a.md'],
    ['nothing', under('- **Vault**: `@`'), 'base', 'a.md'],
    ['a key in a map by network', 'base: { arbitrumGateway: "@" }, bsc: { x: "%" }', 'base'],
    [
      'a network by its whole name, in the file of a test network',
      '{"network":"sepolia","a":{"owner":"@","network":"arbitrum-one"}}',
      'arbitrum',
      'config/sepolia.json',
    ],
    [
      'the title of a column with the word for what is in it',
      '# Base\n\n| Name | Base Address | Base Sepolia Address |\n|---|---|---|\n| F | `%` | `@` |\n',
      'base-sepolia',
      'a.md',
    ],
  ]);
});

describe('10. a line has items', () => {
  checkNetworks([
    ['behind each, in brackets, the first', 'T: @ (Ethereum), % (Polygon)', 'ethereum', 'a.md'],
    ['behind each, in brackets, the last', 'T: % (Ethereum), @ (Polygon)', 'polygon', 'a.md'],
    ['behind each, in a sentence', 'T is % on Ethereum and @ on Base.', 'base', 'a.md'],
    ['before each, the first', 'Polygon @, Base %', 'polygon', 'a.md'],
    ['before each, the last', 'Polygon %, Base @', 'base', 'a.md'],
    ['the main network before another', 'Wallets: Mainnet @, Polygon %', 'ethereum', 'a.txt'],
    ['a symbol before a network', 'Currency - ETH @; Currency - BSC %;', 'ethereum', 'a.txt'],
    ['options, the first', 'node pay.js --eth @ --bsc %', 'ethereum', 'a.sh'],
    ['options, the last', 'node pay.js --eth % --bsc @', 'bsc', 'a.sh'],
    ['variables', 'ETH=@ BSC=%', 'ethereum', 'a.txt'],
    ['symbols of tokens', 'ETH %, USDC @, BSC %', 'unknown', 'a.txt'],
    ['the symbol of a token that is a network’s', 'ETH @, USDC %, BSC %', 'unknown', 'a.txt'],
    ['a network beside symbols', 'ETH %, USDC %, BSC @', 'bsc', 'a.txt'],
    ['before and behind', 'Base @ Polygon, BSC %', 'ambiguous', 'a.txt'],
    ['a comment behind all', 'swap(%, @) // on Polygon', 'polygon', 'a.ts'],
  ]);
});

describe('11. a condition has two sides', () => {
  checkNetworks([
    ['the first value', 'a = isPolygon ? "@" : "%";', 'polygon', 'a.ts'],
    ['the other value', 'a = isPolygon ? "%" : "@";', 'unknown', 'a.ts'],
    ['the first value of a negative one', 'a = !isPolygon ? "@" : "%";', 'unknown', 'a.ts'],
    ['the first value of Python', 'a = "@" if chain_id == 137 else "%"', 'polygon', 'a.py'],
    ['the other value of Python', 'a = "%" if chain_id == 137 else "@"', 'unknown', 'a.py'],
    ['a negative one of Python', 'a = "@" if chain != "polygon" else "%"', 'unknown', 'a.py'],
    ['the lines under one', 'if chain == "polygon":\n    a = "@"', 'polygon', 'a.py'],
    ['the lines under a negative one', 'if chain != "polygon":\n    a = "@"', 'unknown', 'a.py'],
    ['the lines under another', 'if not is_polygon:\n    a = "@"', 'unknown', 'a.py'],
    [
      'the lines under its else',
      'if is_polygon:\n    a = "%"\nelse:\n    a = "@"',
      'unknown',
      'a.py',
    ],
    ['a block', 'if (isPolygon) { a = "@"; }', 'polygon', 'a.ts'],
    ['a negative block', 'if (!isPolygon) { a = "@"; }', 'unknown', 'a.ts'],
    ['the block of its else', 'if (isPolygon) { a = "%"; } else { a = "@"; }', 'unknown', 'a.ts'],
    ['a statement', 'if (network !== "polygon") set("@");', 'unknown', 'a.ts'],
    ['the statement of its else', 'if (isPolygon) set("%"); else set("@");', 'unknown', 'a.ts'],
    ['unless', 'unless chain == "polygon"\n  a = "@"\nend', 'unknown', 'a.rb'],
    ['a test of a shell', 'if [ "$N" -ne polygon ]; then\n  A=@\nfi', 'unknown', 'a.sh'],
    [
      'a comment above the condition',
      '# Upgrades Optimism.\n\nif [ "$N" == sepolia ]; then\n  A=@\nfi',
      'sepolia',
      'a.sh',
    ],
  ]);
  it('an ID that is compared is not exact', () => {
    const text = `a = "${address}" if chain_id == 137 else "${other}"`;
    const [found] = scanText(text);
    assert.ok(found);
    assert.equal(chainOf(text, found).strength, 'structural');
  });
});

describe('variables of a container', () => {
  const list = (name: string, value: string): string =>
    `env:\n  - name: ${name}\n    value: ${value}\n  - name: VAULT\n    value: "@"\n`;
  checkNetworks([
    ['its chain ID', list('CHAIN_ID', '"8453"'), 'base', 'deploy.yaml'],
    ['its network', list('NETWORK', 'polygon'), 'polygon', 'deploy.yaml'],
    ['another variable', list('REPLICAS', '"8453"'), 'unknown', 'deploy.yaml'],
  ]);
});

describe('the contract of the first layer that is called after the second', () => {
  const file = (key: string): string => `{"l1ChainID": 1, "l2ChainID": 8453, "${key}": "@"}`;
  checkNetworks([
    ['asks', file('l2OutputOracleProposer'), 'ambiguous', 'deploy-config/a.json'],
    ['another one', file('l2Token'), 'base', 'deploy-config/a.json'],
  ]);
});

describe('the main network of a family is no evidence beside a test network of it', () => {
  const mint = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
  for (const [name, text, path, expected] of [
    [
      'the host of a node',
      `rpc: https://api.devnet.solana.com\nmint: ${mint}\n`,
      'a.yaml',
      'solana-devnet',
    ],
    [
      'a host that the table does not have',
      `rpc: https://api.testnet.solana.com\nmint: ${mint}\n`,
      'a.yaml',
      'unknown',
    ],
    ['a section', `[programs.devnet]\nvault = "${mint}"\n`, 'Anchor.toml', 'solana-devnet'],
    ['none', `mint: ${mint}\n`, 'solana.yaml', 'solana'],
  ] as const) {
    it(`${name}: ${expected}`, () => {
      const [found] = scanText(text, { path });
      assert.ok(found);
      const reading = chainOf(text, found, { path });
      assert.equal(reading.chain ?? reading.reason, expected, chainReasonText(reading));
    });
  }
});
