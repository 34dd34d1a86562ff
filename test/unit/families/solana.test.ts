/** What the text around 32 bytes of base58 must say before they count as an address of Solana. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { encodeBase58 } from '../../../src/encodings/base58.ts';
import { scanText } from '../../../src/scan/scan.ts';

const account = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q';
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

const addresses: Readonly<Record<string, string>> = {
  'the class of web3.js': `const treasury = new PublicKey("${account}");`,
  'a parser in Rust': `let owner = Pubkey::from_str("${account}").unwrap();`,
  'a macro in Rust': `const OWNER: Pubkey = pubkey!("${account}");`,
  'the ID of a program': `declare_id!("${account}");`,
  'a parser in Go': `owner := common.PublicKeyFromString("${account}")`,
  'a key of a map': `export const bridges = {\n  solana: "${account}",\n  near: "portal.near",\n};`,
  'a head far above': `solana: {\n${'  // no word about the network\n'.repeat(900)}  list: ["${account}"],\n}`,
  'a head in YAML': `bridges:\n  solana:\n    - label: one\n      holder: ${account}\n`,
  'a pair of network and address': `["Solana", "${account}"]`,
  'a sibling that names the network': `{ "chainName": "solana", "baseDenom": "${account}" }`,
  'a suite of tests': `describe("Solana", () => {\n  it("holds", () => hold("${account}"));\n});`,
  'a list with the name of a network in a value, by chance': `solana: ["7Np41oeYqPefeNQEHSv1UDh9sei9", "${account}"]`,
  'a log of a transaction': `Program ${account} invoke [1]`,
  'Anchor.toml': `[programs.localnet]\nescrow = "${account}"`,
  'an IDL': `{"instructions":[{"accounts":[{"name":"a","isMut":true,"isSigner":false}]}],"metadata":{"address":"${account}"}}`,
  'a plain list with the wrapped token': `So11111111111111111111111111111111111111112\n${account}\n`,
  'the file of a logo': `"logoURI": "https://example.org/solana/${account}.png"`,
  'an account of a transaction': `{ "chain": "solana", "keys": [{ "key": "${account}", "isSigner": false }] }`,
  'the collection of a token': `{ "chain": "solana", "collection": { "verified": true, "key": "${account}" } }`,
  'a parameter of a URL': `https://raydium.io/swap?spl-token=${account}`,
  'a variable of a shell': `# Solana\nexport MINT=${account}`,
  'an address that a hash is beside': `address_from_recent_blockhash_impl("${account}"); // solana`,
  'a line break in a string': `const text = 'Solana treasury:\\n${account}';`,
  'an explorer': `https://solscan.io/account/${account}`,
};

const others: Readonly<Record<string, string>> = {
  'a key in an object without signers': `{ "chain": "solana", "wallet": { "key": "${account}" } }`,
  'a private key beside a signer': `{ "chain": "solana", "privateKey": "${account}", "isSigner": true }`,
  'a key whose object another one follows': `// solana\n{ "key": "${account}", "of": { "isSigner": true } }`,
  'what follows the padding of base64': `// solana\nQ29udGVudA==${account}`,
  'pubkey alone': `pubkey: "${account}"`,
  'publicKey alone': `publicKey: "${account}"`,
  'a key of NEAR': `// bridge from solana\nkey: ed25519:${account}`,
  'a member of NEAR beside Solana': `near: { owner: "${account}" }, solana: { owner: "x" }`,
  'a sibling that names NEAR': `{ "chain": "near", "owner": "${account}" } // and solana`,
  'a variable of NEAR': `const NEAR_BLOCK = "${account}"; // before the solana transfer`,
  'a key of Indy': `// did:sov, not solana\nverkey: "${account}"`,
  'a digest of Sui': `// solana and sui\ndigest: "${account}"`,
  'a parsed hash': `let hash = Hash::from_str("${account}"); // solana`,
  'a recent block hash': `solana: { recentBlockhash: "${account}" }`,
  'a parsed hash in Go': `hash := solana.MustHashFromBase58("${account}")`,
  'the result of a transaction hash': `solana: { txHashResult: "${account}" }`,
  'a genesis hash': `solana: { genesisHash: "${account}" }`,
  'a list of block hashes': `const solanaBlockhashes = ["${account}", "${mint}"];`,
  'a block hash in XML': `<solana><block_hash>${account}</block_hash></solana>`,
  'the name of a factory token': `// from Solana\ndenom: "factory/osmo1q77cw0mmlluxu0wr29fcdd0tdnh78gzhkvhe4n6ulal9qvrtu43qtd0nh8/${account}"`,
  'the name of a bridged token': `// from Solana\ndisplay: "wormhole/${account}/8"`,
  'a source file of Solidity': `"contracts/Token.sol": "${account}"`,
  'a content ID in a path': `solana metadata at /ipfs/${account}`,
  'a transaction in a path': `solana explorer: https://example.org/tx/${account}`,
};

/** Thirty-two bytes each, which nothing names. */
const items = Array.from({ length: 12 }, (_, index) =>
  encodeBase58(createHash('sha256').update(`item ${index}`).digest()),
).filter(({ length }) => length > 42);

const lists: Readonly<Record<string, readonly [path: string, text: string]>> = {
  lines: ['positions.txt', items.join('\n')],
  'lines with amounts': ['airdrop.csv', items.map((each) => `${each},100`).join('\n')],
  'a column with a header': [
    'wallets.csv',
    `id;wallet;since\n${items.map((each, row) => `${row};${each};2026-01-02 12:00`).join('\n')}`,
  ],
  'an array in JSON': ['allowlist.json', JSON.stringify(items, null, 1)],
  'an array on one line': ['allowlist.json', JSON.stringify(items)],
};

const otherLists: Readonly<Record<string, readonly [path: string, text: string]>> = {
  'two lines': ['positions.txt', items.slice(0, 2).join('\n')],
  'a file of hashes': ['tx_hashes.txt', items.join('\n')],
  'a column of hashes': [
    'rows.csv',
    `id,block_hash\n${items.map((each, row) => `${row},${each}`).join('\n')}`,
  ],
  'a list of signatures': ['a.json', `{"signatures": ${JSON.stringify(items)}}`],
  'objects with names': [
    'a.json',
    JSON.stringify(
      items.map((value) => ({ value })),
      null,
      1,
    ),
  ],
  'a file about Sui': ['sui/a.txt', items.join('\n')],
  'paths of content': ['a.txt', items.map((each) => `/x/${each}`).join('\n')],
};

describe('a list of 32 bytes of base58 that nothing names', () => {
  const foundIn = (path: string, text: string): string[] =>
    scanText(text, { path }).flatMap((found) => (found.family === 'solana' ? [found.text] : []));
  for (const [name, [path, text]] of Object.entries(lists)) {
    it(`has accounts of Solana: ${name}`, () => assert.deepEqual(foundIn(path, text), items));
  }
  for (const [name, [path, text]] of Object.entries(otherLists)) {
    it(`has none: ${name}`, () => assert.deepEqual(foundIn(path, text), []));
  }
});

describe('32 bytes of base58 are an address of Solana', () => {
  for (const [name, text] of Object.entries(addresses)) {
    it(name, () =>
      assert.ok(
        scanText(text).some((found) => found.text === account),
        text,
      ),
    );
  }
});

describe('32 bytes of base58 are something else', () => {
  for (const [name, text] of Object.entries(others)) {
    it(name, () =>
      assert.deepEqual(
        scanText(text).filter(({ family }) => family === 'solana'),
        [],
        text,
      ),
    );
  }
});
