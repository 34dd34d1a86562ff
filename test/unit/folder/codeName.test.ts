import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AddressCollection } from '../../../src/folder/folderAddresses.ts';
import { FileSearch } from '../../../src/folder/fileSearch.ts';
import { Inventory } from '../../../src/folder/inventory.ts';
import type { ScannedAddress } from '../../../src/folder/addressTable.ts';
import { codeNameAt } from '../../../src/evidence/codeName.ts';
import { leastCpuMs } from '../../support/timing.ts';

const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

const nameIn = (code: string): string | undefined => {
  const text = code.replace('ADDR', address);
  return codeNameAt(text, text.indexOf(address), address.length);
};

describe('the name that the code gives an address', () => {
  for (const [code, name] of [
    // Constants and variables.
    ['address public constant TREASURY = ADDR;', 'TREASURY'],
    ['IERC20 constant usdc = IERC20(ADDR);', 'usdc'],
    ['IPool pool = IPool(address(payable(ADDR)));', 'pool'],
    ["export const WETH: Address = 'ADDR';", 'WETH'],
    ["const router: `0x${string}` = 'ADDR'", 'router'],
    ['let vault = getAddress("ADDR")', 'vault'],
    ['VAULT := common.HexToAddress("ADDR")', 'VAULT'],
    ['export TREASURY=ADDR', 'TREASURY'],
    ['this.payouts = "ADDR"', 'payouts'],
    ['pub const BRIDGE: Address = address!("ADDR");', 'BRIDGE'],
    // Records of deployment tools have the addresses of senders.
    ['{"contractName": "Treasury", "transaction": {"from": "ADDR", "gas": "0x1"}}', undefined],
    ['{"Vault": {"receipt": {"logs": [{"address": "ADDR"}]}}}', undefined],
    ['{"Vault": {"contract": {"address": "ADDR"}}}', 'Vault'],
    // Keys.
    [`{ "impls": { "${'62e52f00'.repeat(8)}": { "address": "ADDR" } } }`, undefined],
    [`{ Vault: { "${'62e52f00'.repeat(5)}": "ADDR" } }`, 'Vault'],
    ['{ "6f1c2d3e-0a1b-4c2d-8e3f-112233445566": "ADDR" }', undefined],
    ['{ FEED: "ADDR" }', 'FEED'],
    ['{ usdc: "ADDR" }', 'usdc'],
    ['  "Team Safe": "ADDR",', 'Team Safe'],
    ["'vault' => 'ADDR',", 'vault'],
    ['treasury: ADDR', 'treasury'],
    ['{ "ADDR": "Treasury" }', 'Treasury'],
    ['{ USDC: { mainnet: "ADDR", base: "0x1" } }', 'USDC'],
    ['{ USDC: { "1": "ADDR" } }', 'USDC'],
    ['[{ "name": "Aave Pool", "address": "ADDR" }]', 'Aave Pool'],
    ['{ address: "ADDR", symbol: "DAI" }', 'DAI'],
    ['contracts: { Vault: { abi: [], address: "ADDR" } }', 'Vault'],
    // Cells.
    ['| Treasury | `ADDR` | Base |', 'Treasury'],
    ['| [WETH](https://a.test) | ADDR |', 'WETH'],
    ['ADDR,Payouts,12', 'Payouts'],
    ['{ a: [{ name: "Inner" }], address: "ADDR", name: "Outer" }', 'Outer'],
    // For a payment, its payee; for a network, the key before it.
    ['{ to: "ADDR", name: "Alice" }', 'Alice'],
    ['{ safe: "gno:ADDR" }', 'safe'],
    ['vault = "eip155:100:ADDR"', 'vault'],
    ['safe: gno:ADDR', 'safe'],
    ['treasury:ADDR', 'treasury'],
    ['{vault:ADDR}', 'vault'],
    // Similar to a function or a condition, but neither.
    ['interface Settings { owner?: "ADDR" }', 'owner'],
    ['{ a: ok ? b : c, vault: "ADDR" }', 'vault'],
    ['{ a: b?.c, vault: "ADDR" }', 'vault'],
    ['Is it this one? vault: "ADDR"', 'vault'],
    ['{ [ok ? "a" : "b"]: 1, vault: "ADDR" }', 'vault'],
    ['const pools = load(() => ({ usdc: "ADDR" }))', 'usdc'],
    ['did = "did:pkh:eip155:1:ADDR"', 'did'],
    ['function f() { vault = "ADDR"; }', 'vault'],
    // No name: a network is a location, in any spelling.
    ['Bitcoin: ADDR', undefined],
    ['{ moonbeam: "ADDR" }', undefined],
    ['AVAX_FUJI = "ADDR"', undefined],
    ['{ USDC: { baseSepolia: "ADDR" } }', 'USDC'],
    ['https://app.safe.global/home?safe=eth:ADDR', undefined],
    ['link = "https://app.safe.global/home?safe=eth:ADDR"', undefined],
    ['link: https://a.test/?a=ADDR', undefined],
    ['it("works", async () => { const account = "ADDR"', undefined],
    ['users.forEach((user) => { send({ to: "ADDR" })', undefined],
    ['users.forEach(user => { send({ to: "ADDR" })', undefined],
    ['const pay = async (): Promise<void> => { send({ to: "ADDR" })', undefined],
    ['all = { pay(user) { send({ to: "ADDR" }) } }', undefined],
    ['t = chain == 1 ? WETH : "ADDR"', undefined],
    ['t = chain==1?WETH:"ADDR"', undefined],
    ['t = isMain\n  ? WETH\n  : "ADDR"', undefined],
    ['t = isMain ?\n  WETH :\n  "ADDR"', undefined],
    ['t = a ? { usdc: 1 } : b ? WETH : "ADDR"', undefined],
    ['did:pkh:eip155:1:ADDR', undefined],
    ['{ id: "did:pkh:eip155:1:ADDR" }', undefined],
    ['{ to: "ADDR", amount: 1 }', undefined],
    ['"gno:ADDR"', undefined],
    ['  - gno:ADDR', undefined],
    ['  - eip155:42161:ADDR', undefined],
    ['"eip155:42161:ADDR"', undefined],
    ['[{ "address": "0x1", "name": "Other" }, { "address": "ADDR" }]', undefined],
    ['{ name: "Package", list: [{ address: "ADDR" }] }', undefined],
    ['transfer(ADDR, 12);', undefined],
    ['if (token == ADDR) return;', undefined],
    ['require(msg.sender != ADDR);', undefined],
    ['["ADDR", "0x1"]', undefined],
    ['// see ADDR', undefined],
    ['{ "address": "ADDR" }', undefined],
    ['{ "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB49": "ADDR" }', undefined],
    ['| 12 | ADDR |', undefined],
  ] as const) {
    it(`is ${name ?? 'none'} in ${code}`, () => assert.equal(nameIn(code), name));
  }

  it('takes time that is linear in the text near it, whatever that is', () => {
    for (const filler of [
      '{',
      '(',
      '"',
      ' ',
      ':',
      '=',
      '|',
      'name',
      '[',
      'a,',
      '?',
      ')',
      'a ? ',
      '}',
      '=>',
      '://',
    ]) {
      const text = `${filler.repeat(50_000)}"${address}"${filler.repeat(50_000)}`;
      const ms = leastCpuMs(() => {
        for (let times = 0; times < 100; times++) codeNameAt(text, text.indexOf(address), 42);
      }, 1_000);
      assert.ok(ms < 1_000, `${filler}: ${ms} ms`);
    }
  });
});

describe('the names of an inventory and of a folder', () => {
  const inFile = (name?: string): ScannedAddress => ({
    ...{ canonical: address, family: 'evm', network: 'base', isAssumed: false },
    ...{ line: 2, column: 0, length: 42 },
    ...(name === undefined ? {} : { name }),
  });
  const put = (inventory: Inventory, path: string, found: readonly ScannedAddress[]): void => {
    Array.from(inventory.putFile(0, path, found));
  };

  const files = new FileSearch({
    ...{ folder: '/nowhere', listed: undefined, keyTextsIn: undefined, namesCode: true },
  });
  /** The search of a folder in a file with the address on each line. */
  const found = (path: string, ...names: readonly (string | undefined)[]) =>
    files.contentOfText(
      { path, networks: [] },
      names
        .map((name) => (name === undefined ? `pay(${address});` : `${name} = "${address}"`))
        .join('\n'),
    );

  it('are those of the first file that gives one, and go with it', () => {
    const inventory = new Inventory();
    put(inventory, 'a.ts', [inFile()]);
    put(inventory, 'b.ts', [inFile('WETH')]);
    put(inventory, 'c.ts', [inFile('weth9')]);
    const [id = -1] = inventory.addresses.idsOf('evm', address);
    assert.deepEqual(inventory.codeNames.of(id), {
      folder: 0,
      path: 'b.ts',
      line: 2,
      name: 'WETH',
    });
    put(inventory, 'b.ts', [inFile()]);
    assert.equal(inventory.codeNames.of(id)?.name, 'weth9');
    inventory.deleteFile(0, 'c.ts');
    assert.equal(inventory.codeNames.of(id), undefined);
  });

  it('are those of source code where a data or environment file has another one', () => {
    const inOrder = [
      ['.env.example', 'SAFE_ADDRESS'],
      ['config/safe.json', 'safe'],
      ['contracts/Pay.sol', 'OPS'],
      ['scripts/pay.ts', 'ops'],
    ] as const;
    for (const order of [inOrder, inOrder.toReversed()]) {
      const inventory = new Inventory();
      const collection = new AddressCollection(new Map());
      for (const [path, name] of order) {
        put(inventory, path, [inFile(name)]);
        collection.addFile({ path, isNewName: false, isExempt: false }, found(path, name));
      }
      const [id = -1] = inventory.addresses.idsOf('evm', address);
      assert.equal(inventory.codeNames.of(id)?.name, 'OPS');
      assert.equal(collection.all()[0]?.codeName, 'OPS');
      inventory.deleteFile(0, 'contracts/Pay.sol');
      inventory.deleteFile(0, 'scripts/pay.ts');
      assert.equal(inventory.codeNames.of(id)?.name, 'SAFE_ADDRESS');
    }
  });

  it('are the first ones of a file, also where an earlier place in it has none', () => {
    const [inventory, collection] = [new Inventory(), new AddressCollection(new Map())];
    put(inventory, 'a.ts', [inFile(), inFile('WETH'), inFile('weth9')]);
    const file = { path: 'a.ts', isNewName: false, isExempt: false };
    collection.addFile(file, found('a.ts', undefined, 'WETH', 'weth9'));
    const [id = -1] = inventory.addresses.idsOf('evm', address);
    assert.equal(inventory.codeNames.of(id)?.name, 'WETH');
    assert.equal(collection.all()[0]?.codeName, 'WETH');
  });

  const transaction = { contractName: 'Vault', contractAddress: address };
  const token = { chainId: 8453, address, name: 'Vault Share', symbol: 'VS' };
  const ofTools = [
    ['deployments/base/Vault.json', JSON.stringify({ address }), 'Vault'],
    [
      'broadcast/Deploy.s.sol/8453/run-latest.json',
      JSON.stringify({ transactions: [transaction] }),
      'Vault',
    ],
    ['team.tokenlist.json', JSON.stringify({ tokens: [token] }), 'Vault Share'],
    ['script/Deploy.s.sol', `vm.label(${address}, "Vault");`, 'Vault'],
    [
      'script/Own.s.sol',
      `address constant TREASURY = ${address};\nvm.label(0x${'3'.repeat(40)}, "Other");`,
      'TREASURY',
    ],
    ['config/vault.json', JSON.stringify({ vault: address }), 'vault'],
  ] as const;
  for (const [path, text, name] of ofTools) {
    it(`are those that a tool has written: ${path}`, () => {
      const { addresses } = files.contentOfText({ path, networks: [] }, text);
      const [first] = Array.from(addresses, (each) => each.name);
      assert.equal(first, name);
    });
  }

  it('are those of a tool on their own network', () => {
    const tokens = [
      { chainId: 1, address, name: 'One', symbol: 'A' },
      { chainId: 56, address, name: 'Other', symbol: 'B' },
    ].map(({ name, symbol, ...token }) => ({ symbol, ...token, tokenName: name }));
    const text = JSON.stringify({ tokens }, null, 1);
    const { addresses } = files.contentOfText({ path: 'team.tokenlist.json', networks: [] }, text);
    const names = Array.from(addresses, (each) => each.name);
    assert.deepEqual(names, ['A', 'B']);
  });

  it('are not those of a tool in a file that is larger than such files are', () => {
    const text = JSON.stringify({ address, source: ' '.repeat(4_194_304) });
    const { addresses } = files.contentOfText(
      { path: 'deployments/base/Vault.json', networks: [] },
      text,
    );
    assert.deepEqual(
      Array.from(addresses, (each) => each.name),
      [undefined],
    );
  });
});
