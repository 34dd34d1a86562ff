import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chainOf, type ChainContext } from '../../../src/evidence/chainOf.ts';
import { reasonText, type ReasonKind } from '../../../src/evidence/reasons.ts';
import { scanText } from '../../../src/scan/scan.ts';

const A = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const B = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

interface Case {
  readonly name: string;
  /** The address in question stands where `@` does; `%` is another one. */
  readonly code: string;
  readonly chain: string | null;
  readonly reason: ReasonKind;
  readonly context?: ChainContext;
}

function check({ name, code, chain, reason, context }: Case): void {
  it(`${name}: ${chain ?? reason}`, () => {
    const text = code.replaceAll('%', B).replace('@', A);
    const occurrence = scanText(text).find((one) => one.text === A);
    assert.ok(occurrence);
    const reading = chainOf(text, occurrence, context);
    assert.deepEqual([reading.chain, reading.reason], [chain, reason], reasonText(reading));
    assert.equal(reading.chain === null, reading.strength === 'none');
    assert.ok(reasonText(reading).length > 0);
  });
}

const told = (
  name: string,
  code: string,
  chain: string,
  reason: ReasonKind,
  path?: string,
): Case => ({ name, code, chain, reason, ...(path !== undefined && { context: { path } }) });

describe('the spelling', () => {
  [
    told('CAIP-10', 'account: "eip155:137:@"', 'polygon', 'caip10'),
    told('CAIP-10 over the key', 'bsc: "eip155:42161:@"', 'arbitrum', 'caip10'),
    told('EIP-3770', 'safe = "gno:@"', 'gnosis', 'shortName'),
    told('EIP-3770 in a URL', 'https://app.safe.global/home?safe=oeth:@', 'optimism', 'shortName'),
    told('an asset of THORChain', 'identifier: "ARB.USDC-@"', 'arbitrum', 'asset'),
    told('EIP-681', 'ethereum:@', 'ethereum', 'uri'),
    told('EIP-681 with a chain id', '<a href="ethereum:pay-@@8453">', 'base', 'uri'),
    told('an explorer', '// see https://polygonscan.com/address/@#code', 'polygon', 'explorer'),
    told(
      'the explorer of a test network',
      'https://sepolia.basescan.org/token/@',
      'base-sepolia',
      'explorer',
    ),
    told('an explorer with www', '[USDC](https://www.bscscan.com/token/@)', 'bsc', 'explorer'),
  ].forEach(check);
});

describe('the line', () => {
  [
    told('a key', 'const router = { polygon: "@", bsc: "%" };', 'polygon', 'key'),
    told('the second key', 'const router = { polygon: "%", bsc: "@" };', 'bsc', 'key'),
    told('a key in quotes', '  "arbitrum-one": "@",', 'arbitrum', 'key'),
    told('a key in brackets', '  [ChainId.AVALANCHE]: "@",', 'avalanche', 'key'),
    told('an everyday word as a key', '  base: "@",', 'base', 'key'),
    told('mainnet as a key', '  mainnet: "@",', 'ethereum', 'key'),
    told('eth as a key', 'bridges:\n  eth: "@"', 'ethereum', 'key'),
    told('a constant', 'address constant USDC_POLYGON = @;', 'polygon', 'name'),
    told(
      'a constant of two words',
      'address constant ARBITRUM_SEPOLIA_WETH = @;',
      'arbitrum-sepolia',
      'name',
    ),
    told('an everyday word with an asset', 'address constant USDC_BASE = @;', 'base', 'name'),
    told('camel case', 'const optimismBridge = "@";', 'optimism', 'name'),
    told('an environment variable', 'BSC_ROUTER=@', 'bsc', 'name'),
    told('a comment behind', 'address usdc = @; // Arbitrum One', 'arbitrum', 'comment'),
    told('a comment behind, everyday', 'address usdc = @; // Base', 'base', 'comment'),
    told('a comment of a shell', 'USDC=@ # on Linea', 'linea', 'comment'),
    told('a table', '| Polygon | @ |', 'polygon', 'name'),
    told('prose', 'The token is deployed on Base at @.', 'base', 'name'),
    told(
      'an entry under a chain id',
      '"networkAddresses": {\n  "1": "@",\n  "10": "%"\n}',
      'ethereum',
      'chainId',
    ),
    told(
      'an entry among chain ids',
      'export const weth = {\n  10: "%",\n  137: "@",\n  42161: "%",\n};',
      'polygon',
      'chainId',
    ),
    told('a chain id', '{ chainId: 137, address: "@" }', 'polygon', 'chainId'),
    told('a chain id in hex', '{ chainId: 0xa4b1, address: "@" }', 'arbitrum', 'chainId'),
    told('a condition', 'if (block.chainid == 10) return @;', 'optimism', 'chainId'),
    told('a URL of a node', 'cast call --rpc-url https://polygon-rpc.com @', 'polygon', 'rpcUrl'),
    told(
      'a URL of a node, everyday',
      'cast call --rpc-url https://mainnet.base.org @',
      'base',
      'rpcUrl',
    ),
    told(
      'a URL of a provider',
      'cast call --rpc-url https://eth-mainnet.g.alchemy.com/v2/x @',
      'ethereum',
      'rpcUrl',
    ),
    told('bnb smart chain', '// BNB Smart Chain: @', 'bsc', 'name'),
  ].forEach(check);
});

describe('what is around the line', () => {
  [
    told('a comment above', '// Polygon PoS\naddress constant usdc = @;', 'polygon', 'comment'),
    told(
      'a doc comment above',
      '/**\n * The router on Arbitrum.\n */\nexport const router = "@";',
      'arbitrum',
      'comment',
    ),
    told(
      'the object around',
      'export const tokens = {\n  polygon: {\n    usdc: "@",\n  },\n  bsc: {\n    usdc: "%",\n  },\n};',
      'polygon',
      'section',
    ),
    told(
      'the later object',
      'export const tokens = {\n  polygon: {\n    usdc: "%",\n  },\n  bsc: {\n    dai: "%",\n    usdc: "@",\n  },\n};',
      'bsc',
      'section',
    ),
    told(
      'two levels',
      'networks: {\n  "optimism": {\n    contracts: {\n      usdc: "@" } } }',
      'optimism',
      'section',
    ),
    told(
      'a numeric key',
      'addresses: {\n  "137": {\n    "usdc": "@"\n  },\n  "10": {}\n}',
      'polygon',
      'chainId',
    ),
    told(
      'a chain id beside',
      '{\n  "name": "USD Coin",\n  "chainId": 42161,\n  "address": "@",\n  "decimals": 6\n}',
      'arbitrum',
      'chainId',
    ),
    told('a chain id behind', '{\n  "address": "@",\n  "chainId": 8453\n}', 'base', 'chainId'),
    told('a network beside', '{\n  network: "gnosis",\n  safe: "@"\n}', 'gnosis', 'key'),
    told(
      'a URL of a node beside',
      '{\n  rpcUrl: "https://arb1.arbitrum.io/rpc",\n  router: "@"\n}',
      'arbitrum',
      'rpcUrl',
    ),
    told('a variable around', 'const polygonAddresses = {\n  usdc: "@",\n};', 'polygon', 'name'),
    told(
      'a function around',
      'function deployOnAvalanche() {\n  run("@");\n}',
      'avalanche',
      'section',
    ),
    told('a condition around', 'if (block.chainid == 56) {\n  router = @;\n}', 'bsc', 'chainId'),
    told(
      'a section of TOML',
      '[profile.default]\nx = 1\n\n[networks.polygon]\nusdc = "@"',
      'polygon',
      'section',
    ),
    told(
      'a parent in YAML',
      'networks:\n  bsc:\n    usdc: "%"\n  celo:\n    router: "%"\n    usdc: "@"',
      'celo',
      'section',
    ),
    told('a heading', '# Deployments\n\n## Polygon\n\n- Router: @', 'polygon', 'comment'),
    told(
      'a banner',
      '// ====== Arbitrum ======\n\naddress a = %;\naddress b = @;',
      'arbitrum',
      'comment',
    ),
    told('a nearer line over the block', 'const polygon = {\n  bscBridge: "@",\n};', 'bsc', 'key'),
    told('several in an array', 'export const linea = [\n  "%",\n  "@",\n];', 'linea', 'name'),
  ].forEach(check);
});

describe('the path, what was selected, the settings', () => {
  const plain = 'address constant usdc = @;';
  [
    told('a folder', plain, 'polygon', 'path', 'deployments/polygon/Token.json'),
    told('a file', plain, 'arbitrum', 'path', 'src/addresses.arbitrum.ts'),
    told('an everyday word below a list', plain, 'base', 'path', 'deployments/base/Token.json'),
    told('a chain id', plain, 'polygon', 'path', 'broadcast/Deploy.s.sol/137/run-latest.json'),
    told('the code over the path', 'bsc: "@"', 'bsc', 'key', 'deployments/polygon/Token.json'),
    {
      name: 'selected',
      code: plain,
      chain: 'celo',
      reason: 'selected',
      context: { selected: 'celo', defaultChain: 'bsc' },
    },
    {
      name: 'the default',
      code: plain,
      chain: 'bsc',
      reason: 'setting',
      context: { defaultChain: 'bsc' },
    },
    {
      name: 'what was selected over the code',
      code: 'eip155:137:@',
      chain: 'celo',
      reason: 'selected',
      context: { selected: 'celo' },
    },
    {
      name: 'a selection of another family',
      code: 'polygon: "@"',
      chain: 'polygon',
      reason: 'key',
      context: { selected: 'solana' },
    },
    {
      name: 'what was selected over equal evidence',
      code: '// Polygon and Celo\nx = @',
      chain: 'celo',
      reason: 'selected',
      context: { selected: 'celo' },
    },
  ].forEach((one) => check(one as Case));
});

describe('equal evidence', () => {
  for (const [name, code, path] of [
    ['two names in a comment', '// Polygon and Arbitrum\naddress constant usdc = @;'],
    ['two names behind', 'address usdc = @; // same on Optimism and Base mainnet'],
    ['two names in a constant', 'const polygonToArbitrumBridge = "@";'],
    ['a key of two', '"polygon|bsc": "@"'],
    ['a table of two', '| Polygon, Gnosis Chain | @ |'],
    ['two in prose', 'It was bridged from Avalanche to Fantom by @.'],
    ['two chain ids', 'if (chainId === 10 || chainId === 137) return "@";'],
    ['an object for two', 'const polygonAndBsc = {\n  usdc: "@",\n};'],
    ['a heading for two', '## Arbitrum / Optimism\n\n- Router: @'],
    ['a file of two', 'x = @', 'deployments/polygon-to-arbitrum.json'],
    ['a main network and a test network of another', 'x = @', 'polygon/sepolia.json'],
    ['a test network and its main one', '// polygon, later sepolia\nx = @'],
  ] as const) {
    check({
      name,
      code,
      chain: null,
      reason: 'ambiguous',
      ...(path !== undefined && { context: { path, defaultChain: 'ethereum' } }),
    });
  }

  it('names the candidates', () => {
    const text = `// Polygon and Arbitrum\nx = ${A}`;
    const reading = chainOf(text, scanText(text)[0]!);
    assert.deepEqual(reading.candidates, ['polygon', 'arbitrum']);
    assert.match(reasonText(reading), /polygon and arbitrum/);
  });
});

describe('no evidence', () => {
  for (const [name, code, path] of [
    ['a bare address', '@'],
    ['a base token', 'address baseToken = @;'],
    ['a base URL', 'baseUrl: "https://example.org", owner: "@"'],
    ['a scroll view', 'scrollView.owner = "@"'],
    ['core contracts', 'address core = @;', 'contracts/core/Pool.sol'],
    ['a mode', 'setMode("@")'],
    ['an asset', '  ETH: "@",'],
    ['a blast radius', '// the blast radius of @'],
    ['an abstract class', 'abstract contract A { address a = @; }'],
    ['an index', 'const list = {\n  "1": "@",\n};'],
    ['a longer list', 'const list = {\n  "9": "%",\n  "10": "@",\n  "11": "%",\n};'],
    ['a chain that the table has not', 'account: "eip155:987654321:@"'],
    ['a test network that the table has not', '// Polygon Kovan\nx = @'],
    [
      'a far line',
      `// Polygon\n${'x = 1;\n'.repeat(3)}`.replace('// Polygon', 'const polygon = 1;') +
        'y = "@";',
    ],
    ['a folder called base', 'x = @', 'src/base/Token.ts'],
    ['op as a word', 'const op = "@";'.replace('op', 'opcode')],
  ] as const) {
    check({
      name,
      code,
      chain: null,
      reason: 'unknown',
      ...(path !== undefined && { context: { path } }),
    });
  }
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
    [chain, reason]: readonly [string | null, ReasonKind],
    context: ChainContext = {},
  ): Case => ({
    ...{ name, code, chain, reason },
    context: { path: 'deploy/polygon/a.ts', bookNetworks: ['bitcoin', 'bsc'], ...context },
  });
  [
    inBook('counts in the place of the path', 'const a = "@"', ['bsc', 'book']),
    inBook('counts before a name', 'const polygon = { a: "@" }', ['bsc', 'book']),
    inBook('counts before a key', 'polygon: "@"', ['bsc', 'book']),
    inBook('counts after a chain ID', '{ chainId: 137, a: "@" }', ['polygon', 'chainId']),
    inBook('counts after a choice', 'const a = "@"', ['base', 'selected'], { selected: 'base' }),
    inBook('counts before the setting', 'a = "@"', ['bsc', 'book'], { defaultChain: 'base' }),
    inBook('says nothing of other families', 'const a = "@"', ['polygon', 'path'], {
      bookNetworks: ['bitcoin'],
    }),
    inBook('decides what a part of a name leaves open', 'OptimismPortalProxy = "@"', [
      'bsc',
      'book',
    ]),
    inBook('counts before a longer name', 'optimismBridge: "@"', ['bsc', 'book']),
    inBook('counts before a comment', '// mainnet\nconst a = "@"', ['bsc', 'book']),
  ].forEach(check);
});
