import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseExactJson, type ExactJson } from '../../../src/api/exactJson.ts';
import { breakdownOf, type Breakdown } from '../../../src/report/breakdown.ts';
import { choicesFrom } from '../../support/random.ts';
import { leavesOf, leavesOfBreakdown } from './support/leaves.ts';
import { randomJson } from './support/randomJson.ts';

function read(text: string): { readonly json: ExactJson; readonly breakdown: Breakdown } {
  const json = parseExactJson(text);
  assert.notEqual(json, undefined);
  return { json: json as ExactJson, breakdown: breakdownOf(json as ExactJson) };
}

/**
 * One line: `field: name=digits(percent) name=–` of the categories in their order, what is inside
 * one in `{…}`, then groups in `[path …]`, then the keys of the rest after `~`.
 */
function sketch({ path, field, categories, groups, rest, unexplainedPercent }: Breakdown): string {
  const texts = categories.map(({ name, value, percent, ratio, columns, inside }) =>
    [
      `${name}=${ratio === null ? '–' : (value?.digits ?? '')}`,
      percent === null ? '' : `(${percent.toFixed(1)}%)`,
      columns.length === 0 ? '' : `<${columns.map((column) => column.name).join()}>`,
      inside === null ? '' : `{${sketch(inside)}}`,
    ].join(''),
  );
  return [
    ...(path.length === 0 ? [] : [`/${path.join('/')}`]),
    ...(field === null ? [] : [`${field}:`]),
    ...texts,
    ...(unexplainedPercent === null ? [] : [`?${unexplainedPercent.toFixed(1)}%`]),
    ...groups.map((group) => `[${sketch(group)}]`),
    ...(rest.length === 0 ? [] : [`~${rest.map(({ key }) => String(key)).join()}`]),
  ].join(' ');
}

/** The reading of each shape. */
const shapes: readonly (readonly [shape: string, reading: string])[] = [
  // Numbers by category.
  ['{"mixer":12,"scam":30}', 'number: scam=30 mixer=12'],
  ['{"mixer":0.25,"scam":0.75}', 'number: scam=0.75(75.0%) mixer=0.25(25.0%)'],
  ['{"mixer":25,"scam":75}', 'number: scam=75(75.0%) mixer=25(25.0%)'],
  ['{"a":0.6,"b":0.397}', 'number: a=0.6(60.0%) b=0.397(39.7%) ?0.3%'],
  ['{"a":60.4,"b":40}', 'number: a=60.4(60.4%) b=40(40.0%)'],
  ['{"a":60.6,"b":40}', 'number: a=60.6 b=40'],
  ['{"a":0.6,"b":0.39}', 'number: a=0.6 b=0.39'],
  ['{"mixer":0,"scam":0}', 'number: mixer=0 scam=0'],
  ['{"flag":1,"other":0}', 'number: flag=1 other=0'],
  ['{"a":1.5,"b":-0.5}', 'number: a=1.5 b=-0.5'],
  ['{"a":-3,"b":-4,"c":0}', 'number: c=0 a=-3 b=-4'],
  ['{"a":1e-400,"b":2e-400}', 'number: b=2e-400 a=1e-400'],
  ['{"a":9007199254740993,"b":9007199254740992}', 'number: a=9007199254740993 b=9007199254740992'],
  ['{"a":1e9999999999999999,"b":2}', 'number: b=2 a=–'],
  ['{"a":0.10,"b":0.1}', 'number: a=0.10 b=0.1'],
  // Not a number.
  ['{"mixer":"12","scam":30}', 'number: scam=30 ~mixer'],
  ['{"mixer":null,"scam":30}', 'number: scam=30 ~mixer'],
  ['{"mixer":true,"note":"none"}', ' ~mixer,note'],
  ['{}', ' ~null'],
  ['[]', ' ~null'],
  ['"high"', ' ~null'],
  ['null', ' ~null'],
  ['7', ' ~null'],
  ['{"a":{},"b":[]}', ' ~a,b'],
  // Objects by category.
  [
    '{"mixer":{"share":0.4,"usd":10},"scam":{"share":0.6,"usd":15}}',
    'share: scam=0.6(60.0%)<usd> mixer=0.4(40.0%)<usd>',
  ],
  ['{"sanctions":{"share":1,"score":90}}', 'share: sanctions=1(100.0%)<score>'],
  ['{"sanctions":{"score":100}}', 'score: sanctions=100'],
  ['{"a":{"amount":5,"score":2},"b":{"score":3}}', 'score: b=3 a=2<amount>'],
  ['{"a":{"contribution":1},"b":{"amount":900},"c":{"amount":3}}', 'amount: b=900 c=3 a=–'],
  ['{"a":{"share":0.9},"b":{"amount":900}}', 'share: a=0.9 b=–'],
  ['{"a":{"share":null,"amount":1},"b":{"share":"x","amount":2}}', 'amount: b=2<share> a=1<share>'],
  ['{"a":0.5,"b":{"share":0.5},"c":{"share":0.5}}', 'share: b=0.5(50.0%) c=0.5(50.0%) a=–'],
  ['{"mixer":{"usd":1,"txs":2},"scam":{"usd":3}}', ' mixer=–<usd,txs> scam=–<usd>'],
  ['{"mixer":{"note":"x"},"scam":{"share":0.2}}', 'share: scam=0.2 ~mixer'],
  // Groups and wrappers.
  [
    '{"direct":{"a":1,"b":3},"indirect":{"a":2,"b":4}}',
    ' [/direct number: b=3 a=1] [/indirect number: b=4 a=2]',
  ],
  ['{"categories":{"a":1,"b":3}}', ' [/categories number: b=3 a=1]'],
  [
    '{"version":"2","categories":{"a":{"share":0.5},"b":{"share":0.5}}}',
    ' [/categories share: a=0.5(50.0%) b=0.5(50.0%)] ~version',
  ],
  [
    '{"a":{"share":0.7,"direct":{"share":0.6},"indirect":{"share":0.1}}}',
    'share: a=0.7{/a share: direct=0.6 indirect=0.1}',
  ],
  ['{"a":{"share":0.7,"sources":{"x":2,"y":5}}}', 'share: a=0.7{/a [/a/sources number: y=5 x=2]}'],
  ['{"a":{"share":0.7,"tags":["x","y"]}}', 'share: a=0.7{/a ~tags}'],
  // Arrays.
  [
    '{"data":[{"category":"a","share":0.2},{"category":"b","share":0.8}]}',
    ' [/data share: b=0.8(80.0%) a=0.2(20.0%)]',
  ],
  ['[{"name":"a","amount":2},{"name":"a","amount":3}]', 'amount: a=3 a=2'],
  ['[{"type":"a","usd":2},{"label":"b","usd":3}]', ' a=–<usd> b=–<usd>'],
  ['[{"type":"a","note":"x"},{"share":1},{"name":"c","amount":4}]', 'amount: c=4 ~0,1'],
  ['[{"mixer":0.4},{"scam":0.6}]', ' [/0 number: mixer=0.4] [/1 number: scam=0.6]'],
  ['[1,2,3]', ' ~0,1,2'],
  ['[["mixer",0.4],["scam",0.6]]', ' ~0,1'],
  ['[{"name":"a","parts":{"x":1,"y":2}}]', ' a=–{/0 [/0/parts number: y=2 x=1]}'],
  // Hostile keys and text.
  [
    '{"__proto__":5,"constructor":{"share":1},"toString":{"share":2}}',
    'share: toString=2 constructor=1 __proto__=–',
  ],
  ['{"a":{"__proto__":{"share":1}}}', ' [/a share: __proto__=1(100.0%)]'],
  ['{"a":{"hasOwnProperty":1,"share":3}}', 'share: a=3<hasOwnProperty>'],
  ['{"":3,"\\u202e":4,"<b>":5}', 'number: <b>=5 \u202e=4 =3'],
  ['{"a":1,"a":2}', 'number: a=2'],
];

describe('raw_risk_score by category', () => {
  for (const [shape, reading] of shapes) {
    it(`reads ${shape.replaceAll('\u202e', '')}`, () => {
      const { json, breakdown } = read(shape);
      assert.equal(sketch(breakdown).trim(), reading.trim());
      assert.deepEqual(leavesOfBreakdown(breakdown).sort(), leavesOf(json).sort());
    });
  }

  it('gives a bar its part of the greatest magnitude', () => {
    const { categories } = read('{"a":-4,"b":2,"c":0,"d":1e-400}').breakdown;
    assert.deepEqual(
      categories.map(({ name, ratio, isNegative }) => [name, ratio, isNegative]),
      [
        ['b', 0.5, false],
        ['d', 0, false],
        ['c', 0, false],
        ['a', 1, true],
      ],
    );
    const tiny = read('{"a":1e-400,"b":4e-400,"c":1e4000}').breakdown;
    assert.deepEqual(
      tiny.categories.map(({ ratio }) => ratio),
      [1, 0, 0],
    );
    const small = read('{"a":1e-400,"b":4e-400}').breakdown;
    assert.deepEqual(
      small.categories.map(({ ratio }) => ratio),
      [1, 0.25],
    );
  });

  it('keeps all of 10,000 categories, in the order of their values', () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `category ${index}`);
    const numbers = names.map((name, index) => [name, (index * 7919) % 10_000] as const);
    const { json, breakdown } = read(JSON.stringify(Object.fromEntries(numbers)));
    assert.deepEqual(
      breakdown.categories.map(({ value }) => Number(value?.digits)),
      names.map((_, index) => 9_999 - index),
    );
    assert.deepEqual(leavesOfBreakdown(breakdown).sort(), leavesOf(json).sort());
  });

  for (const [name, open, close] of [
    ['objects', '{"a":', '}'],
    ['arrays', '[', ']'],
    ['named elements', '[{"name":"x","y":', '}]'],
  ] as const) {
    for (const inside of ['1', '{"z":{"share":1}}', '"text"']) {
      it(`reads ${name} nested as deep as a response may be around ${inside}`, () => {
        const levels =
          (64 - (inside.match(/\{/g) ?? []).length) / (open.match(/[[{]/g) ?? []).length;
        const text = open.repeat(Math.floor(levels)) + inside + close.repeat(Math.floor(levels));
        const started = performance.now();
        const { json, breakdown } = read(text);
        assert.deepEqual(leavesOfBreakdown(breakdown), leavesOf(json));
        // Reading each level twice would take 2^32 steps and never end.
        assert.ok(performance.now() - started < 5_000);
      });
    }
  }
});

describe('random JSON by category', () => {
  it('has each leaf of 10,000 values once, and no other', () => {
    const choices = choicesFrom(12);
    let leaves = 0;
    let categories = 0;
    for (let index = 0; index < 10_000; index++) {
      const text = randomJson(choices, 5);
      const { json, breakdown } = read(text);
      const expected = leavesOf(json).sort();
      assert.deepEqual(leavesOfBreakdown(breakdown).sort(), expected, text);
      leaves += expected.length;
      categories += breakdown.categories.length;
    }
    assert.ok(leaves > 50_000 && categories > 2_000, `${leaves} leaves, ${categories} categories`);
  });
});
