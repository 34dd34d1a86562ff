/** What looks like evidence of a network and is none, on files as small as they can be. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chainOf } from '../../../src/evidence/chainOf.ts';
import { isPayable } from '../../../src/evidence/reasons.ts';
import { scanText } from '../../../src/scan/scan.ts';
import { address, checkNetworks } from '../../support/networkCases.ts';

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
    ['its language is no network', '```base\nv = "@"\n```\n', 'unknown', 'a.md'],
  ]);
});

describe('an entry in a comment', () => {
  checkNetworks([
    ['behind a bracket', 'const a = { // chainId: 56,\n vault: "@" };', 'unknown'],
    ['of JSON', '{\n  // "currency": "x", "chain": "base"\n "vault": "@"\n}', 'unknown', 'a.jsonc'],
    ['between marks', 'const a = {\n x: 1, /* chainId: 56, */\n vault: "@" };', 'unknown'],
    ['beside the one that counts', 'a = {\n // chainId: 56,\n chainId: 137, v: "@" };', 'polygon'],
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
