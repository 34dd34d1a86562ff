/**
 * Where a value's name can be: the first offset at which names can matter, or -1 if no text near the
 * value can make it a key.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createHints } from '../../../src/keys/guard.ts';
import { seedOf } from '../../support/keyCorpus.ts';
import { valueIn } from '../../support/keyPairs.ts';
import { names } from '../../support/keyPairsOfNames.ts';
import { labels, surroundings } from '../../support/keyPairsOfTexts.ts';

const value = seedOf(1);
const headReach = 8_192;
const reach = { before: 640, after: 200 };
const dots = (count: number): string => '.'.repeat(count);

/** The first offset at which names can matter for the value in a text. */
function floorIn(text: string): number {
  const start = text.indexOf(value);
  return createHints(text, headReach)(start, start + value.length);
}

const far = [
  ...[
    'private',
    'privKey',
    'prv_key',
    'prv-key',
    'prvk',
    'prvt_key',
    'prvtKey',
    'pvt_key',
    'pvtKey',
  ],
  ...['pvt-key', 'prvt key', 'secret', 'seckey'],
  ...[
    'seed',
    'mnemonic',
    'phrase',
    'entropy',
    'keypair',
    'key_pair',
    'key pair',
    'key-pair',
    'keygen',
  ],
  ...['passphrase', 'password', 'nsec', 'prv', 'prvs', 'prvate', 'pkey', 'credentials'],
];

describe('a word that names keys', () => {
  for (const word of far) {
    it(`matters at a distance, in any case and at any offset: ${word}`, () => {
      for (const spelling of [word, word.toUpperCase()]) {
        for (const blanks of [0, 1, 2]) {
          const at = 1_000 + blanks;
          const text = `${dots(at)}${spelling}: ${dots(300)}${value}`;
          assert.equal(floorIn(text), at - 64, text);
          assert.notEqual(floorIn(`${value}${dots(190 + blanks)}${spelling}`), -1, text);
        }
      }
    });
  }

  for (const word of [
    ...['privilege', 'public', 'passport', 'press', 'sector', 'seem', 'entry', 'parse'],
    ...['insert', 'incredible', 'phase', 'prevail', 'pair', 'mint', 'pack'],
    ...['entries', 'passed', 'assert', 'credit', 'repair', 'UniswapV2Pair', 'reserve', 'server'],
  ]) {
    it(`is not part of another word: ${word}`, () => {
      for (const blanks of [0, 1, 2]) {
        assert.equal(floorIn(`${dots(blanks)}${word}: ${dots(100)}${value}`), -1);
        assert.equal(floorIn(`${value}${dots(100 + blanks)}${word}`), -1);
      }
    });
  }

  it('matters over the widest list, and no farther', () => {
    const heading = 'secretKeys: [';
    const textOf = (distance: number): string =>
      `${dots(200)}${heading}${dots(distance - heading.length)}${value}`;
    assert.equal(floorIn(textOf(headReach)), 200);
    assert.equal(floorIn(textOf(headReach + 1)), -1);
  });

  for (const [text, reaches] of [
    ['"seed",', 'a value'],
    ["'seed',", 'a value'],
    ['`seed`,', 'a value'],
    ['"seed" ,', 'a value'],
    ['"seed round",', 'a value'],
    ['a seed.', 'a value'],
    ['a seed!', 'a value'],
    ['a seed ?', 'a value'],
    ['seed-2_b.', 'a value'],
    ['"seed":', 'a list'],
    ['"seed" =', 'a list'],
    ["'seeds of all' [", 'a list'],
    ['`seed` {', 'a list'],
    ['"seed"(', 'a list'],
    ['"seed">', 'a list'],
    ['"seed" |', 'a list'],
    ['"seed"]', 'a list'],
    ['"seed"\n', 'a list'],
    ['"seed"\r\n', 'a list'],
    ['seed\n', 'a list'],
    ['seeds,', 'a list'],
    ['# my seeds of SOL', 'a list'],
    [`seed${'s'.repeat(61)}.`, 'a list'],
  ] as const) {
    it(`names no more than ${reaches}: ${JSON.stringify(text)}`, () => {
      const textOf = (distance: number): string =>
        `${dots(400)}${text}${dots(distance + text.indexOf('seed') - text.length)}${value}`;
      assert.notEqual(floorIn(textOf(reach.before)), -1);
      assert.equal(floorIn(textOf(reach.before + 1)) !== -1, reaches === 'a list');
    });
  }

  it('matters near the value, where it is after it', () => {
    assert.notEqual(floorIn(`${value}${dots(reach.after - 1)}seed`), -1);
    assert.equal(floorIn(`${value}${dots(reach.after)}seed`), -1);
  });

  it('counts in a name that looks like a value, where that is the value’s own', () => {
    for (const word of ['Pk', 'Secret', 'Seed', 'Key'])
      assert.notEqual(floorIn(`const deployer${word}OfSepolia11155111 = "${value}"`), -1, word);
  });

  it('is chance inside of a value', () => {
    assert.equal(floorIn(`a1${'seed'.repeat(6)}, ${dots(100)}${value}`), -1);
    assert.notEqual(floorIn(`ab${'seed'.repeat(6)}, ${dots(100)}${value}`), -1, 'no digit');
    assert.notEqual(floorIn(`a1${'seed'.repeat(5)}xyz, ${dots(100)}${value}`), -1, '25 characters');
  });
});

describe('the first offset at which names can matter', () => {
  it('is before the modifiers of a name', () => {
    assert.equal(floorIn(`${dots(500)}secret: ${dots(292)}${value}`), 500 - 64);
    assert.equal(floorIn(`secret: ${dots(292)}${value}`), 0);
  });

  it('is before the value’s own name, where a field after that names its kind', () => {
    assert.equal(floorIn(`${dots(500)}secret: ${value}`), 508 - 128 - 64);
    assert.equal(floorIn(`${dots(500)}${value}, // secret`), 500 - 128 - 64);
    assert.equal(floorIn(`secret: ${value}`), 0);
  });

  it('is in reach of the value', () => {
    const text = `${dots(400)}secretKeys: [${dots(8_150)}${value}`;
    assert.equal(floorIn(text), text.indexOf(value) - 8_192);
  });
});

describe('a short word', () => {
  for (const word of [
    ...[
      'pk',
      'sk',
      'pks',
      'sks',
      'pvk',
      'PK',
      'SK',
      'PKS',
      'PVK',
      'Pk',
      'myPk',
      'my_pk',
      'walletSK',
    ],
    ...['pkHex', 'skBytes', 'wif', 'WIF', 'wifs', 'wallet(', 'Wallet(', 'wallet import'],
    ...[
      'signerKey',
      'SIGNER_KEY',
      'the key',
      'my-key',
      '"key',
      "'key",
      'keykey',
      'keys = [',
      '"d":"',
    ],
    ...['ключ', '秘密', '私钥', 'キー', '개인', '\u0400', '\u04ff', '\u3040', '\ud7af'],
  ]) {
    it(`matters near a value: ${word}`, () => {
      assert.notEqual(floorIn(`= ${word}: ${value}`), -1);
      assert.notEqual(floorIn(`${value} = ${word} `), -1);
      assert.notEqual(floorIn(`= ${word}${dots(reach.before - word.length)}${value}`), -1);
      assert.equal(floorIn(`= ${word}${dots(reach.before)}${value}`), -1);
      assert.equal(floorIn(`${value}${dots(reach.after)}${word}`), -1);
    });
  }

  for (const word of [
    ...['ok', 'kind', 'wife', 'width', 'want', 'wallets', 'wallet', 'wallet export'],
    ...[
      'wax',
      'know',
      'kept',
      'keep',
      'été',
      'ελ',
      'עברית',
      'हिन्दी',
      '🔑',
      '’',
      '\u03ff',
      '\u0500',
    ],
    ...['\u303f', '\ud7b0'],
  ]) {
    it(`is not part of another word: ${word}`, () => {
      assert.equal(floorIn(`= ${word}: ${value}`), -1);
      assert.equal(floorIn(`${value} = ${word} `), -1);
    });
  }
});

describe('the values of a text, in order', () => {
  it('have the same first offsets as each has alone', () => {
    const parts = [...names, ...labels, ...surroundings].flatMap(({ held, sent }, at) => [
      valueIn(held).text,
      dots((at * 37) % 400),
      valueIn(sent).text,
      dots((at * 89) % 700),
    ]);
    const text = parts.join('\n');
    const inOrder = createHints(text, headReach);
    const values = [
      ...text.matchAll(/(?<![0-9A-Za-z])[1-9A-HJ-NP-Za-km-z]{43,44}(?![0-9A-Za-z])/g),
    ];
    assert.ok(values.length > 500);
    for (const { 0: found, index } of values) {
      const end = index + found.length;
      const alone = createHints(text, headReach)(index, end);
      assert.equal(inOrder(index, end), alone, text.slice(index - 80, end));
    }
  });
});
