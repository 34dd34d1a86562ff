import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isKeyShaped, keyMaterialAt } from '../../../src/addresses/keyMaterial.ts';
import { readAddress } from '../../../src/addresses/parse.ts';
import { scanText } from '../../../src/addresses/scan.ts';
import { keys } from '../../detection/keys.ts';

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

  it('does not take a padded key for an address where it is called a key', () => {
    const word = `0x${'0'.repeat(24)}5aaeb6053f3e94c9b9a09f33669435e7ef1beaed`;
    assert.equal(scanText(`topics: ["${word}"]`).length, 1);
    assert.equal(scanText(`PRIVATE_KEY=${word}`).length, 0);
  });
});
