/** What looks like evidence of a network and is none, on files as small as they can be. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chainOf } from '../../../src/evidence/chainOf.ts';
import { isPayable } from '../../../src/evidence/reasons.ts';
import { scanText } from '../../../src/scan/scan.ts';
import { address, checkNetworks, type NetworkCase } from '../../support/networkCases.ts';

describe('code in a page', () => {
  checkNetworks([
    [
      'a comment is no heading',
      '# Base contracts\n\n```bash\n# Sepolia\nrun\n```\n\n- Vault: @\n',
      'base',
      'a.md',
    ],
    ['nor with tildes', '# Base\n\n~~~~\n# Sepolia\n~~~\n~~~~\n\n- Vault: @\n', 'base', 'a.md'],
    [
      'it heads no table after it',
      '# Deployments\n\n```yaml\n# Optimism\na: 1\n```\n\n## Addresses\n\n| C | Address |\n|--|--|\n| V | @ |\n',
      'unknown',
      'a.md',
    ],
    [
      'a chain ID is that of its own block',
      '# Keeper\n\n```\nCHAIN_ID=80002\n```\n\nThe treasury is @\n',
      'unknown',
      'a.md',
    ],
    ['and counts in it', '# Keeper\n\n```\nCHAIN_ID=137\nVAULT=@\n```\n', 'polygon', 'a.md'],
    ['which a heading encloses', '## Polygon\n\n```toml\n[a]\nv = "@"\n```\n', 'polygon', 'a.md'],
    [
      'a comment in it that differs from the heading asks',
      '## Ethereum\n\n```sh\n# Deploy on Polygon:\nA=@\n```\n',
      'ambiguous',
      'a.md',
    ],
    ...[
      '```0xd8```',
      '- ```\n  x\n  ```',
      '1. ```sh\n   x\n   ```',
      '~~~ none ~~~',
      '```sh\nx',
    ].map((code): NetworkCase => [
      `that ends, or has no end: ${JSON.stringify(code)}`,
      `## Ethereum\n\n${code}\n\n## Polygon\n\n- router: @\n`,
      'polygon',
      'a.md',
    ]),
    [
      'that is left before its end',
      '## Ethereum\n\n- ```sh\n  x\n\n## Polygon\n\n- router: @\n\n```\nx\n```\n',
      'polygon',
      'a.md',
    ],
    ['its language is no network', '```base\nv = "@"\n```\n', 'unknown', 'a.md'],
  ]);
});

describe('an entry in a comment', () => {
  checkNetworks([
    ['behind a bracket', 'const a = { // chainId: 56,\n vault: "@" };', 'unknown'],
    ['of JSON', '{\n  // "currency": "x", "chain": "base"\n "vault": "@"\n}', 'unknown', 'a.jsonc'],
    ['between marks', 'const a = {\n x: 1, /* chainId: 56, */\n vault: "@" };', 'unknown'],
    ['beside the one that counts', 'a = {\n // chainId: 56,\n chainId: 137, v: "@" };', 'polygon'],
    [
      'no slashes in quotes',
      '{"logo":"ipfs://a//c.png","chainId":137,"a":"@"}',
      'polygon',
      'a.json',
    ],
    ['no pattern', '{"include":["src/**/*.ts"],"chainId":137,"a":"@"}', 'polygon', 'a.json'],
    ['no item', '* chainId: 137, address: @\n', 'polygon', 'a.md'],
    ['no URL', 'a = { rpc: "https://a.io", chainId: 137, v: "@" };', 'polygon'],
  ]);
});

describe('numbers that are no chain IDs', () => {
  checkNetworks([
    ['fees', '{"WETH/USDC":{"100":"@","500":"%","3000":"%","10000":"%"}}', 'unknown', 'a.json'],
    [
      'fees below a folder',
      '{"100":"@","500":"%","3000":"%"}',
      'arbitrum',
      'deployments/arbitrum/a.json',
    ],
    ['years', '{"2020":"@","2021":"%"}', 'unknown', 'a.json'],
    ['years of contracts', 'const contracts = {2020: "@", 2021: "%"}', 'unknown'],
    ['versions', 'const contractVersions = {1: "@", 2: "%"}', 'unknown'],
    ['counts', 'const contracts = {1: "@", 2: "%"}', 'unknown'],
    ['but addresses by ID', 'const addresses = {1: "@", 5: "%"}', 'ethereum'],
    ['and those of one machine', 'const addresses = {137: "@", 31337: "%"}', 'polygon'],
    ['and a year beside Ethereum', 'const vaults = {1: "%", 2020: "@"}', 'ronin'],
    ['and one of the registries', 'const bridgeAddresses = {321: "%", 25: "@"}', 'cronos'],
    ['and a batch of swaps', 'const batchSwapContract = {10: "@", 56: "%"}', 'optimism'],
    ['and a round one beside Ethereum', 'const addresses = {1: "%", 5000: "@"}', 'mantle'],
  ]);
});

describe('the one chain ID of a file', () => {
  checkNetworks([
    [
      'is not that of another part',
      '{ "source": {"bridge": "@"}, "target": {"chainId": 137, "bridge": "%"} }',
      'unknown',
      'a.json',
    ],
    [
      'nor in YAML',
      'source:\n  bridge: "@"\ntarget:\n  chainId: 137\n  bridge: "%"\n',
      'unknown',
      'a.yaml',
    ],
    [
      'counts where the part is its network',
      'vault: "@"\nnetwork:\n  chainId: 137\n  weth: "%"\n',
      'polygon',
      'a.yaml',
    ],
    ['and where it has no address', '{ "v": "@", "x": { "chainId": 137 } }', 'polygon', 'a.json'],
  ]);
});

describe('an asset is no network', () => {
  checkNetworks([
    ['in its currency', '[{"currency":"MATIC","address":"@"}]', 'unknown', 'a.json'],
    ['beside its chain', '[{"currency":"ETH","chain":"Base","address":"@"}]', 'base', 'a.json'],
    ['but for one that is called so', '# Arbitrum\n\n- Celo: @\n', 'celo', 'a.md'],
    ['as the label of an item', '# Arbitrum\n\n- ETH: @\n- USDC: %\n', 'arbitrum', 'a.md'],
  ]);
});

describe('a network that the text leaves out', () => {
  checkNetworks([
    ['of all', '- Base: %\n\n- All networks except Celo: @\n', 'unknown', 'a.md'],
    ['as an item', '- Not on Polygon: @\n', 'unknown', 'a.md'],
    ['with others', '// All chains except zkSync and Linea\nconst a = "@";', 'unknown'],
    ['in a sentence', '// not deployed on Optimism\nconst a = "@";', 'unknown'],
    ['for another', '// not deployed on Optimism, but on Linea\nconst a = "@";', 'linea'],
    ['before a comma', '// Unlike Polygon, Linea uses this router\nconst a = "@";', 'linea'],
    ['in a name', 'NOT_POLYGON = "@"', 'unknown', 'a.py'],
    ['in a name of several words', 'const isNotPolygon = "@"', 'unknown'],
    ['and not one among others', '// not only on Polygon\nconst a = "@";', 'polygon'],
  ]);
});

describe('the name of a test network', () => {
  checkNetworks([
    ['behind a verb', 'function getSepoliaEthConfig() { return C(@); }', 'sepolia', 'a.sol'],
    ['behind two words', 'function setUpSepolia() { feed = @; }', 'sepolia', 'a.sol'],
    ['of BNB Smart Chain', 'chapel: "@"\nbsc: "%"\n', 'bsc-testnet', 'a.yaml'],
  ]);
});

describe('the next statement', () => {
  checkNetworks([
    ['after an assignment', 'base.pool = "@"; optimism.pool = "%";', 'unknown'],
    ['after a call', 'vault.set("@"); polygonVault.set("%")', 'unknown'],
    [
      'after an argument',
      'm = Map.of(Map.entry("x", "@"), Map.entry("optimism", "%"));',
      'unknown',
    ],
  ]);
});

describe('rows of a file', () => {
  checkNetworks([
    ['with semicolons', 'network;name;address\npolygon;V;@\nbase;V;%\n', 'polygon', 'a.csv'],
    ['with a comma in a title', 'name;chain;address (hex, lower)\nV;base;@\n', 'base', 'a.csv'],
    ['with tabs', 'network\tname\taddress\npolygon\tV\t@\nbase\tV\t%\n', 'polygon', 'a.tsv'],
  ]);
});

describe('mainnet alone', () => {
  const cases: readonly (readonly [string, string, string | null])[] = [
    ['deployments/mainnet/Vault.json', `{"a":"${address}"}`, 'ethereum'],
    ['README.md', `| C | Mainnet | Sepolia |\n|--|--|--|\n| V | ${address} | - |\n`, 'ethereum'],
    ['docs/optimism/a.md', `| C | Mainnet | Sepolia |\n|--|--|--|\n| V | ${address} | - |\n`, null],
    ['a.md', `# Linea\n\n| C | Mainnet | Sepolia |\n|--|--|--|\n| V | ${address} | - |\n`, 'linea'],
  ];
  for (const [path, text, network] of cases) {
    it(`pays for no call on Ethereum: ${path} ${text.slice(0, 8)}`, () => {
      const [found] = scanText(text, { path });
      assert.ok(found);
      const reading = chainOf(text, found, { path });
      assert.equal(reading.chain, network);
      assert.equal(isPayable(reading), network === 'linea');
    });
  }
});
