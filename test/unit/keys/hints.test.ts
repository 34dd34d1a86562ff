/**
 * Where a value's name can be: the first offset at which names can matter, or -1 if no text near the
 * value can make it a key.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createHints } from '../../../src/keys/hints.ts';
import { createUnitReader } from '../../../src/text/runs.ts';
import { seedOf } from '../../support/keyCorpus.ts';
import { valueIn } from '../../support/keyPairs.ts';
import { names } from '../../support/keyPairsOfNames.ts';
import { labels, surroundings } from '../../support/keyPairsOfTexts.ts';

const value = seedOf(1);
const reach = { before: 8_192, after: 200 };
const readUnits = createUnitReader();
const dots = (count: number): string => '.'.repeat(count);

interface Options {
  readonly isKeySized?: boolean;
  /** The offset at which the units start that are read from an array. */
  readonly from?: number;
}

/** The first offset at which names can matter for the value in a text. */
function floorIn(text: string, { isKeySized = false, from = 0 }: Options = {}): number {
  const start = text.indexOf(value);
  const hints = createHints(text, readUnits(text, from, text.length), reach);
  return hints.floorOf(start, start + value.length, isKeySized);
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
          assert.equal(floorIn(text, { from: 1_200 + blanks }), at - 64, 'before the units');
          // The units start 256 before this offset.
          for (let from = at + 246; from < at + 276; from++) {
            assert.equal(floorIn(text, { from }), at - 64, `${from}`);
          }
          // Of the words, the second of a pair is in reach too.
          const reached = /key.pair/i.test(word) ? 190 : 195;
          assert.notEqual(floorIn(`${value}${dots(reached + blanks)}${spelling}`), -1, text);
        }
      }
    });
  }

  for (const word of [
    ...['privilege', 'public', 'passport', 'press', 'sector', 'seem', 'entry', 'parse', 'keyboard'],
    ...['insert', 'incredible', 'phase', 'prevail', 'monkey', 'pair', 'mint', 'pack'],
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
    for (const from of [0, 8_300]) {
      const textOf = (distance: number): string =>
        `${dots(200)}${heading}${dots(distance - heading.length)}${value}`;
      assert.equal(floorIn(textOf(8_192), { from }), 200);
      assert.equal(floorIn(textOf(8_193), { from }), -1);
    }
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
      assert.notEqual(floorIn(textOf(320)), -1);
      assert.equal(floorIn(textOf(321)) !== -1, reaches === 'a list');
    });
  }

  it('matters near the value, where it is after it', () => {
    assert.notEqual(floorIn(`${value}${dots(197)}seed`), -1);
    assert.equal(floorIn(`${value}${dots(198)}seed`), -1);
  });

  it('is chance inside of a value', () => {
    assert.equal(floorIn(`a1${'seed'.repeat(6)}: ${dots(100)}${value}`), -1);
    assert.notEqual(floorIn(`ab${'seed'.repeat(6)}: ${dots(100)}${value}`), -1, 'no digit');
    assert.notEqual(floorIn(`a1${'seed'.repeat(5)}xyz: ${dots(100)}${value}`), -1, '25 characters');
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

  it('is near the value for a short name', () => {
    assert.equal(floorIn(`${dots(500)}pk = ${value}`), 505 - 64);
    assert.equal(floorIn(`pk = ${value}`), 0);
    assert.equal(floorIn(`${dots(500)}${value} // wif`), 500 - 64);
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
    ...['signerKey', 'SIGNER_KEY', 'the key', 'my-key', '"key', "'key", 'keykey'],
    ...['ключ', '秘密', '私钥', 'キー', '개인'],
  ]) {
    it(`matters next to a value: ${word}`, () => {
      assert.notEqual(floorIn(`= ${word}: ${value}`), -1);
      assert.notEqual(floorIn(`${value} = ${word} `), -1);
      assert.notEqual(floorIn(`= ${word}${dots(64 - word.length)}${value}`), -1);
      assert.equal(floorIn(`= ${word}${dots(64)}${value}`), -1);
      assert.notEqual(floorIn(`${value}${dots(23 - word.length)}${word}.`), -1);
      assert.equal(floorIn(`${value}${dots(24)}${word}`), -1);
    });
  }

  for (const word of [
    ...[
      'spk8',
      'risk',
      'RISK',
      'task',
      'pkg',
      'skip',
      'ask',
      'mypk1z',
      'PVKX',
      'apk',
      'ok',
      'kind',
    ],
    ...[
      'wife',
      'width',
      'want',
      'wallets',
      'wallet',
      'wallet export',
      'wax',
      'know',
      'kept',
      'keep',
    ],
    ...['.key', '1key', 'été', 'ελ', 'עברית', 'हिन्दी', '🔑', '’'],
  ]) {
    it(`is not part of another word: ${word}`, () => {
      assert.equal(floorIn(`= ${word}: ${value}`), -1);
      assert.equal(floorIn(`${value} = ${word} `), -1);
    });
  }

  it('is any word of a script in which comments name keys, and of no other', () => {
    for (const [character, isWord] of [
      ['\u03ff', false],
      ['\u0400', true],
      ['\u04ff', true],
      ['\u0500', false],
      ['\u303f', false],
      ['\u3040', true],
      ['\ud7af', true],
      ['\ud7b0', false],
    ] as const) {
      assert.equal(floorIn(`${character} ${value}`) !== -1, isWord, character);
    }
  });

  it('is the bare word key, for a value of its size', () => {
    for (const text of [`.key=${value}`, `1key=${value}`, `key=${value}`, `${value}.key`]) {
      assert.equal(floorIn(text), -1, text);
      assert.notEqual(floorIn(text, { isKeySized: true }), -1, text);
    }
    assert.equal(floorIn(`.kex=${value}`, { isKeySized: true }), -1);
  });
});

describe('the bare name of a list', () => {
  for (const head of [
    ...[
      'keys = [',
      'key = [',
      'KEYS=[',
      '"keys": [',
      'keys: string = [',
      'keys: [',
      'my_keys: u8=[',
    ],
    ...['`key` : [', 'keys: &str = [', "'keys'=["],
  ]) {
    it(`matters to its values, if they have the size of a key: ${head}`, () => {
      const textOf = (distance: number): string =>
        `${dots(100)}${head}${dots(distance - 1)}${value}`;
      const at = 100 + head.length - 1;
      assert.equal(floorIn(textOf(640), { isKeySized: true }), at - 64);
      assert.equal(floorIn(textOf(640), { isKeySized: true, from: 300 }), at - 64);
      assert.equal(floorIn(textOf(640)), -1);
      assert.equal(floorIn(textOf(641), { isKeySized: true }), -1);
      assert.equal(floorIn(`${head}${dots(70)}${value}`, { isKeySized: true }), 0);
    });
  }

  for (const head of [
    ...[
      'monkeys = [',
      'keys [',
      'keys = {',
      'keys = (',
      'keys = [] + x[',
      'keys = [x',
      'keys = [1]',
    ],
    ...['keysOf: [', 'keys: a b = [', 'keys = x [', `keys${' '.repeat(30)}= [`],
  ]) {
    it(`is the name right before the last bracket: ${head}`, () => {
      const textOf = `${dots(100)}${head}${dots(100)}${value}`;
      assert.equal(floorIn(textOf, { isKeySized: true }), head === 'keys = [x' ? 43 : -1);
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
    const units = readUnits(text, 0, text.length);
    for (const isKeySized of [true, false]) {
      const inOrder = createHints(text, units, reach);
      const values = [
        ...text.matchAll(/(?<![0-9A-Za-z])[1-9A-HJ-NP-Za-km-z]{43,44}(?![0-9A-Za-z])/g),
      ];
      assert.ok(values.length > 500);
      for (const { 0: found, index } of values) {
        const end = index + found.length;
        const alone = createHints(text, units, reach).floorOf(index, end, isKeySized);
        assert.equal(inOrder.floorOf(index, end, isKeySized), alone, text.slice(index - 80, end));
      }
    }
  });
});
