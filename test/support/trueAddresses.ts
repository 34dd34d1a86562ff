/**
 * Addresses beside what only looks like a piece of a key: hashes, ids, amounts, other addresses, and
 * names that speak of keys without naming one. Made from a counter, so that each run has the same.
 */
import { base58, bech32, createBase58check } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';
import { toEip55 } from '../../src/encodings/evmChecksum.ts';

export interface TrueAddress {
  readonly text: string;
  readonly address: string;
  readonly offset: number;
  readonly template: string;
}

const bytesOf = (seed: string): Uint8Array => sha256(new TextEncoder().encode(seed));
const hex = (seed: string, digits: number): string =>
  (
    Buffer.from(bytesOf(seed)).toString('hex') + Buffer.from(bytesOf(`${seed}+`)).toString('hex')
  ).slice(0, digits);

const evm = (seed: string): string => `0x${hex(seed, 40)}`;

/** A is the address, B and C others of its family; H digits of a hash; the rest speak for themselves. */
const evmTemplates: readonly string[] = [
  'const token = "A"; // H40',
  '{ "address": "A", "transactionHash": "0xH64" }',
  '{ "transactionHash": "0xH64", "address": "A" }',
  '  "A",\n  "0xH64",\n',
  '  "0xH64",\n  "A",\n',
  '  0xH64\n  A\n  0xH64\n',
  '["A", "B", "C"]',
  '["A", "0xH64", "B", "0xH64"]',
  'A\nB\nC\n',
  'A,1000000000000000000\nB,2500000000000000000000000\n',
  'transfer("A", 1000000000000000000)',
  'transfer("A", "1000000000000000000000000")',
  'call("A", "0xa9059cbb", "0xH64")',
  'calldata = "0xa9059cbb000000000000000000000000H40H64"; to = "A"',
  'commit H40\nAuthor: someone\n\n  moved to A\n',
  'git checkout H40 # deploys A',
  '{ "_id": "H24", "address": "A" }',
  '{ "_id": ObjectId("H24"), "wallet": "A" }',
  '{"$oid":"H24"},"A"',
  '_id,address\nH24,A\nH24,B\n',
  'id: U\naddress: A\n',
  '"U", "A"',
  '"A", "U"',
  '{ privateKey: "0xH64", address: "A" }',
  '{ address: "A", privateKey: "0xH64" }',
  '{"A": {"privateKey": "0xH64"}}',
  '"private_keys": {"A": "H64"}',
  'const privateKey = process.env.PRIVATE_KEY;\nconst usdc = "A";',
  'const owner = "A";\nconst secretKey = load();',
  'Account #0: A (10000 ETH)\nPrivate Key: 0xH64\n',
  'cast send A "transfer(address,uint256)" B 1 --private-key $PRIVATE_KEY',
  'cast send --private-key $PRIVATE_KEY A "mint()"',
  'PRIVATE_KEY=0xH64 cast call A "name()"',
  'const signer = "A";',
  'const deployer = "A"; // H7',
  'address private owner = A;',
  'secretToken: "A",',
  'address keyManager = A;',
  'onlySecretHolder(A)',
  'privateSale = IPrivateSale(A);',
  'privateTransfer("A", amount)',
  'contract SecretSanta {\n  address constant GIFT = A;\n}',
  'contract PrivateSale {\n  address constant TOKEN = A;\n}',
  'describe("private key import", () => {\n  const usdc = "A";\n});',
  'function loadSecretKey() {\n  const usdc = "A";\n}',
  'expect(deriveAddress(privateKey)).toBe("A")',
  'assert(addressOf(secretKey) == "A")',
  'seedRound = "A"',
  'topics: ["0xH64", "0x000000000000000000000000H40"], address: "A"',
  'mapping: { A: 1, B: 2 }',
  '| token | address |\n|--|--|\n| X | A |\n| Y | B |\n',
  '| address | private key |\n|--|--|\n| A | 0xH64 |\n',
  'address,private_key\nA,0xH64\nB,0xH64\n',
  'https://etherscan.io/address/A#code',
  'eip155:1:A',
  '<a href="https://etherscan.io/address/A">A2</a>',
  '<td>A</td><td>H16</td>',
  'to: A\nvalue: 0xde0b6b3a7640000\ndata: 0xH64\n',
  '// public key of the bridge\nconst bridge = "A";',
  '// the address of the key holder\nconst holder = "A";',
  'The private key of A is lost.',
  'color: "#deadbe", wallet: "A", color2: "#facade"',
  'bytes32 salt = 0xH64;\naddress deployed = A;',
  'md5: H32\ntoken: A\n',
  'sha256:H64  A\n',
  '"A": "H32",\n"B": "H32",\n',
  'seeds = [b"vault"]; authority = "A"',
  'if (privateKey) {\n  to = "A";\n}',
  '0x000000000000000000000000H40\nA\n',
  'ipfs://bafyH40 A',
  '{ PK: "A", SK: "META" }',
  '{"model": "app.wallet", "pk": "A"}',
  'PRIVATE_KEY=\nOWNER=A',
  'cast send --keypair k.json A',
  '["A", 1e18, 1705312200, 18500000]',
  'stake("A", 100e18, 1700000000, 31536000)',
  'signerKey = "A"',
  'const ownerKey = "A";',
  '{ deployerKey: "A" }',
  'wallet = "A"',
  'const signer = "A";',
  'key: A',
  '{ "O": "A" }',
  'O,A\nO,B\n',
  '["O", "A"]',
  'id: O\naddress: A\n',
  '{ SEED: "A" }',
  '{"PRV": "A"}',
  '["SEED", "A"]',
  'new Token("PRV", "A")',
  '{ symbol: "SEED", address: "A" }',
  'SEED,A\nUSDC,B\n',
  '| PRV | A |',
];

const solanaTemplates: readonly string[] = [
  'new PublicKey("A")',
  'const mint = new PublicKey("A"); // H40',
  'publicKey: "A",',
  '{ "publicKey": "A", "secretKey": [1, 2, 3] }',
  'const programId = "A";',
  'wallet: "A",',
  'wallets = ["A", "B"]',
  '{ signer: "A" }',
  'const signers = [\n  "A",\n  "B",\n];',
  'seedProgram: "A",',
  'declare_id!("A");',
  'mints = ["A", "B", "C"]',
  'A\nB\nC\n',
  'MINTS=("A" "B")',
  'pubkey: "A", signature: "S"',
  'vaultSeeds: ["A"]',
  'payer.publicKey.toBase58() === "A"',
  'Keypair.generate(); const owner = new PublicKey("A");',
  'https://solscan.io/account/A',
  'mint: "A", decimals: 6, symbol: "USDC9abc"',
  '["A", "Bonk4Ever"]',
  'spl-token transfer A 10 B',
  'const secretKey = load();\nconst mint = "A";',
  'accountKeys: ["A", "B"],',
  'authority = "A"; // H64',
  '{ WIF: "A" }',
  '{"WIF": "A"}',
  'const WIF_MINT = "A";',
  '"A", // WIF',
  '| WIF | A |',
  '{ PRV: "A" }',
  '{ ENTROPY: "A" }',
  'solana transfer --keypair k.json A 1',
  'spl-token transfer --owner key.json A 1 B',
  '{ SEED: "A" }',
  '{"SEED": "A"}',
  '["SEED", "A"]',
  'new Token("PRV", "A")',
  '| SEED | A |',
  'const wallet = new PublicKey("A");',
  'wallet: { mint: "A" }',
  '"keys": [{ "pubkey": "A" }]',
  'https://solscan.io/token/A',
  '{ "type": "private", "address": "A" }',
  '{ "name": "Private Sale", "value": "A" }',
  'walletAddress = "A"',
  'echo A > address.txt',
];

const otherTemplates: readonly string[] = [
  'to: "A", txid: "H64"',
  'A H64\n',
  'const cold = "A"; // private key is in the vault',
  '["A", "H24"]',
  'A,H40,1\n',
  'secretDonations = "A"',
];

/** Names that an address with a right checksum has all the same. */
const checkedTemplates: readonly string[] = [
  'entropy: "A"',
  'signerKey = "A"',
  '{"ownerKey": "A"}',
  'credentials = "A"',
  'secret: A',
];

const base58check = createBase58check(sha256);
const versioned = (version: number) => (seed: string) =>
  base58check.encode(Uint8Array.from([version, ...bytesOf(seed).subarray(0, 20)]));

const families: readonly (readonly [
  make: (seed: string) => string,
  templates: readonly string[],
  rounds: number,
])[] = [
  [evm, evmTemplates, 5],
  [(seed) => toEip55(evm(seed)), evmTemplates, 5],
  [(seed) => base58.encode(bytesOf(`s${seed}`)), solanaTemplates, 8],
  [(seed) => toEip55(evm(seed)), checkedTemplates, 6],
  [versioned(0x00), [...otherTemplates, ...checkedTemplates], 6],
  [versioned(0x41), otherTemplates, 6],
  [
    (seed) => bech32.encode('cosmos', bech32.toWords(bytesOf(seed).subarray(0, 20))),
    otherTemplates,
    6,
  ],
  [
    (seed) => `0:${hex(seed, 64)}`,
    [
      '// ton\naccount: "A",',
      '// jetton\n"A"',
      'ton://transfer/A',
      'workchain and account:\nA\nB\n',
      'https://tonviewer.com/A',
      'const tonAddress = "A";',
    ],
    8,
  ],
];

function* made(): Generator<TrueAddress, void> {
  for (const [family, [make, templates, rounds]] of families.entries()) {
    for (const [row, template] of templates.entries()) {
      for (let round = 0; round < rounds; round++) {
        const seed = `${family} ${row} ${round}`;
        const address = make(seed);
        const text = template
          .replace(/H(\d+)/g, (_, digits: string) => hex(`${seed} hash ${digits}`, Number(digits)))
          // An object ID of MongoDB: its first four bytes are the time in seconds.
          .replace(/\bO\b/g, `65${hex(`${seed} object`, 22)}`)
          .replace(/\bA2\b/g, address)
          .replace(/\bA\b/g, address)
          .replace(/\bB\b/g, make(`${seed} b`))
          .replace(/\bC\b/g, make(`${seed} c`))
          .replace(
            /\bS\b/g,
            base58.encode(Uint8Array.from([...bytesOf(`${seed} x`), ...bytesOf(`${seed} y`)])),
          )
          .replace(
            /\bU\b/g,
            hex(`${seed} id`, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
          );
        const padded = `// ${family === 2 ? 'solana' : 'a file'}\n${text}\n`;
        yield { text: padded, address, offset: padded.indexOf(address), template };
      }
    }
  }
}

export const trueAddresses: readonly TrueAddress[] = [...made()];
