/** Which values of `0x` and 32 bytes are accounts, and which only look like them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scanText } from '../../../src/scan/scan.ts';

const account = '0x3a91f7c25d0e48b6a1c4f3e2d5b69780c8a7e6f5d4c3b2a190817263544f5e6d';
const ether = '0x049d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7';
/** Starknet's documentation, "Contract functions": `balanceOf`. */
const selector = '0x2e4263afad30923c891518314c3c95dbe830a16874e8abc5777a9a20b54c76e';

const found = (text: string, path: string): string[] =>
  scanText(text, { path }).map((each) => `${each.family} ${each.text}`);

describe('a type of Move', () => {
  const type = `"${account}::usdc::USDC"`;
  for (const [name, text, expected] of [
    [
      'of the network that the file names',
      `const aptos = new Aptos(config);\nx = ${type};`,
      'aptos',
    ],
    ['of the other one', `import { SuiClient } from "@mysten/sui";\nx = ${type};`, 'sui'],
  ] as const) {
    it(`is an account ${name}`, () =>
      assert.deepEqual(found(text, 'a.ts'), [`${expected} ${account}`]));
  }

  it('is none of two networks', () =>
    assert.deepEqual(found(`// Sui\n// Aptos\n\n\n\n\n\nx = ${type};`, 'a.ts'), []));
});

describe('Move.toml', () => {
  const manifest = (git: string, subdir: string): string =>
    `[package]\nname = "Acl"\n\n[dependencies.F]\ngit = "${git}"\nsubdir = "${subdir}"\n\n[addresses]\nacl = "${account}"\n`;
  for (const [network, text] of [
    ['aptos', manifest('https://github.com/aptos-labs/aptos-core.git', 'aptos-framework')],
    ['sui', manifest('https://github.com/MystenLabs/sui.git', 'crates/sui-framework')],
  ] as const) {
    it(`has addresses of ${network}, whatever their names`, () => {
      assert.deepEqual(found(text, 'Move.toml'), [`${network} ${account}`]);
      assert.deepEqual(found(text, 'other.toml'), []);
    });
  }
});

describe('a number of Starknet', () => {
  it('is an address, and no selector of a common entry point', () =>
    assert.deepEqual(
      found(`{"method":"starknet_call","calldata":["${ether}","${selector}"]}`, 'a.json'),
      [`starknet ${ether}`],
    ));

  it('is none if it is a text', () => {
    const text = `0x${Buffer.from('Starknet is a network of proofs').toString('hex')}`;
    assert.deepEqual(found(`starknet: { owner: "${text}" }`, 'a.json'), []);
    assert.equal(found(`starknet: { owner: "${ether}" }`, 'a.json').length, 1);
  });
});
