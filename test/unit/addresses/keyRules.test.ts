/** What is a key and what only looks like a part of one, by the rule that decides. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keyMaterialAt } from '../../../src/addresses/keyMaterial.ts';
import { scanText } from '../../../src/addresses/scan.ts';

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
