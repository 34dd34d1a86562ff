import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chainOf } from '../../../src/evidence/chainOf.ts';
import { networks, networksOf, type Family } from '../../../src/networks/networks.ts';
import { canonicalOf, checksumOf } from '../../../src/addresses/occurrence.ts';
import { readAddress } from '../../../src/scan/parse.ts';
import { occurrenceAt, scanText } from '../../../src/scan/scan.ts';
import { readNegatives } from '../../detection/negatives.ts';
import { vectorLists } from '../../detection/vectors.ts';

/** What Solana's addresses need besides their shape. */
const solana = { path: 'programs/solana/keys.ts' };
const ton = { path: 'wrappers/ton.ts' };
const sourceOf = (family: string) => ({ solana, ton })[family];

/** Where an address is whose characters and surroundings name no network. */
const mainNetwork = (family: Family): string | null =>
  ['evm', 'cosmos', 'polkadot'].includes(family)
    ? null
    : (networks.find((one) => one.family === family)?.name ?? null);

describe('published addresses', () => {
  for (const { family, source, vectors } of vectorLists) {
    it(`${family}: ${source}`, () => {
      for (const { text, network } of vectors) {
        const source = sourceOf(family);
        for (const around of [text, `"${text}"`, `(${text})`, `x: '${text}',`, `a=${text}&b=1`]) {
          const found = scanText(around, source);
          if (family === 'solana' && around.startsWith('a=')) continue;
          assert.deepEqual(
            found.map((one) => [one.family, one.text, one.offset]),
            [[family, text, around.indexOf(text)]],
            around,
          );
          assert.equal(chainOf(around, found[0]!).chain, network ?? mainNetwork(family), around);
        }
        assert.notEqual(checksumOf(scanText(text, source)[0]!), 'invalid', text);
      }
    });
  }

  it('are read as arguments in their one spelling', () => {
    for (const { family, vectors } of vectorLists) {
      for (const { text } of vectors) {
        const reading = readAddress(text);
        assert.ok(reading.ok, text);
        assert.equal(reading.address.family, family);
        const again = readAddress(reading.address.canonical);
        assert.equal(again.ok && again.address.canonical, reading.address.canonical, text);
      }
    }
  });
});

/** An address of TON (TEP-2) that has none of base64's characters besides letters and digits. */
function plainTonAddress(): string {
  for (let seed = 0; ; seed++) {
    const bytes = Buffer.alloc(36);
    bytes[0] = 0x11;
    for (let at = 2; at < 34; at++) bytes[at] = (seed * 131 + at * 89 + ((seed * at) >> 3)) & 0xff;
    let crc = 0;
    for (const byte of bytes.subarray(0, 34)) {
      crc ^= byte << 8;
      for (let bit = 0; bit < 8; bit++) {
        crc = (crc & 0x8000) === 0 ? crc << 1 : ((crc << 1) ^ 0x1021) & 0xffff;
      }
    }
    bytes.writeUInt16BE(crc & 0xffff, 34);
    const text = bytes.toString('base64url');
    if (/^[0-9A-Za-z]{48}$/.test(text)) return text;
  }
}

describe('an address within a longer text', () => {
  it('of TON is found in a path, with and without hyphens around it', () => {
    const address = plainTonAddress();
    for (const text of [
      `https://example.org/account/${address}`,
      `https://example.org/ton-account/${address}/jettons`,
      `a+${address}/b`,
    ]) {
      assert.deepEqual(
        scanText(text).map((found) => [found.family, found.text]),
        [['ton', address]],
        text,
      );
    }
  });

  it('of segregated witness is found however long the text around it is', () => {
    const shortest = ['bc1pfeessrawgf', 'tb1pfees9rn5nz', 'bcrt1pfeesnyr2tx', 'BC1SW50QGDZ25J'];
    for (const address of shortest) {
      for (const length of [0, 20, 300, 511, 512, 600, 5_000]) {
        const text = `${'word '.repeat(length / 5)}"${address}"${' word'.repeat(length / 5)}`;
        const found = scanText(text).map((one) => one.text);
        assert.deepEqual(found, [address], `${address} ${length}`);
      }
    }
  });
});

describe('texts that resemble addresses', () => {
  const negatives = readNegatives();
  for (const family of new Set(negatives.map((negative) => negative.family))) {
    const ofFamily = negatives.filter((negative) => negative.family === family);
    it(`${family}: none of ${ofFamily.length}`, () => {
      assert.ok(ofFamily.length >= 30);
      for (const { reason, text } of ofFamily) {
        assert.deepEqual(scanText(text), [], reason);
        for (let caret = 0; caret <= text.length; caret += 5) {
          assert.equal(occurrenceAt(text, caret), undefined, reason);
        }
      }
    });
  }
});

it('a program of segregated witness with one byte is not taken as an argument', () => {
  // BIP-350, "Test vectors". A scan does not read a word this short.
  assert.equal(readAddress('bc1pw5dgrnzv').ok, false);
});

it('an address of BNB Beacon Chain is found under the name of the network, and never looked up', () => {
  // trustwallet/wallet-core, the tests of its coin Binance.
  const text = 'bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2';
  assert.equal(scanText(text)[0]?.network, 'bnb-beacon-chain');
  const reading = readAddress(text, 'bnb-beacon-chain');
  assert.equal(reading.ok ? 'ok' : reading.problem.kind, 'retired');
  assert.ok(!networksOf('cosmos').some(({ name }) => name === 'bnb-beacon-chain'));
});

describe('one spelling', () => {
  for (const [text, canonical] of [
    ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    [
      'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N',
      '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8',
    ],
    [
      'UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI',
      '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8',
    ],
    [
      '0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8',
      '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8',
    ],
    [
      '0x0000000000000000000000005aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    ],
    ['0X5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ] as const) {
    it(`of ${text.slice(0, 12)}…`, () => {
      const [found] = scanText(` ${text} `, ton);
      assert.equal(found?.text, text);
      assert.equal(canonicalOf(found), canonical);
    });
  }
});

describe('spellings that name more than the address', () => {
  const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  const btc = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
  for (const [input, address, network] of [
    [`eip155:137:${evm}`, evm, 'polygon'],
    [`matic:${evm}`, evm, 'polygon'],
    [`ethereum:${evm}`, evm, 'ethereum'],
    [`ethereum:pay-${evm}@10`, evm, 'optimism'],
    [`https://sepolia.etherscan.io/address/${evm}#code`, evm, 'sepolia'],
    [`bitcoin:${btc}?amount=0.1`, btc, 'bitcoin'],
    [`bip122:000000000019d6689c085ae165831e93:${btc}`, btc, 'bitcoin'],
    [`https://mempool.space/address/${btc}`, btc, 'bitcoin'],
  ] as const) {
    it(input, () => {
      assert.deepEqual(
        scanText(input).map(({ text }) => text),
        [address],
      );
      const reading = readAddress(input);
      assert.ok(reading.ok);
      assert.equal(reading.address.network, network);
      assert.equal(reading.address.canonical, address);
    });
  }

  it('stands behind an escape in a literal or a URL', () => {
    for (const text of [
      `"\\n${evm}"`,
      `"\\x20${evm}"`,
      `"\\u0022${evm}"`,
      `?to=eip155%3A1%3A${evm}`,
    ]) {
      assert.deepEqual(
        scanText(text).map((one) => one.text),
        [evm],
        text,
      );
    }
  });

  it('names the form of a payment URI and of a padded word', () => {
    const forms = scanText(`bitcoin:${btc} ${btc} 0x${'0'.repeat(24)}${evm.slice(2)}`);
    assert.deepEqual(
      forms.map(({ form }) => form),
      ['uri', 'plain', 'padded'],
    );
  });
});

describe('placeholders of other families', () => {
  for (const text of [
    '1111111111111111111114oLvT2',
    'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
    'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c',
    '11111111111111111111111111111111',
    'bc1pqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqpqqenm',
    // With a version before the zeros, and for X-addresses a network, or a network and a tag.
    'bitcoincash:pqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq7k2ehe5v',
    'CaKWz5omakTK7ovp4m3koXrHyHb7NG3Nt7GENHbviByZpKp',
    'X7TYFRtYHMcHtT2qNycMwgXzFbcRvEgLY6WDzQKYkjCp8GS',
    'X7TYFRtYHMcHtT2qNycMwgXzFbcRvEmJQMVpuKhZo5QAKda',
    'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ',
  ]) {
    it(text, () => {
      assert.equal(scanText(text, solana)[0]?.placeholder, 'zero');
      const reading = readAddress(text);
      assert.equal(reading.ok ? 'ok' : reading.problem.kind, 'placeholder');
    });
  }
});
