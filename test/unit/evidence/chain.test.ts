import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chainOf, type ChainContext } from '../../../src/evidence/chainOf.ts';
import { chainReasonText } from '../../../src/messages/networks.ts';
import { scanText } from '../../../src/scan/scan.ts';
import { address, checkNetworks, type NetworkCase } from '../../support/networkCases.ts';

describe('the spelling', () => {
  checkNetworks([
    ['CAIP-10', 'account: "eip155:137:@"', 'polygon by caip10'],
    ['CAIP-10 over the key', 'bsc: "eip155:42161:@"', 'arbitrum by caip10'],
    ['EIP-3770', 'safe = "gno:@"', 'gnosis by shortName'],
    ['EIP-3770 in a URL', 'https://app.safe.global/home?safe=oeth:@', 'optimism by shortName'],
    ['an asset of THORChain', 'identifier: "ARB.USDC-@"', 'arbitrum by asset'],
    ['EIP-681', 'ethereum:@', 'ethereum by uri'],
    ['EIP-681 with a chain id', '<a href="ethereum:pay-@@8453">', 'base by uri'],
    ['an explorer', '// see https://polygonscan.com/address/@#code', 'polygon by explorer'],
    [
      'the explorer of a test network',
      'https://sepolia.basescan.org/token/@',
      'base-sepolia by explorer',
    ],
    ['an explorer with www', '[USDC](https://www.bscscan.com/token/@)', 'bsc by explorer'],
  ]);
});

describe('the line', () => {
  checkNetworks([
    ['a key', 'const router = { polygon: "@", bsc: "%" };', 'polygon by key'],
    ['the second key', 'const router = { polygon: "%", bsc: "@" };', 'bsc by key'],
    ['a key in quotes', '  "arbitrum-one": "@",', 'arbitrum by key'],
    ['a key in brackets', '  [ChainId.AVALANCHE]: "@",', 'avalanche by key'],
    ['an everyday word as a key', '  base: "@",', 'base by key'],
    ['mainnet as a key', '  mainnet: "@",', 'ethereum by key'],
    ['eth as a key', 'bridges:\n  eth: "@"', 'ethereum by key'],
    ['a constant', 'address constant USDC_POLYGON = @;', 'polygon by name'],
    [
      'a constant of two words',
      'address constant ARBITRUM_SEPOLIA_WETH = @;',
      'arbitrum-sepolia by name',
    ],
    ['an everyday word with an asset', 'address constant USDC_BASE = @;', 'base by name'],
    ['camel case', 'const optimismBridge = "@";', 'optimism by name'],
    ['an environment variable', 'BSC_ROUTER=@', 'bsc by name'],
    ['a comment behind', 'address usdc = @; // Arbitrum One', 'arbitrum by comment'],
    ['a comment behind, everyday', 'address usdc = @; // Base', 'base by comment'],
    ['a comment of a shell', 'USDC=@ # on Linea', 'linea by comment'],
    ['a table', '| Polygon | @ |', 'polygon by name'],
    ['prose', 'The token is deployed on Base at @.', 'base by name'],
    [
      'an entry under a chain id',
      '"networkAddresses": {\n  "1": "@",\n  "10": "%"\n}',
      'ethereum by chainId',
    ],
    [
      'an entry among chain ids',
      'export const weth = {\n  10: "%",\n  137: "@",\n  42161: "%",\n};',
      'polygon by chainId',
    ],
    ['a chain id', '{ chainId: 137, address: "@" }', 'polygon by chainId'],
    ['a chain id in hex', '{ chainId: 0xa4b1, address: "@" }', 'arbitrum by chainId'],
    ['a condition', 'if (block.chainid == 10) return @;', 'optimism by chainId'],
    ['a URL of a node', 'cast call --rpc-url https://polygon-rpc.com @', 'polygon by rpcUrl'],
    [
      'a URL of a node, everyday',
      'cast call --rpc-url https://mainnet.base.org @',
      'base by rpcUrl',
    ],
    [
      'a URL of a provider',
      'cast call --rpc-url https://eth-mainnet.g.alchemy.com/v2/x @',
      'ethereum by rpcUrl',
    ],
    ['bnb smart chain', '// BNB Smart Chain: @', 'bsc by name'],
  ]);
});

describe('what is around the line', () => {
  checkNetworks([
    ['a comment above', '// Polygon PoS\naddress constant usdc = @;', 'polygon by comment'],
    [
      'a doc comment above',
      '/**\n * The router on Arbitrum.\n */\nexport const router = "@";',
      'arbitrum by comment',
    ],
    [
      'the object around',
      'export const tokens = {\n  polygon: {\n    usdc: "@",\n  },\n  bsc: {\n    usdc: "%",\n  },\n};',
      'polygon by section',
    ],
    [
      'the later object',
      'export const tokens = {\n  polygon: {\n    usdc: "%",\n  },\n  bsc: {\n    dai: "%",\n    usdc: "@",\n  },\n};',
      'bsc by section',
    ],
    [
      'two levels',
      'networks: {\n  "optimism": {\n    contracts: {\n      usdc: "@" } } }',
      'optimism by section',
    ],
    [
      'a numeric key',
      'addresses: {\n  "137": {\n    "usdc": "@"\n  },\n  "10": {}\n}',
      'polygon by chainId',
    ],
    [
      'a chain id beside',
      '{\n  "name": "USD Coin",\n  "chainId": 42161,\n  "address": "@",\n  "decimals": 6\n}',
      'arbitrum by chainId',
    ],
    ['a chain id behind', '{\n  "address": "@",\n  "chainId": 8453\n}', 'base by chainId'],
    ['a network beside', '{\n  network: "gnosis",\n  safe: "@"\n}', 'gnosis by key'],
    [
      'a URL of a node beside',
      '{\n  rpcUrl: "https://arb1.arbitrum.io/rpc",\n  router: "@"\n}',
      'arbitrum by rpcUrl',
    ],
    ['a variable around', 'const polygonAddresses = {\n  usdc: "@",\n};', 'polygon by name'],
    ['a function around', 'function deployOnAvalanche() {\n  run("@");\n}', 'avalanche by section'],
    ['a condition around', 'if (block.chainid == 56) {\n  router = @;\n}', 'bsc by chainId'],
    [
      'a section of TOML',
      '[profile.default]\nx = 1\n\n[networks.polygon]\nusdc = "@"',
      'polygon by section',
    ],
    [
      'a parent in YAML',
      'networks:\n  bsc:\n    usdc: "%"\n  celo:\n    router: "%"\n    usdc: "@"',
      'celo by section',
    ],
    ['a heading', '# Deployments\n\n## Polygon\n\n- Router: @', 'polygon by comment'],
    [
      'a banner',
      '// ====== Arbitrum ======\n\naddress a = %;\naddress b = @;',
      'arbitrum by comment',
    ],
    ['a nearer line over the block', 'const polygon = {\n  bscBridge: "@",\n};', 'bsc by key'],
    ['several in an array', 'export const linea = [\n  "%",\n  "@",\n];', 'linea by name'],
  ]);
});

describe('the path, what was selected, the settings', () => {
  const plain = 'address constant usdc = @;';
  checkNetworks([
    ['a folder', plain, 'polygon by path', 'deployments/polygon/Token.json'],
    ['a file', plain, 'arbitrum by path', 'src/addresses.arbitrum.ts'],
    ['an everyday word below a list', plain, 'base by path', 'deployments/base/Token.json'],
    ['a chain id', plain, 'polygon by path', 'broadcast/Deploy.s.sol/137/run-latest.json'],
    ['the code over the path', 'bsc: "@"', 'bsc by key', 'deployments/polygon/Token.json'],
    ['selected', plain, 'celo by selected', { selected: 'celo', defaultChain: 'bsc' }],
    ['the default', plain, 'bsc by setting', { defaultChain: 'bsc' }],
    ['what was selected over the code', 'eip155:137:@', 'celo by selected', { selected: 'celo' }],
    ['a selection of another family', 'polygon: "@"', 'polygon by key', { selected: 'solana' }],
    [
      'what was selected over equal evidence',
      '// Polygon and Celo\nx = @',
      'celo by selected',
      { selected: 'celo' },
    ],
  ]);
});

describe('equal evidence', () => {
  const of = (name: string, code: string, path?: string): NetworkCase => [
    name,
    code,
    'ambiguous',
    path === undefined ? {} : { path, defaultChain: 'ethereum' },
  ];
  checkNetworks([
    of('two names in a comment', '// Polygon and Arbitrum\naddress constant usdc = @;'),
    of('two names behind', 'address usdc = @; // same on Optimism and Base mainnet'),
    of('two names in a constant', 'const polygonToArbitrumBridge = "@";'),
    of('a key of two', '"polygon|bsc": "@"'),
    of('a table of two', '| Polygon, Gnosis Chain | @ |'),
    of('two in prose', 'It was bridged from Avalanche to Fantom by @.'),
    of('two chain ids', 'if (chainId === 10 || chainId === 137) return "@";'),
    of('an object for two', 'const polygonAndBsc = {\n  usdc: "@",\n};'),
    of('a heading for two', '## Arbitrum / Optimism\n\n- Router: @'),
    of('a file of two', 'x = @', 'deployments/polygon-to-arbitrum.json'),
    of('a main network and a test network of another', 'x = @', 'polygon/sepolia.json'),
    of('a test network and its main one', '// polygon, later sepolia\nx = @'),
  ]);

  it('names the candidates', () => {
    const text = `// Polygon and Arbitrum\nx = ${address}`;
    const reading = chainOf(text, scanText(text)[0]!);
    assert.deepEqual(reading.candidates, ['polygon', 'arbitrum']);
    assert.match(chainReasonText(reading), /Polygon, Arbitrum/);
  });
});

describe('no evidence', () => {
  const of = (name: string, code: string, path?: string): NetworkCase => [
    name,
    code,
    'unknown',
    path ?? {},
  ];
  checkNetworks([
    of('a bare address', '@'),
    of('a base token', 'address baseToken = @;'),
    of('a base URL', 'baseUrl: "https://example.org", owner: "@"'),
    of('a scroll view', 'scrollView.owner = "@"'),
    of('core contracts', 'address core = @;', 'contracts/core/Pool.sol'),
    of('a mode', 'setMode("@")'),
    of('an asset', '  ETH: "@",'),
    of('a blast radius', '// the blast radius of @'),
    of('an abstract class', 'abstract contract A { address a = @; }'),
    of('an index', 'const list = {\n  "1": "@",\n};'),
    of('a longer list', 'const list = {\n  "9": "%",\n  "10": "@",\n  "11": "%",\n};'),
    of('a chain that the table has not', 'account: "eip155:987654321:@"'),
    of('a test network that the table has not', '// Polygon Kovan\nx = @'),
    of(
      'a far line',
      `// Polygon\n${'x = 1;\n'.repeat(3)}`.replace('// Polygon', 'const polygon = 1;') +
        'y = "@";',
    ),
    of('a folder called base', 'x = @', 'src/base/Token.ts'),
    of('op as a word', 'const op = "@";'.replace('op', 'opcode')),
  ]);
});

describe('other families', () => {
  for (const [text, chain, reason] of [
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bitcoin', 'address'],
    ['// polygon\nmipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'bitcoin-testnet', 'family'],
    ['polygon: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"', 'tron', 'family'],
    ['shasta: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"', 'tron-shasta', 'key'],
    [
      'https://nile.tronscan.org/#/address/TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      'tron-nile',
      'explorer',
    ],
    ['osmo1clpqr4nrk4khgkxj78fcwwh6dl3uw4epasmvnj', 'osmosis', 'address'],
    [
      '// Solana devnet\nmint: "So11111111111111111111111111111111111111112"',
      'solana-devnet',
      'comment',
    ],
    ['solana mint So11111111111111111111111111111111111111112', 'solana', 'family'],
  ] as const) {
    it(`${text.slice(0, 24)}…: ${chain}`, () => {
      const reading = chainOf(text, scanText(text)[0]!, { defaultChain: 'ethereum' });
      assert.deepEqual([reading.chain, reading.reason], [chain, reason]);
    });
  }
});

describe('the address book', () => {
  const inBook = (
    name: string,
    code: string,
    expected: string,
    context: ChainContext = {},
  ): NetworkCase => [
    name,
    code,
    expected,
    { path: 'deploy/polygon/a.ts', bookNetworks: ['bitcoin', 'bsc'], ...context },
  ];
  checkNetworks([
    inBook('counts in the place of the path', 'const a = "@"', 'bsc by book'),
    inBook('counts before a name', 'const polygon = { a: "@" }', 'bsc by book'),
    inBook('counts before a key', 'polygon: "@"', 'bsc by book'),
    inBook('counts after a chain ID', '{ chainId: 137, a: "@" }', 'polygon by chainId'),
    inBook('counts after a choice', 'const a = "@"', 'base by selected', { selected: 'base' }),
    inBook('counts before the setting', 'a = "@"', 'bsc by book', { defaultChain: 'base' }),
    inBook('says nothing of other families', 'const a = "@"', 'polygon by path', {
      bookNetworks: ['bitcoin'],
    }),
    inBook('decides what a part of a name leaves open', 'OptimismPortalProxy = "@"', 'bsc by book'),
    inBook('counts before a longer name', 'optimismBridge: "@"', 'bsc by book'),
    inBook('counts before a comment', '// mainnet\nconst a = "@"', 'bsc by book'),
  ]);
});
