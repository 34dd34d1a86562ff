/** On which networks a hover pays automatically: chosen, or named by evidence that is measured. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chainOf, type ChainContext } from '../../../src/evidence/chainOf.ts';
import { isPayable, type Strength } from '../../../src/evidence/reasons.ts';
import { chainReasonText } from '../../../src/messages/networks.ts';
import { scanText } from '../../../src/scan/scan.ts';

const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

type Row = readonly [name: string, code: string, strength: Strength, context?: ChainContext];

const pays: readonly Row[] = [
  ['a selected network', 'x = "@"', 'chosen', { selected: 'celo' }],
  ['its characters after CAIP-10', 'eip155:137:@', 'exact'],
  ['the explorer of its URL', 'https://basescan.org/address/@', 'exact'],
  ['a chain ID beside it', '{ chainId: 137, a: "@" }', 'exact'],
  ['a chain ID as its key', 'addresses = { "137": { a: "@" } }', 'exact'],
  ['a rule of the address book', 'x = "@"', 'book', { bookNetworks: ['base'] }],
  ['a key', 'polygon: "@"', 'structural'],
  ['`mainnet` among others', '{ mainnet: "@", polygon: "", base: "" }', 'structural'],
  ['a section', 'networks: {\n  polygon: {\n    a: "@" } }', 'structural'],
  ['a folder of deployments', 'x = "@"', 'structural', { path: 'deployments/base/T.json' }],
  ['the URL of a picture', 'logo: "https://a.org/blockchains/base/assets/@/logo.png"', 'exact'],
  ['an entry of the file', 'network: base\ntoken: "@"', 'structural', { path: 'a.yaml' }],
  ['the setting', 'x = "@"', 'default', { defaultChain: 'base' }],
  ['a network always assumed here', 'x = "@"', 'default', { alwaysAssumed: 'base' }],
];

const asks: readonly Row[] = [
  ['a comment', '// Polygon\nx = "@"', 'words'],
  ['a name', 'USDC_POLYGON = "@"', 'words'],
  ['a key with more words', 'polygonBridge: "@"', 'words'],
  ['a function', 'function deployOnAvalanche() {\n  run("@");\n}', 'words'],
  ['prose', 'The token is on Polygon at @.', 'words'],
  ['a URL of a node beside it', 'cast call --rpc-url https://polygon-rpc.com @', 'words'],
  ['an alias of a fork', 'vm.createSelectFork("bsc");\nx = @;', 'words'],
  ['a file name', 'x = "@"', 'words', { path: 'src/polygonAddresses.ts' }],
  ['`mainnet`, which each network calls its own', '{ mainnet: "@" }', 'words'],
  [
    'a constant of the file',
    'const blockchain = NAME.ETHEREUM;\nx = "@"',
    'none',
    { path: 'a.ts' },
  ],
  ['a parameter that is called so', 'constructor(bool _mainnet) {\n  a = @;\n}', 'none'],
  ['a section of it', '#### Mainnet\n\n@', 'words', { path: 'a.md' }],
  ['an ID that only registries have', '{ chainId: 777, a: "@" }', 'exact'],
  ['such an ID as a key', 'addresses = { "8008": { a: "@" } }', 'exact'],
  [
    'a folder that only registries have',
    'x = "@"',
    'structural',
    { path: 'deployments/zkatana/T.json' },
  ],
  ['a picture', "{ chainId: 10, logo: 'https://a.org/@.png' }", 'words'],
  ['the default of the setting', 'x = "@"', 'default', { assumed: 'ethereum' }],
  [
    'other places of the address',
    'x = "@"',
    'words',
    { elsewhere: { network: 'base', path: 'b' } },
  ],
  ['two names', '// Polygon and Celo\nx = "@"', 'none'],
];

describe('a network that a hover pays on', () => {
  for (const [rows, expected] of [
    [pays, true],
    [asks, false],
  ] as const) {
    for (const [name, code, strength, context = {}] of rows) {
      it(`${expected ? 'pays' : 'asks'} for ${name}: ${strength}`, () => {
        const text = code.replace('@', address);
        const [found] = scanText(text);
        assert.ok(found);
        const reading = chainOf(text, found, context);
        assert.deepEqual(
          [reading.strength, isPayable(reading)],
          [strength, expected],
          chainReasonText(reading),
        );
      });
    }
  }
});
