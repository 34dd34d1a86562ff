/** What the text around bytes in hex, or a name, must say before they count as an address. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chainOf } from '../../../src/evidence/chainOf.ts';
import { mayBeKey, readAddress } from '../../../src/scan/parse.ts';
import { canonicalOf } from '../../../src/addresses/occurrence.ts';
import { scanText } from '../../../src/scan/scan.ts';

const digits = '7b8a1c2d3e4f5061728394a5b6c7d8e9f0a1b2c3d4e5f60718293a4b5c6d7e8f';
const hex = `0x${digits}`;
/** Tether on TRON, as its nodes write it. */
const tron = '41a614f803b6fd780986a42c78ec9c7f77e6ded13c';
const felt = '0x049d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7';

/** A text, and the network of the only address in it. */
const addresses: Readonly<Record<string, readonly [text: string, chain: string]>> = {
  'a pair of network and address': [`["Sui", "${hex}"],`, 'sui'],
  'the nearest of two pairs': [`["Sui", "0x2"], ["Aptos", "${hex}"]`, 'aptos'],
  'a key of a map': [`treasuries: {\n  ethereum: "0x0",\n  sui: "${hex}",\n}`, 'sui'],
  'the name of a constant': [`const SUI_TREASURY = "${hex}";`, 'sui'],
  'a head of YAML': [`aptos:\n  mainnet:\n    owner: "${hex}"\n`, 'aptos'],
  'a sibling that names the network': [`{ address: "${hex}", chain: "aptos" }`, 'aptos'],
  'an account of an explorer': [`https://suiscan.xyz/mainnet/account/${hex}`, 'sui'],
  'a call of an SDK': [
    `import { SuiClient } from "@mysten/sui/client";\n\nawait client.getBalance({ owner: "${hex}" });`,
    'sui',
  ],
  'a package in a type of Move': [`// Sui\ncoinType: "${hex}::usdc::USDC"`, 'sui'],
  'an account that a command names': [`aptos account list --account ${hex}`, 'aptos'],
  'CAIP-10 of Sui': [`sui:mainnet:${hex}`, 'sui'],
  'a contract of Starknet': [`export const starknet = { token: "${felt}" };`, 'starknet'],
  'wallet-core, CoinAddressDerivationTests.cpp, Aptos': [
    'Aptos: "0xce2fd04ac9efa74f17595e5785e847a2399d7e637f5e8179244f76191f653276"',
    'aptos',
  ],
  'wallet-core, CoinAddressDerivationTests.cpp, Sui': [
    'Sui: "0x870deb25d5c0a4d7250d52d5cd58dacca2d51eb2a120a979b13384cd52e21e1b"',
    'sui',
  ],
  'wallet-core, CoinAddressDerivationTests.cpp, NEAR': [
    'NEAR address: "ee93a4f66f8d16b819bb9beb9ffccdfcdc1412e87fee6a324c2a99a1e0e67148"',
    'near',
  ],
  'multicoin-address-validator, test/wallet_address_validator.js, Aptos': [
    `valid('0xaabf25b0c115130a4ad88bfa08627c5a103b7851e90869c23fadaf0512dd5133', 'aptos');`,
    'aptos',
  ],
  'the same without the zero': [`// Starknet\ncontract: "0x${felt.slice(3)}"`, 'starknet'],
  'a file of Cairo': [
    `use starknet::ContractAddress;\nfn owner() -> felt252 { let owner_address = ${felt}; }`,
    'starknet',
  ],
  'a named account of NEAR': [`["Near", "contract.portalbridge.near"]`, 'near'],
  'an argument of a call of NEAR': [
    `import { connect } from "near-api-js";\nconst account = await near.account("alice.testnet");`,
    'near-testnet',
  ],
  'a command of NEAR': ['near call wrap.near near_deposit --accountId x', 'near'],
  'a page about an account of NEAR': ['https://nearblocks.io/address/wrap.near', 'near'],
  'CAIP-10 of NEAR': ['near:mainnet:wrap.near', 'near'],
  'an account by its name alone': ['contractId: "guestbook.testnet"', 'near-testnet'],
  'an owner': ['owner: "alice.near"', 'near'],
  'an owner below another top-level account': ['near: { owner: "alice.tg" }', 'near'],
  'what an account is compared with': ['if (token.accountId === "wrap.testnet") {', 'near-testnet'],
  'an account of an account': ['const CHEDDAR_ID = "token.cheddar.near";', 'near'],
  'one of several in a string': [`const pool = 'token.v2.ref-finance.near|79';`, 'near'],
  'a word of a comment': ['// NEAR: vasya.near has full access', 'near'],
  'a word of a string': ['log("near create bob.testnet --useLedgerPK")', 'near-testnet'],
  'a page of an account': ['https://near.social/devhub.near/widget/app', 'near'],
  'an account whose key is spoken of': [
    '// NEAR\n// the private key for account <alice.testnet>',
    'near-testnet',
  ],
  'a pool of NEAR': ['{ "staking_pool_id": "figment.near" }', 'near'],
  'an implicit account': [`use near_sdk::env;\nlet receiver_id = "${digits}";`, 'near'],
  'a key that names TRON': [`tron: { usdt: "${tron}" }`, 'tron'],
  'a variable that names TRON': [`const tronUsdt = "0x${tron}";`, 'tron'],
  'a standard for tokens of TRON': [`{ "contract_address": "${tron}", "type": "trc20" }`, 'tron'],
  'the form of TRON’s library': [`// TRON\ndefaultAddress: { hex: "${tron}" }`, 'tron'],
  'a test of a checksum': [
    `import { TronWeb } from "tronweb";${'\n'.repeat(300)}isChecksumAddress('${tron.toUpperCase()}')`,
    'tron',
  ],
  'a class that is named after TRON': [
    'TronWeb.isAddress("TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC")',
    'tron',
  ],
  'a class that is named after Stellar': [
    'StellarAccount.load("GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ")',
    'stellar',
  ],
  'a class that is named after Bitcoin': [
    'BitcoinAddress.parse("1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2")',
    'bitcoin',
  ],
  'a test network of TRON': [`tron: { shasta: { owner_address: "${tron}" } }`, 'tron-shasta'],
};

const others: Readonly<Record<string, string>> = {
  'no network named': `const address = "${hex}";`,
  'a network in another entry': `{ sui: "0x2" }\n\nconst root = { owner: "${hex}" };`,
  'a transaction': `// Sui\ntxHash: "${hex}"`,
  'a digest': `{ chain: "sui", digest: "${hex}" }`,
  'a page about a transaction': `https://suiscan.xyz/mainnet/tx/${hex}`,
  'the hash of a class': `starknet: { class_hash: "${felt}" }`,
  'a hash that a test expects': `// Starknet\nexpect(typeHash).toBe("${felt}");`,
  'a result that a test expects': `// Starknet\nexpect(toHex(result)).toMatchInlineSnapshot(\n  \`"${felt}"\`);`,
  'what a test of a key expects': `// Starknet\nassert.equal("${felt}", starkKey);`,
  'a number that is converted': `// Starknet\nhexToDecimalString("${felt}")`,
  'an argument after the name of a hash': `// Starknet\nnew Account("classHash", "${felt}")`,
  'the text of a link to a class': `Starknet: [${felt}](https://voyager.online/class/${felt})`,
  'an object': `sui: { treasuryCapObject: "${hex}", objectId: "${hex}" }`,
  'a pool, which is an object': `// Sui\nconst pool = { poolId: "${hex}", pool_id: "${hex}" };`,
  'the ID of a token that a bridge gives it': `sui: { tokenId: "${hex}" }`,
  'a public key': `aptos: { publicKey: "${hex}" }`,
  'a private key': `aptos: { privateKey: "${hex}" }`,
  'a private key called otherwise': `# Sui\nSUI_SECRET="${hex}"`,
  'a signer': `sui: { key: "${hex}" }`,
  'a seed in a list': `// Aptos private keys\n["${hex}", "${hex}"]`,
  'a mask': `sui: "0x${'f'.repeat(64)}"`,
  'short addresses in types of Move': 'sui: "0x2::sui::SUI", aptos: "0x1::aptos_coin::AptosCoin"',
  'a number that Starknet cannot have': `starknet: { token: "${hex}" }`,
  'another network between': `sui: {\n  ethereum: { bridge: "${hex}" },\n}`,
  'a word that begins like one': `suite: { owner: "${hex}" }, pursuit: "${hex}"`,
  'a key of NEAR': `near: { publicKey: "ed25519:6E8sCci9badyRkXb3JoRpBj5p8C6Tw41ELDZoiihKEtp" }`,
  'a hash of NEAR': `use near_sdk::env;\nlet code_hash = "${digits}";`,
  'a member of an object': 'near: { network: networks.main.near, other: config.testnet }',
  'a host': 'near: { rpc: "https://rpc.mainnet.near.org", other: "archival.testnet.near.org" }',
  'a name in prose without NEAR': 'Write to "alice.near" or "bob.testnet".',
  'a member in code': '// NEAR\nconst wallet = window.near, url = networks.testnet;',
  'a member that a string speaks of': '// NEAR\nlog("set window.near first, or config.testnet");',
  'a version of a test network': 'tag: "v4.1.testnet"',
  'a host of a test network': 'endpoint: "rpc.testnet"',
  'a host in Togo': 'const site = "www.example.tg", address = "example.tg"; // .near',
  'a name in quotes without NEAR': 'const words = ["come.near", "go.testnet"];',
  'a key of a dictionary': 'import "near-api-js";\nt("errors.near");',
  'a file that is imported': 'import "near-api-js";\nimport x from "./config.near";',
  'capitals in a name': 'near: { owner: "Alice.near" }',
  'TRON’s version, and no TRON': `const token = "${tron}", other = "0x${tron}";`,
  'text in hex': `const reason = "${Buffer.from('ACTION_DOES_NOT_EXIST').toString('hex')}";`,
  'TRON inside of a word': `electron: { id: "${tron}" }`,
  'a hash beside TRON': `tron: { txID: "${tron}" }`,
  'another network between TRON and it': `tron: { ethereum: { token: "${tron}" } }`,
  'the first piece of a key': `// TRON\nconst a1 = "${tron}", a2 = "${digits.slice(42)}";`,
  'a piece of a key on a line of its own': `// TRON\n"${tron}" +\n"${digits.slice(42)}"`,
  'a key of TRON by its name': `const tronPrivateKey = "${tron}";`,
  'two separators in a name': 'near: { owner: "alice..near" }',
};

describe('an address that a test or a link shows', () => {
  const cases: Readonly<Record<string, readonly [text: string, count: number]>> = {
    'an address that a test expects': [
      `// Sui\nexpect(publicKey.toSuiAddress()).toEqual(\n  "${hex}");`,
      1,
    ],
    'an account that a test expects': [`// Sui\nexpect(accountId).toBe("${hex}");`, 1],
    'the text of a link to another file': [`Starknet: [${felt}](./notes.md)`, 1],
    'the text of a link to a contract': [
      `Starknet: [${felt}](https://voyager.online/contract/${felt})`,
      2,
    ],
  };
  for (const [name, [text, count]] of Object.entries(cases)) {
    it(name, () => assert.equal(scanText(text).length, count, text));
  }
});

describe('an address that only the text around it shows', () => {
  for (const [name, [text, chain]] of Object.entries(addresses)) {
    it(name, () => {
      const found = scanText(text);
      assert.deepEqual(
        found.map((one) => chainOf(text, one).chain),
        [chain],
        text,
      );
    });
  }

  it('has 64 digits in lower case as its one spelling', () => {
    const [short] = scanText(`// Starknet\ncontract: "0x${felt.slice(3).toUpperCase()}"`);
    assert.equal(short && canonicalOf(short), felt);
  });

  it('has base58 as its one spelling on TRON', () => {
    for (const text of [tron, `0x${tron.toUpperCase()}`]) {
      const [found] = scanText(`tron: { usdt: "${text}" }`);
      assert.equal(found && canonicalOf(found), 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
    }
  });
});

describe('text that looks like such an address', () => {
  for (const [name, text] of Object.entries(others)) {
    it(name, () => assert.deepEqual(scanText(text), [], text));
  }
});

describe('64 hex digits as an argument', () => {
  it('are an address only with a network whose addresses are such', () => {
    for (const input of [hex, digits]) assert.equal(readAddress(input).ok, false);
    for (const chain of ['ethereum', 'solana', 'no-network', 'near']) {
      assert.equal(readAddress(hex, chain).ok, false, chain);
    }
    for (const chain of ['sui', 'aptos']) assert.ok(readAddress(hex, chain).ok, chain);
    assert.ok(readAddress(felt, 'starknet').ok);
    assert.equal(readAddress(hex, 'starknet').ok, false, 'above its numbers');
    assert.ok(readAddress(digits, 'near').ok);
  });

  it('may be a key, and nothing else may', () => {
    assert.ok(mayBeKey(hex, 'sui') && mayBeKey(digits, 'near') && mayBeKey(felt, 'starknet'));
    assert.ok(!mayBeKey('alice.near', 'near') && !mayBeKey(hex, 'ethereum'));
    assert.ok(!mayBeKey('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'ethereum'));
  });
});

describe('a name among other words', () => {
  const text = (name: string): string => `# NEAR\n\n${name}\n`;
  const cases: Readonly<Record<string, readonly [path: string, text: string, count: number]>> = {
    'is an account in a document': ['a.md', text('Account <test_fro.testnet> was deleted.'), 1],
    'is one in a table': ['a.md', text('| 14 | sweat.near | 100 % |'), 1],
    'is one where values need no quotes': ['deploy.sh', text('contract=guestbook.testnet'), 1],
    'is one beside an account of an account': [
      'a.ts',
      `x = { 'v2.ref-finance.near': 1, 'usdc.fakes.testnet': 2 };`,
      2,
    ],
    'is one in quotes, with two names before `near`': ['a.ts', 'f("v2.ref-finance.near");', 1],
    'is one in backticks of a document': ['a.md', 'Its contract is `v2.ref-finance.near`.', 1],
    'is one where it is a value of YAML': ['a.yaml', 'contract: v2.ref-finance.near\n', 1],
    'is one in a comment': ['a.ts', '// Sent to v2.ref-finance.near', 1],
    'is one in a sentence': ['a.md', 'Fees go to fees.v2.ref-finance.near today.', 1],
    'is one in a list of YAML': ['a.yaml', 'fees: [fees.v2.ref-finance.near]\n', 1],
    'is none that a comment assigns to': ['a.ts', '// light.shadow.camera.near = 0.5;', 0],
    'is no member of a camera in quotes': ['a.ts', 'track("settings.camera.near");', 0],
    'is no key of a dictionary': ['a.ts', 't("labels.distance.near"); t("a.b.near");', 0],
    'is none of a camera beside one': ['a.ts', 'k = "ui.camera.near";\n// Set camera.near', 0],
    'is no abbreviation before `near`': ['a.md', text('Some, e.g.near the end, i.e.near it.'), 0],
    'is none in a document that does not name NEAR': ['a.md', 'Come near. See alice.near.', 0],
    'is none in code': ['a.js', text('const url = guestbook.testnet'), 0],
    'is none in a path': ['a.md', text('~/.near-credentials/testnet/alice.testnet/key'), 0],
    'is none in a mail address': ['a.md', text('bob@alice.near'), 0],
    'is none that heads a section': ['a.toml', text('[connection.testnet]'), 0],
  };
  for (const [name, [path, whole, count]] of Object.entries(cases)) {
    it(name, () => assert.equal(scanText(whole, { path }).length, count, whole));
  }
});
