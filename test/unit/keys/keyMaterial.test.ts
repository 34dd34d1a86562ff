import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isKeyShaped, keyMaterialAt } from '../../../src/scan/keyMaterial.ts';
import { readAddress } from '../../../src/scan/parse.ts';
import { scanText } from '../../../src/scan/scan.ts';
import { keys } from '../../detection/keys.ts';
import { valueIn } from '../../support/keyPairs.ts';

/** More than enough characters of each encoding. */
const hex = 'ac'.repeat(80);
const bech32 = 'q7'.repeat(40);
const base58 = '7Ab3Cd9Ef'.repeat(13);
const base64 = 'a9B-'.repeat(30);

describe('key-shaped material', () => {
  for (const { name, text, shape } of keys) {
    it(`is refused as an argument: ${name}`, () => {
      for (const input of [text, ` ${text}\n`, `key ${text}`, `0x ${text}`]) {
        assert.ok(isKeyShaped(input), input);
        const reading = readAddress(input);
        assert.equal(reading.ok ? 'ok' : reading.problem.kind, 'keyShaped', input);
      }
    });

    it(`is recognised under a caret, and is no address: ${name}`, () => {
      const line = `const privateKey = "${text}";`;
      const start = line.indexOf(text);
      assert.equal(keyMaterialAt(line, start + 3)?.shape, shape);
      assert.equal(keyMaterialAt(line, 2), undefined);
      assert.deepEqual(scanText(line, { path: 'solana.ts' }), []);
    });
  }

  it('takes a hash without a word about keys for no key in a text', () => {
    for (const line of [
      `const txHash = "0x${'ab'.repeat(32)}";`,
      `  "integrity": "${'ab'.repeat(32)}",`,
      'the quick brown fox jumps over lazy dogs while small cats watch from above them',
    ]) {
      assert.equal(keyMaterialAt(line, line.length - 20), undefined, line);
    }
  });

  for (const text of [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8',
    `0x${'0'.repeat(24)}5aaeb6053f3e94c9b9a09f33669435e7ef1beaed`,
    'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x',
    'DdzFFzCqrhsfZHjaBunVySZBU8i9Zom7Gujham6Jz8scCcAdkDmEbD9XSdXKdBiPoa1fjgL4ksGjQXD8ZkSNHGJfT25ieA9rWNCSA5qc',
  ]) {
    it(`leaves an address alone: ${text.slice(0, 12)}…`, () =>
      assert.equal(isKeyShaped(text), false));
  }

  for (const [format, [prefix, body, suffix], keyLengths, otherLengths] of [
    ['hex', ['', hex, ''], [60, 68, 124, 132], [59, 69, 133]],
    ['hex with 0x', ['0x', hex, ''], [62, 70], [61, 71]],
    ['WIF', ['5', base58, ''], [50, 53], [49, 54]],
    ['BIP-38', ['6P', base58, ''], [57, 59], [56, 60]],
    ['64 bytes in base58', ['', base58, ''], [85, 90], [84, 91]],
    ['an extended key', ['zprv', base58, ''], [80, 111], [79]],
    ['Nostr', ['nsec1', bech32, ''], [40, 63], [39]],
    ['Cardano', ['a_xsk1', bech32, ''], [42, 72], [41]],
    ['nothing, Cardano', ['xsk1', bech32, ''], [], [40]],
    ['Tezos', ['edsk', base58, ''], [50, 54], [49]],
    ['XRP Ledger', ['s', base58, ''], [29], [28, 30]],
    ['nothing, XRP Ledger', ['r', base58, ''], [], [29, 31]],
    ['XRP Ledger, Ed25519', ['sEd', base58, ''], [31], [30, 32]],
    ['32 bytes in base64', ['', base64, '='], [44], [43, 45]],
    ['64 bytes in base64', ['', base64, '=='], [88], [87, 89]],
  ] as const) {
    it(`has the lengths of its format: ${format}`, () => {
      const textOf = (length: number): string =>
        prefix + body.slice(0, length - prefix.length - suffix.length) + suffix;
      for (const length of keyLengths) assert.ok(isKeyShaped(textOf(length)), `${length}`);
      for (const length of otherLengths) assert.ok(!isKeyShaped(textOf(length)), `${length}`);
    });
  }

  it('is not the beginning of a longer name', () => {
    const wif = `5${base58.slice(0, 50)}`;
    assert.ok(isKeyShaped(`${wif}-x`));
    assert.ok(!isKeyShaped(`${wif}_x`));
  });

  it('is a list of 32 or 64 bytes, of no other length', () => {
    for (const length of [31, 32, 33, 63, 64, 65, 66, 67]) {
      const list = `[${Array.from({ length }, (_, at) => (at * 37) % 256).join(', ')}]`;
      assert.equal(isKeyShaped(list), length === 32 || length === 64, list);
      assert.equal(isKeyShaped(`[1], ${list}`), length === 32 || length === 64, list);
      assert.equal(isKeyShaped(list.slice(0, -1)), false, list);
    }
  });

  it('is the private member of a JSON Web Key, not a public one', () => {
    const value = base64.slice(0, 43);
    for (const [line, shape] of [
      [`{"kty":"EC","d":"${value}"}`, 'privateKey'],
      [`{"d" : "${value}", "kty": "EC"}`, 'privateKey'],
      [`{"kty":"EC","x":"${value}"}`, undefined],
      [`{"type":"EC","d":"${value}"}`, undefined],
    ] as const) {
      assert.equal(keyMaterialAt(line, line.indexOf(value) + 3)?.shape, shape, line);
    }
  });

  it('does not take a padded key for an address where it is called a key', () => {
    const word = `0x${'0'.repeat(24)}5aaeb6053f3e94c9b9a09f33669435e7ef1beaed`;
    assert.equal(scanText(`topics: ["${word}"]`).length, 1);
    assert.equal(scanText(`PRIVATE_KEY=${word}`).length, 0);
  });
});

describe('the key under a caret', () => {
  for (const [before, key, after, shape] of [
    ['x = "', 'EVM" + "REST', '";', 'keyPiece'],
    ['x = "', 'REST" + "EVM', '";', 'keyPiece'],
    ['', 'EVM LEFT RIGHT', '', 'keyPiece'],
    ['x ', 'LEFT EVM RIGHT', ' x', 'keyPiece'],
    ['a1 = "', 'EVM"; a2 = "REST', '"', 'keyPiece'],
    ['lo = "', 'REST"\nhi = "EVM', '"', 'keyPiece'],
    ['a1 = "', 'LEFT"; a2 = "EVM"; a3 = "RIGHT', '"', 'keyPiece'],
    ['x = "', 'EVM".to_string() + "REST', '"', 'keyPiece'],
    ['address: [', 'LIST].concat([MORE', '])', 'keyPiece'],
    ['address: concat([', 'MORE], [LIST', '])', 'keyPiece'],
    ['address: [', 'LIST].concat("REST', '")', 'keyPiece'],
    ['address: "', 'REST" + [LIST', ']', 'keyPiece'],
    ['x = "', 'SOL" + "SO2', '"', 'keyPiece'],
    ['x = "', 'SO2" + "SOL', '"', 'keyPiece'],
    ['privateKey = "', 'SOL', '"', 'solanaKey'],
    ['privateKey = "', 'EVM', '"', 'privateKey'],
    ['secret = "', 'SUI', '"', 'privateKey'],
  ] as const) {
    it(`is all of it, and no more: ${key}`, () => {
      const { text, value } = valueIn(before + key + after);
      const start = before.length;
      const found = { offset: start, length: text.length - start - after.length, shape };
      const at = text.indexOf(value);
      for (const caret of [start, at, at + 8, at + value.length, start + found.length]) {
        const here = keyMaterialAt(text, caret, { path: 'src/solana.ts' });
        assert.deepEqual(here, found, `${caret}`);
      }
      assert.equal(keyMaterialAt(text, start - 1, { path: 'src/solana.ts' }), undefined);
      assert.equal(
        keyMaterialAt(text, start + found.length + 1, { path: 'src/solana.ts' }),
        undefined,
      );
    });
  }

  it('is a list of bytes that a name calls a key', () => {
    const listOf = (length: number): string =>
      `[${Array.from({ length }, (_, at) => (at * 37) % 256).join(', ')}]`;
    for (const [name, length, shape] of [
      ['privateKey', 32, 'privateKey'],
      ['txHash', 32, undefined],
      ['privateKey', 64, 'solanaKey'],
      ['txHash', 64, 'solanaKey'],
    ] as const) {
      const text = `const ${name} = ${listOf(length)};`;
      const found = keyMaterialAt(text, text.indexOf('37'));
      const offset = text.indexOf('[');
      const whole = { offset, length: text.length - offset - 1, shape };
      assert.deepEqual(found, shape === undefined ? undefined : whole, text);
    }
  });

  it('is found far into a long line, and its name far before it', () => {
    const { text } = valueIn('privateKeys = [SOL]');
    const line = `${'x, '.repeat(3_000)}${text}${', x'.repeat(3_000)}`;
    assert.equal(keyMaterialAt(line, line.indexOf('[') + 5)?.offset, line.indexOf('[') + 1);
    assert.equal(keyMaterialAt(line, 300), undefined);
  });
});

describe('a seed phrase', () => {
  const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow'.split(
    ' ',
  );
  const phraseOf = (...changes: readonly (readonly [number, string])[]): string =>
    words.map((word, at) => new Map(changes).get(at) ?? word).join(' ');

  for (const [text, isPhrase] of [
    [phraseOf(), true],
    [`${phraseOf()} legal`, true],
    [words.slice(1).join(' '), false],
    [phraseOf([5, 'at']), true],
    [phraseOf([5, 'a']), false],
    [phraseOf([5, 'basketball']), true],
    [phraseOf([5, 'basketballs']), false],
    [phraseOf([5, 'lEgal']), false],
    [phraseOf([5, 'Legal']), false],
    [phraseOf().toUpperCase(), true],
    [words.join(', '), true],
    [words.join('","'), true],
    [words.map((word, at) => `${at + 1}. ${word}`).join('\n'), true],
    [words.join('\u3000'), true],
    [words.join(' - '), true],
    [words.join('7'), false],
    [words.join(' = '), false],
    [words.join(' '.repeat(24)), true],
    [words.join(' '.repeat(25)), false],
    [`${words.slice(0, 6).join(' ')} = ${words.slice(6).join(' ')}`, false],
    ['的一是在不了有和人这中大', true],
    ['的一是在不了有和人这中', false],
    ['的一是在不了有和人这中大'.repeat(2), true],
    [`${'的一是在不了有和人这中大'.repeat(2)}上`, false],
    ['的一是在不了 有和人这中大', true],
    ['的一是在不了x有和人这中大', false],
    [`的一是在不了${words.slice(0, 6).join(' ')}`, false],
  ] as const) {
    it(`${isPhrase ? 'is' : 'is not'}: ${JSON.stringify(text)}`, () =>
      assert.equal(isKeyShaped(text), isPhrase));
  }

  for (const name of [
    ...['const mnemonic = "', 'MNEMONIC="', 'mnemonic = ["', 'Mnemonic:\n1. ', 'mnemonic = (\n  "'],
    ...['mnemonic: "', '"mnemonic": "', 'seed phrase: ', 'my seed phrase: "', 'Seed phrase: '],
  ]) {
    it(`is a key by its name: ${JSON.stringify(name)}`, () => {
      const text = name + phraseOf();
      assert.equal(keyMaterialAt(text, name.length + 20)?.shape, 'seedPhrase');
      const other = text.replace(/mnemonic|seed phrase/i, 'sentence');
      assert.equal(keyMaterialAt(other, name.length + 20), undefined, other);
    });
  }
});

describe('digits that an argument may be', () => {
  const digits = '83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8';

  for (const [text, isKey] of [
    [`0:${digits}`, false],
    [`-1:${digits}`, false],
    [`(0:${digits}`, false],
    [`ton 0:${digits}`, false],
    [`10:${digits}`, true],
    [`x-1:${digits}`, true],
    [`a.0:${digits}`, true],
    [`v-0:${digits}`, true],
    [`1:${digits}`, true],
    [`0: ${digits}`, true],
    [`0:0x${digits}`, true],
    [`0:${digits}0`, true],
    [`0x${'0'.repeat(24)}${digits.slice(24)}`, false],
    [`0X${'0'.repeat(24)}${digits.slice(24)}`, false],
    [`${'0'.repeat(24)}${digits.slice(24)}`, true],
    [`0x${'0'.repeat(23)}1${digits.slice(24)}`, true],
    [`0x${'0'.repeat(28)}${digits.slice(28)}`, true],
    [`0x${'0'.repeat(24)}${digits.slice(23)}`, true],
    [`zx${digits}`, false],
    [`0y${digits}`, false],
    [`ed25519-priv-0x${digits}`, true],
    [`0x${digits.slice(0, 40)}`, false],
    [`0x${digits.slice(0, 40)} ${digits.slice(40)}`, true],
    [`a0x${digits.slice(0, 40)} ${digits.slice(40)}`, false],
  ] as const) {
    it(`${isKey ? 'a key' : 'no key'}: ${text}`, () => assert.equal(isKeyShaped(text), isKey));
  }
});
