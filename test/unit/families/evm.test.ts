import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { evmChecksumOf, toEip55 } from '../../../src/encodings/evmChecksum.ts';
import { readAddress } from '../../../src/scan/parse.ts';
import { occurrenceAt, scanText } from '../../../src/scan/scan.ts';

/** EIP-55, "Test Cases". */
const published = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describe('EIP-55', () => {
  for (const vector of published) {
    it(`spells ${vector}`, () => assert.equal(toEip55(vector.toLowerCase()), vector));
  }

  it('takes one case for no checksum, and a wrong letter for a wrong one', () => {
    assert.equal(evmChecksumOf(address), 'valid');
    assert.equal(evmChecksumOf(address.toLowerCase()), 'none');
    assert.equal(evmChecksumOf(`0x${address.slice(2).toUpperCase()}`), 'none');
    assert.equal(evmChecksumOf(address.replace('A', 'a')), 'invalid');
  });
});

describe('scanning a text', () => {
  const found = (text: string): string[] => scanText(text).map((occurrence) => occurrence.text);

  for (const [name, text] of [
    ['quotes', `"${address}"`],
    ['brackets', `(${address})`],
    ['the ends of the text', address],
    ['a comment', `//${address}.`],
    ['a URL', `https://etherscan.io/address/${address}?a=1`],
    ['a key with a word before it', `{"vault_${address}": 1}`],
    ['a key with a chain ID before it', `{'42161_${address}': 1}`],
    ['a value with a number behind it', `id = "${address}_1"`],
    ['a key with words around it', `"lp:a.b-c/x_${address}_2:3"`],
  ] as const) {
    it(`finds an address in ${name}`, () => assert.deepEqual(found(text), [address]));
  }

  for (const [name, text] of [
    ['longer hex', `${address}0`],
    ['shorter hex', address.slice(0, -1)],
    ['a hash', `0x${'7'.repeat(24)}${address.slice(2)}`],
    ['an identifier before', `x${address}`],
    ['an identifier behind', `${address}_old`],
    ['an identifier before an underscore', `f(vault_${address}); // "a"`],
    ['an identifier between strings', `"a" vault_${address} "b"`],
    ['a string of which a half is a key', `"${address.toLowerCase()}_c3f1a5d97b2e4f60d8a1b3c5"`],
    ['a longer number in a key', `"vault_${address}0"`],
    ['digits alone in a key', `"vault_${address.slice(2)}"`],
    ['a truncated form', '0x5aAe…eAed'],
    ['a script of Bitcoin', `OP_DUP OP_HASH160 20 ${address} OP_EQUALVERIFY OP_CHECKSIG`],
    ['a script that names no length', `HASH160 ${address} EQUAL`],
    ['the code of a proxy', '0x3d602d80600a3d3981f3363d3d373d3d3d363d73'],
  ] as const) {
    it(`takes nothing for an address in ${name}`, () => assert.deepEqual(found(text), []));
  }

  it('finds both addresses of a key', () => {
    const other = '0x8ba1f109551bd432803012645ac136ddd64dba72';
    assert.deepEqual(found(`"${address}_${other}"`), [address, other]);
  });

  it('names placeholders', () => {
    const text = [
      '0x0000000000000000000000000000000000000000',
      '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
      '0x000000000000000000000000000000000000dEaD',
      '0x0000000000000000000000000000000000000009',
      '0x0000000000000000000000000000000000000012',
    ].join(' ');
    const names = scanText(text).map(({ placeholder }) => placeholder);
    assert.deepEqual(names, ['zero', 'native token', 'dead', 'precompile', null]);
  });

  it('finds the address under a caret, and only there', () => {
    const text = `${' '.repeat(500)}${address};${' '.repeat(500)}`;
    assert.equal(occurrenceAt(text, 500)?.offset, 500);
    assert.equal(occurrenceAt(text, 542)?.text, address);
    assert.equal(occurrenceAt(text, 543), undefined);
    assert.equal(occurrenceAt(text, 499), undefined);
  });
});

describe('reading what a person typed', () => {
  it('gives the one spelling that results are stored under', () => {
    for (const spelling of [
      address,
      address.toLowerCase(),
      ` ${address}\n`,
      `0X${address.slice(2)}`,
    ]) {
      const reading = readAddress(spelling);
      assert.deepEqual(reading, { ok: true, address: { family: 'evm', canonical: address } });
    }
  });

  for (const [input, kind] of [
    ['', 'empty'],
    ['  ', 'empty'],
    ['vitalik.eth', 'notAnAddress'],
    [address.slice(0, -1), 'notAnAddress'],
    [`0x${'ab'.repeat(32)}`, 'keyShaped'],
    ['ab'.repeat(32), 'keyShaped'],
    [`0x${'0'.repeat(40)}`, 'placeholder'],
    [address.replace('A', 'a'), 'checksum'],
  ] as const) {
    it(`refuses "${input.slice(0, 20)}" as ${kind}`, () => {
      const reading = readAddress(input);
      assert.equal(reading.ok ? 'ok' : reading.problem.kind, kind);
    });
  }
});
