import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isKeyShaped, keyMaterialAt } from '../../../src/addresses/keyMaterial.ts';
import { readAddress } from '../../../src/addresses/parse.ts';
import { scanText } from '../../../src/addresses/scan.ts';
import { keys } from '../../detection/keys.ts';

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
