import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blake2b } from '@noble/hashes/blake2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base32nopad, base58, base58xmr, base58xrp, bech32 } from '@scure/base';
import fc from 'fast-check';
import { crc16 } from '../../../src/encodings/crc16.ts';
import type { Family } from '../../../src/networks/networks.ts';
import { codecs } from '../../../src/families/table.ts';
import { accountOf, storedAs } from '../../../src/addresses/occurrence.ts';
import { accounts, base58Check } from '../../support/accounts.ts';

/** The account of a text by the first family that reads it; digits without `0x` are of EVM. */
function accountIn(text: string): string {
  const family = codecs.find(({ read }) => read(text) !== undefined)?.family ?? 'evm';
  return accountOf({ text, family });
}

describe('the spelling that results are stored under', () => {
  const published = new Map([
    ['SEP-23: G… and M…', 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'],
    [
      'XLS-5: classic and X-addresses, with a tag and without',
      'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59',
    ],
    ['SS58: Substrate, Polkadot, Kusama', '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'],
    ['Monero: standard, with a payment ID', accounts['Monero: standard, with a payment ID']?.[0]],
  ]);
  for (const [what, expected] of published) {
    it(`is one for ${what}`, () => {
      const spellings = accounts[what] ?? [];
      assert.ok(spellings.length > 1);
      for (const text of spellings) {
        const codec = codecs.find(({ read }) => read(text) !== undefined);
        assert.ok(codec);
        assert.equal(storedAs(codec.family, codec.canonical(text)), expected, text);
      }
    });
  }

  it('is the canonical one for all others, and stays itself', () => {
    for (const [what, spellings] of Object.entries(accounts)) {
      for (const text of spellings) {
        const codec = codecs.find(({ read }) => read(text) !== undefined);
        if (codec === undefined) continue;
        const stored = storedAs(codec.family, codec.canonical(text));
        assert.ok(codec.read(stored) !== undefined, stored);
        assert.equal(storedAs(codec.family, stored), stored, what);
        assert.equal(accountIn(stored), accountIn(text), what);
      }
    }
  });

  describe('of the Cosmos SDK', () => {
    const digits = '8ba1f109551bd432803012645ac136ddd64dba72';
    const accountWith = (prefix: string): string =>
      accountIn(bech32.encode(prefix, bech32.toWords(Buffer.from(digits, 'hex'))));
    const ofEvm = accountIn(`0x${digits}`);

    it('is that of EVM where all main networks of its prefix have such keys', () => {
      for (const prefix of (
        'plq mantra init xpla human shido aioz realio inj evmos canto crc dym haqq ethm zeta ' +
        'plqvaloper'
      ).split(' '))
        assert.equal(accountWith(prefix), ofEvm, prefix);
    });

    it('is another one elsewhere, and where a prefix is of both kinds', () => {
      for (const prefix of ['cosmos', 'osmo', 'titan', 'uptick', 'plqvalcons'])
        assert.notEqual(accountWith(prefix), ofEvm, prefix);
      assert.equal(accountWith('titan'), accountWith('cosmos'));
    });
  });

  // Encoded by another library.
  const sent = (customer: Uint8Array, key: Uint8Array): readonly [Family, string, string][] => {
    const stellar = (body: readonly number[]): string => {
      const crc = crc16(Uint8Array.from(body));
      return base32nopad.encode(Uint8Array.of(...body, crc & 255, crc >> 8));
    };
    const ripple = (body: readonly number[]): string => {
      const checksum = sha256(sha256(Uint8Array.from(body))).subarray(0, 4);
      return base58xrp.encode(Uint8Array.of(...body, ...checksum));
    };
    const monero = (body: readonly number[]): string => {
      const checksum = keccak_256(Uint8Array.from(body)).subarray(0, 4);
      return base58xmr.encode(Uint8Array.of(...body, ...checksum));
    };
    const substrate = (body: readonly number[]): string => {
      const checksum = blake2b(Uint8Array.of(...Buffer.from('SS58PRE'), ...body)).subarray(0, 2);
      return base58.encode(Uint8Array.of(...body, ...checksum));
    };
    const hash = key.subarray(0, 20);
    return [
      ['stellar', stellar([0x60, ...key, ...customer]), stellar([0x30, ...key])],
      [
        'ripple',
        ripple([5, 0x44, ...hash, 1, ...customer.subarray(4), 0, 0, 0, 0]),
        ripple([0, ...hash]),
      ],
      ['monero', monero([19, ...key, ...key, ...customer]), monero([18, ...key, ...key])],
      ['monero', monero([54, ...key, ...key, ...customer]), monero([53, ...key, ...key])],
      ['polkadot', substrate([0, ...key]), substrate([42, ...key])],
      ['polkadot', substrate([2, ...key]), substrate([42, ...key])],
    ];
  };

  it('has no customer, no tag, and no network, whatever the bytes', () => {
    const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
    const zeros = fc.constant(new Uint8Array(32)).map((key) => key.fill(1, 31));
    fc.assert(
      fc.property(bytes(8), fc.oneof(bytes(32), zeros), (customer, key) => {
        for (const [family, spelled, stored] of sent(customer, key)) {
          assert.equal(storedAs(family, spelled), stored, spelled);
          assert.equal(storedAs(family, stored), stored);
        }
      }),
      { seed: 20_261_127, numRuns: 300 },
    );
  });
});

describe('an account', () => {
  for (const [what, spellings] of Object.entries(accounts)) {
    it(`is one for ${what}`, () => {
      assert.equal(new Set(spellings.map(accountIn)).size, 1, spellings.map(accountIn).join('\n'));
    });
  }

  it('is another one for each of these, however alike they are written', () => {
    const firsts = Object.values(accounts).map(([first = '']) => first);
    const others = [
      // The same hash as a script of Bitcoin Cash, and as a key of another coin.
      base58Check(0x05, '76a04053bda0a88bda5177b86a15c3b29f559872'),
      base58Check(0x30, '76a04053bda0a88bda5177b86a15c3b29f559873'),
      base58Check(0x6f, '76a04053bda0a88bda5177b86a15c3b29f559873'),
      'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW',
    ];
    const all = [...firsts, ...others].map(accountIn);
    assert.equal(new Set(all).size, all.length, all.join('\n'));
  });
});
