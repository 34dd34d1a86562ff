/**
 * Encoders of another library make addresses of random payloads; the scanner finds each in a text
 * and gives the same one spelling. A character changed is not taken for an address, but where
 * chance lets it: for the four bytes of Base58Check once in 2³², for bech32 never up to four
 * changes (BIP-173), for a CRC-16 once in 2¹⁶.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  base32nopad,
  base58,
  base58xmr,
  base58xrp,
  base64,
  base64url,
  bech32,
  bech32m,
  createBase58check,
} from '@scure/base';
import { blake2b } from '@noble/hashes/blake2.js';
import { sha256, sha512_256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import fc from 'fast-check';
import { toEip55 } from '../../../src/encodings/evmChecksum.ts';
import type { Family } from '../../../src/networks/networks.ts';
import { canonicalOf, checksumOf } from '../../../src/addresses/occurrence.ts';
import { readAddress } from '../../../src/scan/parse.ts';
import { mayHaveAddresses, occurrenceAt, scanSlices, scanText } from '../../../src/scan/scan.ts';
import { crc32 } from 'node:zlib';

const seed = 20_261_121;
const numRuns = 1_000;

const base58check = createBase58check(sha256);
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const after = (head: readonly number[], body: Uint8Array) => Uint8Array.from([...head, ...body]);
const hex = (body: Uint8Array): string => Buffer.from(body).toString('hex');

interface Made {
  readonly text: string;
  readonly canonical: string;
}

const same = (text: string): Made => ({ text, canonical: text });
const lower = (text: string): Made => ({ text, canonical: text.toLowerCase() });

const versioned = (...versions: number[]) =>
  fc
    .tuple(fc.constantFrom(...versions), bytes(20))
    .map(([version, hash]) => same(base58check.encode(after([version], hash))));

const segwit = (...prefixes: string[]) =>
  fc
    .tuple(
      fc.constantFrom(...prefixes),
      fc.oneof(
        fc.tuple(fc.constant(0), fc.constantFrom(20, 32)),
        fc.tuple(fc.integer({ min: 1, max: 16 }), fc.integer({ min: 15, max: 40 })),
      ),
      bytes(40),
      fc.boolean(),
    )
    .map(([prefix, [version, length], body, isUpper]) => {
      const words = [version, ...bech32.toWords(body.subarray(0, length))];
      const text = (version === 0 ? bech32 : bech32m).encode(prefix, words);
      return lower(isUpper ? text.toUpperCase() : text);
    });

const makers: Record<string, fc.Arbitrary<Made>> = {
  evm: fc
    .tuple(bytes(20), fc.constantFrom('0x', '0X'), fc.integer({ min: 0, max: 2 }))
    .map(([body, prefix, spelling]) => {
      const canonical = toEip55(`0x${hex(body)}`);
      const digits = canonical.slice(2);
      const spelled = [digits, digits.toLowerCase(), digits.toUpperCase()][spelling]!;
      return { text: prefix + spelled, canonical };
    }),
  bitcoin: fc.oneof(versioned(0x00, 0x05, 0x6f, 0xc4), segwit('bc', 'tb', 'bcrt')),
  litecoin: fc.oneof(versioned(0x30, 0x32, 0x3a), segwit('ltc', 'tltc', 'rltc')),
  dogecoin: versioned(0x1e, 0x16, 0x71),
  dash: versioned(0x4c, 0x10, 0x8c, 0x13),
  tron: versioned(0x41),
  solana: bytes(32).map((body) => same(base58.encode(body))),
  ton: fc
    .tuple(
      fc.constantFrom(0x11, 0x51, 0x91, 0xd1),
      fc.constantFrom(0, 0xff),
      bytes(32),
      fc.boolean(),
    )
    .map(([tag, workchain, hash, isUrl]) => {
      const body = after([tag, workchain], hash);
      const crc = crc16(body);
      const text = (isUrl ? base64url : base64).encode(
        after([...body], Uint8Array.of(crc >> 8, crc & 255)),
      );
      return { text, canonical: `${workchain === 0 ? '0' : '-1'}:${hex(hash)}` };
    }),
  cosmos: fc
    .tuple(
      fc.constantFrom(
        ...['cosmos', 'osmo', 'inj', 'sei', 'celestia', 'cosmosvaloper', 'chihuahua', 'migaloo'],
        ...['orai', 'core', 'nibi', 'wormhole', 'c4e', 'int3', 'orai', 'chihuahuavalcons'],
      ),
      fc.constantFrom(20, 32),
      bytes(32),
    )
    .map(([prefix, length, body]) =>
      same(bech32.encode(prefix, bech32.toWords(body.subarray(0, length)))),
    ),
  cardano: fc.oneof(
    fc
      .tuple(
        fc.constantFrom(
          ...([
            ['addr', 0x01, 56],
            ['addr', 0x61, 28],
            ['stake', 0xe1, 28],
            ['addr_test', 0x00, 56],
            ['stake_test', 0xf0, 28],
          ] as const),
        ),
        bytes(56),
      )
      .map(([[prefix, header, length], body]) =>
        same(bech32.encode(prefix, bech32.toWords(after([header], body.subarray(0, length))), 200)),
      ),
    bytes(28).map((root) => {
      const content = after([0x83, 0x58, 0x1c, ...root], Uint8Array.of(0xa0, 0x00));
      const crc = crc32(content);
      const tail = [0x1a, crc >>> 24, (crc >>> 16) & 255, (crc >>> 8) & 255, crc & 255];
      return same(
        base58.encode(
          Uint8Array.from([0x82, 0xd8, 0x18, 0x58, content.length, ...content, ...tail]),
        ),
      );
    }),
  ),
};

const withPrefix = (...prefixes: (readonly number[])[]) =>
  fc
    .tuple(fc.constantFrom(...prefixes), bytes(20))
    .map(([prefix, hash]) => same(base58check.encode(after(prefix, hash))));

const inBech32 = (prefix: string, body: Uint8Array, isModified: boolean): Made =>
  same((isModified ? bech32m : bech32).encode(prefix, bech32.toWords(body), 400));

Object.assign(makers, {
  ripple: fc.oneof(
    bytes(20).map((hash) => same(inRipple(after([0], hash)))),
    fc
      .tuple(bytes(20), fc.constantFrom([5, 0x44], [4, 0x93]), fc.option(bytes(4)))
      .map(([hash, network, tag]) =>
        same(
          inRipple(
            Uint8Array.from([
              ...[...network, ...hash, tag === null ? 0 : 1],
              ...[...(tag ?? [0, 0, 0, 0]), 0, 0, 0, 0],
            ]),
          ),
        ),
      ),
  ),
  stellar: fc
    .tuple(
      fc.constantFrom([0x30, 32] as const, [0x10, 32] as const, [0x60, 40] as const),
      bytes(40),
    )
    .map(([[version, length], body]) => {
      const message = after([version], body.subarray(0, length));
      const crc = crc16(message);
      return same(base32nopad.encode(after([...message], Uint8Array.of(crc & 255, crc >> 8))));
    }),
  tezos: withPrefix(
    ...[0x9f, 0xa1, 0xa4, 0xa6].map((last) => [6, 161, last]),
    [2, 90, 121],
    [6, 124, 117],
  ),
  polkadot: fc
    .tuple(fc.constantFrom([0], [2], [42], [5], [0x50, 0x80], [0x4f, 0x33]), bytes(32))
    .map(([prefix, account]) => {
      const body = after(prefix, account);
      const hash = blake2b(after([...Buffer.from('SS58PRE')], body));
      return same(base58.encode(after([...body], hash.subarray(0, 2))));
    }),
  algorand: bytes(32).map((key) =>
    same(base32nopad.encode(after([...key], sha512_256(key).subarray(-4)))),
  ),
  zcash: fc.oneof(
    withPrefix([0x1c, 0xb8], [0x1c, 0xbd], [0x1d, 0x25], [0x1c, 0xba]),
    bytes(43).map((body) => inBech32('zs', body, false)),
    bytes(20).map((body) => inBech32('tex', body, true)),
    fc.uint8Array({ minLength: 64, maxLength: 128 }).map((body) => inBech32('u', body, true)),
  ),
  monero: fc
    .tuple(
      fc.constantFrom([18, 64] as const, [42, 64] as const, [19, 72] as const, [53, 64] as const),
      bytes(72),
    )
    .map(([[tag, length], body]) => {
      const message = after([tag], body.subarray(0, length));
      return same(base58xmr.encode(after([...message], keccak_256(message).subarray(0, 4))));
    }),
});

/** Base58Check in the alphabet of the XRP Ledger. */
function inRipple(body: Uint8Array): string {
  return base58xrp.encode(after([...body], sha256(sha256(body)).subarray(0, 4)));
}

const source = (family: string) => (family === 'solana' ? { path: 'solana' } : undefined);

describe('encoded by another library', () => {
  for (const [family, made] of Object.entries(makers)) {
    it(`${family}: found, and the same spelling, ${numRuns} times`, () => {
      fc.assert(
        fc.property(
          made,
          fc.constantFrom('""', "''", '  ', '\n\n', '()', '><', '[]'),
          ({ text, canonical }, edge) => {
            const around = `x =${edge.charAt(0)}${text}${edge.charAt(1)};`;
            const found = scanText(around, source(family));
            assert.deepEqual(
              found.map((one) => [one.family, one.offset, one.text, canonicalOf(one)]),
              [[family, 4, text, canonical]],
            );
            const reading = readAddress(text);
            if (reading.ok) assert.equal(reading.address.canonical, canonical);
            else assert.equal(reading.problem.kind, 'placeholder');
          },
        ),
        { seed, numRuns },
      );
    });
  }

  for (const family of Object.keys(makers).filter((one) => !['evm', 'solana'].includes(one))) {
    it(`${family}: one changed character is not valid`, () => {
      fc.assert(
        fc.property(makers[family]!, fc.nat(), fc.nat(), ({ text }, place, other) => {
          const at = place % text.length;
          const alphabet =
            /^[a-z_]+1[a-z0-9]+$/i.test(text) && text.length > 36
              ? 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
              : '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
          const next = alphabet[other % alphabet.length]!;
          fc.pre(next.toLowerCase() !== text[at]!.toLowerCase());
          const changed = text.slice(0, at) + next + text.slice(at + 1);
          assert.deepEqual(
            scanText(changed).filter((one) => one.family === (family as Family)),
            [],
          );
        }),
        { seed, numRuns },
      );
    });
  }

  it('evm: a letter in another case is not valid by the rule that it was spelled by', () => {
    let invalid = 0;
    fc.assert(
      fc.property(bytes(20), fc.nat(), (body, place) => {
        const text = toEip55(`0x${hex(body)}`);
        const letters = Array.from(text).flatMap((one, at) =>
          at > 1 && /[a-f]/i.test(one) ? [at] : [],
        );
        fc.pre(letters.length > 2);
        const at = letters[place % letters.length]!;
        const one = text[at]!;
        const flipped = one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase();
        const changed = text.slice(0, at) + flipped + text.slice(at + 1);
        const [found] = scanText(changed);
        // Another rule fits a random spelling of some fifteen letters once in 2¹⁵, for three rules.
        if (checksumOf(found!) === 'invalid') invalid += 1;
      }),
      { seed, numRuns },
    );
    assert.ok(invalid >= numRuns - 3, `${invalid} of ${numRuns}`);
  });
});

describe('any text', () => {
  const anyText = fc.string({ unit: 'binary', maxLength: 400 });
  const address = fc.oneof(...Object.values(makers).map((made) => made.map(({ text }) => text)));

  it('is scanned without a fault, in order, without overlap, and the caret agrees', () => {
    const piece = fc.oneof(
      anyText,
      address,
      fc.constantFrom('0x', 'bc1', '1', '/', '_', '-', '…', '\\n', '%3A', ':', 'addr_', '🦊'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const found = scanText(text, { path: 'solana' });
        let end = 0;
        for (const one of found) {
          assert.ok(one.offset >= end);
          assert.equal(text.slice(one.offset, one.offset + one.length), one.text);
          end = one.offset + one.length;
          const middle = one.offset + (one.length >> 1);
          assert.deepEqual(occurrenceAt(text, middle, { path: 'solana' }), one);
        }
      }),
      { seed, numRuns },
    );
  });

  it('that has an address is decoded, wherever it is in the bytes', () => {
    const lines = ['return amounts.reduce((sum, { value }) => sum + value, 0);\n', 'für 1…\n'];
    const fillers = lines.map((line) => line.repeat(Math.ceil(80_000 / line.length)));
    for (const filler of fillers) assert.ok(!mayHaveAddresses(Buffer.from(filler)));
    const others = ['alice.near', 'bc1pfeessrawgf', `[${'0x0b, '.repeat(20)}]`];
    // Around the places where one part of the bytes ends and the next one starts.
    const place = fc
      .tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: -1_100, max: 1_100 }))
      .map(([part, around]) => Math.max(0, part * 16_384 + around));
    let decoded = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...fillers),
        place,
        fc.array(fc.oneof(address, fc.constantFrom(...others), anyText), {
          minLength: 1,
          maxLength: 3,
        }),
        fc.constantFrom('', '/', ' ', "'"),
        (filler, at, pieces, joint) => {
          const inner = joint + pieces.join(joint) + joint;
          const text = filler.slice(0, at) + inner + filler.slice(at);
          if (scanText(text, { path: 'solana' }).length === 0) return;
          assert.ok(mayHaveAddresses(Buffer.from(text)), JSON.stringify({ at, inner }));
          decoded++;
        },
      ),
      { seed, numRuns },
    );
    assert.ok(decoded > numRuns / 3, `${decoded} of ${numRuns}`);
    const run = 'x/'.repeat(900);
    const ton = `${run}EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs/${run}`;
    for (const text of [...others, ton]) {
      const first = 16_384 - text.indexOf(text.startsWith('x') ? 'EQ' : '');
      for (let at = first - 50; at < first + 10; at++) {
        const inner = ` ${text} ${'a, '.repeat(20_000)}`;
        assert.ok(mayHaveAddresses(Buffer.from('a '.repeat(at >> 1) + inner)), `${at} ${text}`);
        assert.ok(
          mayHaveAddresses(Buffer.from(`;${'a '.repeat(at >> 1)}${inner}`)),
          `${at} ${text}`,
        );
      }
    }
  });

  it('is the same in slices', () => {
    const line = `const a = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"; // TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW\n`;
    for (const text of [
      line.repeat(24_000),
      '/0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'.repeat(60_000),
    ]) {
      const inSlices = [...scanSlices(text)];
      assert.ok(inSlices.length > 1);
      const each = text.startsWith('/') ? 60_000 : 48_000;
      assert.equal(inSlices.flat().length, each);
      assert.ok(inSlices.flat().every(({ offset, text: found }) => text.startsWith(found, offset)));
    }
  });
});

function crc16(body: Uint8Array): number {
  let crc = 0;
  for (const byte of body) {
    for (let bit = 7; bit >= 0; bit--) {
      const isSet = ((crc >> 15) & 1) !== ((byte >> bit) & 1);
      crc = ((crc << 1) & 0xffff) ^ (isSet ? 0x1021 : 0);
    }
  }
  return crc;
}
