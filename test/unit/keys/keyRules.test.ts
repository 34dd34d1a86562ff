/** Keys, and values that only look like part of one, by the deciding rule. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keyMaterialAt } from '../../../src/scan/keyMaterial.ts';
import { scanText } from '../../../src/scan/scan.ts';

// Without a checksum, so that only what is around it decides.
const evm = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const solana = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
const digits = '12345678901234567890123';

type Case = readonly [name: string, code: string];

/** In the code, `E` and `S` are addresses of EVM and Solana. */
function textOf(code: string): { text: string; at: number } {
  const text = code
    .replace(/(?<![A-Za-z])E(?![A-Za-z])/, evm)
    .replace(/(?<![A-Za-z])S(?![A-Za-z])/, solana);
  return { text, at: Math.max(text.indexOf(evm), text.indexOf(solana)) };
}

const isOffered = (text: string, at: number): boolean =>
  scanText(text, { path: 'solana/a.ts' }).some(({ offset }) => offset === at);

function areAddresses(cases: readonly Case[]): void {
  for (const [name, code] of cases) {
    it(`is offered: ${name}`, () => {
      const { text, at } = textOf(code);
      assert.ok(isOffered(text, at));
      assert.equal(keyMaterialAt(text, at + 3, { path: 'solana/a.ts' }), undefined);
    });
  }
}

function areKeys(cases: readonly Case[]): void {
  for (const [name, code] of cases) {
    it(`is held back: ${name}`, () => {
      const { text, at } = textOf(code);
      assert.ok(!isOffered(text, at));
      assert.ok(keyMaterialAt(text, at + 3, { path: 'solana/a.ts' }));
    });
  }
}

describe('digits beside an address', () => {
  areAddresses([
    ['numbers that add up to 64 digits', `{1, "E", "${digits}"}`],
    ['numbers in a call', `f(1, E, ${digits})`],
  ]);
  areKeys([
    ['digits with letters that do', `"d" + "E" + "${digits.slice(1)}a"`],
    ['the other half', `key = "E" + "${digits}a"`],
  ]);
});

describe('the word entropy', () => {
  areAddresses([
    ['a contract', 'address constant ENTROPY_DEFAULT_KEEPER = E;'],
    ['a factory', 'entropyV1Factory: "E"'],
    ['an account', 'ENTROPY_KEEPER=E'],
  ]);
  areKeys([
    ['alone', 'entropy: "E"'],
    ['at the end of a name', 'walletEntropy = "E"'],
    ['with its encoding', 'entropyHex = "E"'],
  ]);
});

describe('options of a command', () => {
  areAddresses([
    [
      'a placeholder, and another option',
      'forge create --private-key <KEY> A --constructor-args E',
    ],
    ['a placeholder', 'cast send --private-key <PRIVATE_KEY> E'],
    ['a word for the key', 'cast send --private-key YOUR_KEY E'],
    ['a variable', 'cast send --private-key $PK E'],
  ]);
  areKeys([
    ['the value of the option', 'cast send --private-key E'],
    ['after an equals sign', 'cast send --private-key=E'],
    ['a bare option', 'run --key S'],
  ]);
});

describe('lists of keys', () => {
  areKeys([
    ['an element that is added', 'keys.push("S")'],
    ['in Python', 'keys.append("S")'],
    ['a list with its type', 'let keys: Vec<&str> = ["S"];'],
    ['a macro', 'let keys = vec!["S"];'],
  ]);
  areAddresses([
    ['public keys', 'pubkeys.push("S")'],
    ['public keys with their type', 'let pubkeys: Vec<&str> = vec!["S"];'],
    ['a call with another name', 'registerKeys("S")'],
  ]);
});

describe('the symbol WIF', () => {
  areAddresses([
    ['a token', 'WIF: "S"'],
    ['the symbol of a token', 'symbol: WIF, mint: "S"'],
  ]);
  areKeys([['a variable', 'wif = "S"']]);
});

describe('a seed phrase', () => {
  const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
  for (const name of [
    ...['mnemonic', 'seed phrase', 'frase semilla', 'frase di recupero', 'frase de recuperação'],
    ...['phrase de récupération', 'seed fráze', 'ニーモニック', '니모닉', '助记词', '助記詞'],
  ]) {
    it(`is held back under the name ${name}`, () => {
      const text = `${name} = "${words}"`;
      assert.equal(keyMaterialAt(text, text.indexOf(words) + 5)?.shape, 'seedPhrase');
    });
  }
});

describe('twenty bytes, which are no key alone', () => {
  areAddresses([
    ['under a comment on a key', '// sign with the private key\nsend({ to: "E" })'],
    ['in a call with a key', 'Account.from_key_pair("E", key)'],
    ['in a signed list', 'account.signKeyAuthorization(k, { limits: [{ token: "E" }] })'],
    ['below an option', '--password /host/password \\\n  --miner.etherbase E'],
    ['below a file of a key', '--private-key-path=wallet.txt \\\n  --constructor-args 42 E'],
    ['below a call with a key', ' * account: privateKeyToAccount("0x..."),\n * to: "E",'],
    ['below a line about a password', 'decrypted address with new password\nE'],
    ['after a placeholder', 'Run with PRIVATE_KEY=<deployer private key>\n\nThe operator is `E`.'],
    ['in a list with a comma after each line', '"--private-key",\n"x",\n"--fee-token",\n"E",'],
    ['credentials of withdrawals', '{ withdrawalCredentials: "E" }'],
    ['after a balance of another entry', '"balance": "0x033b2e3c9fd0803ce8000000"\n },\n "E": {'],
  ]);
  areKeys([
    ['by its own name', 'PRIVATE_KEY=E'],
    ['in the column of a key', 'name,private key\nalice,E\n'],
    ['with its other half', 'private = "E"\n  + "0b9ab28a2f1c4d0e8a6b5c3d"'],
    ['with its other half in a literal', '["E", "0x0b9ab28a2f1c4d0e8a6b5c3d"]'],
  ]);
});

describe('what completes a key in base58', () => {
  const one = '4ckmDgGdxQoPDLUkDT3vHgSAkzA3QRdNq5ywwY4sUSJn';
  const other = 'B37pZmwrwXHjpgvd9hHDAx1yeDsNevTnbbrN9W12BoGK';
  const token = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
  const found = (text: string): string[] =>
    scanText(text, { path: 'solana/a.go' }).map((each) => each.text);

  it('is no word of code', () => {
    assert.deepEqual(found(`{"owner":"${token}","rentEpoch":371}`), [token]);
    assert.deepEqual(found(`{"owner":"${token}","rX4tEpo8h":371}`), []);
  });

  it('is not the next entry of JSON in a string', () => {
    const text = `"[{\\"programId\\": \\"${one}\\"\\n },\\n {\\n \\"address\\": \\"${other}\\"}]"`;
    assert.deepEqual(found(text), [one, other]);
  });

  it('is no symbol before a token, unless it is joined to it', () => {
    assert.deepEqual(found(`id: "SOL.KaBooty-${one}"`), [one]);
    assert.deepEqual(found(`id = "KaBooty" + "${one}"`), []);
  });

  it('is no name of code that would make a key of it by its length', () => {
    const five = '5sn9QYhDaq61jLXJ8Li5BKqGL4DDMJQvU1rdN8XgVuwC';
    for (const text of [
      `CoinType::Solana => "${five}",\n  CoinType::Sui => "0x01a5",`,
      `const nextType = pickedBy(solana);\nconst pickType = '${five}'; // SOL`,
      `tokenAddress = {\n  TestUSDC: '${five}',\n};`,
      `assert.Equal(solana.Accounts[0].ToBase58(), "${five}")`,
      `solana("${five}", NewToken(1))`,
      `"solana": [["TestUSDC" => "${five}"], "TestUSDC": "${five}", TestUSDC = "${five}"]`,
    ]) {
      const count = text.split(five).length - 1;
      assert.deepEqual(found(text), Array<string>(count).fill(five), text);
    }
    for (const text of [
      `solana("${five}", "TestUSDC")`,
      `solana = "${five}\nTestUSDC"`,
      `solana = { "${five}": "TestUSDC" }`,
      `solana = "${five}"; "TestUSDC"`,
      `solana("${five}")("TestUSDC")`,
      `solana("${five}" + NewToken(1))`,
      `solana ${five}:TestUSDC`,
      `solana TestUSDC:${five}`,
    ]) {
      assert.deepEqual(found(text), [], text);
    }
  });

  it('is what a backslash at the end of a line joins', () => {
    assert.deepEqual(found(`key = "${one}" \\\n "${other}"`), []);
  });
});
