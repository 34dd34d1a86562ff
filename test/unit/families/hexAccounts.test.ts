/** Which values of `0x` and 32 bytes are accounts, and which only look like them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accountOf } from '../../../src/addresses/occurrence.ts';
import { chainOf } from '../../../src/evidence/chainOf.ts';
import type { Family } from '../../../src/networks/networks.ts';
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

  for (const [name, text, path] of [
    ['two networks', `// Sui\n// Aptos\n\n\n\n\n\nx = ${type};`, 'a.ts'],
    ['no network', `# Module \`${account}::acl_manage\`\n`, 'acl_manage.md'],
    ['no network, in data', `{"coins":[{"type":${type}}]}`, 'coins.json'],
  ] as const) {
    it(`is of one of both families where the text names ${name}`, () =>
      assert.deepEqual(found(text, path), [`move ${account}`]));
  }

  it('needs a module behind its digits, which are no counted ones', () => {
    for (const text of [`${account}::1`, account, `0x${'1234'.repeat(16)}::coin::COIN`]) {
      assert.deepEqual(found(`x = "${text}";`, 'a.ts'), []);
    }
  });

  it('has the networks of both families to choose from, and counts as none before', () => {
    const text = `x = ${type};`;
    const [address] = scanText(text, { path: 'a.ts' });
    assert.ok(address);
    const reading = chainOf(text, address, { path: 'a.ts' });
    assert.deepEqual([reading.chain, reading.candidates], [null, ['sui', 'aptos']]);
    assert.equal(chainOf(text, address, { path: 'a.ts', selected: 'sui' }).chain, 'sui');
    assert.equal(chainOf(text, address, { path: 'a.ts', listed: 'aptos' }).chain, 'aptos');
    assert.equal(chainOf(text, address, { path: 'a.ts', selected: 'base' }).chain, null);
  });

  it('is the account that an entry or a row names on either network', () => {
    const of = (family: Family): string => accountOf({ text: account, family });
    assert.equal(of('sui'), of('move'));
    assert.equal(of('aptos'), of('move'));
    assert.notEqual(of('starknet'), of('move'));
  });
});

describe('Move.toml', () => {
  it('has addresses of either where it names no framework', () =>
    assert.deepEqual(found(`[addresses]\nacl = "${account}"\n`, 'Move.toml'), [`move ${account}`]));

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
