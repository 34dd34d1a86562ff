import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  levelOf,
  problemRank,
  presetScales,
  presetsFor,
  readScale,
  sampleScale,
  type RiskScale,
} from '../../../src/report/scale.ts';

const scale: RiskScale = {
  min: -1,
  max: 1,
  levels: [
    { name: 'Good', from: -1 },
    { name: 'Bad', from: 0.1 },
  ],
};

describe('the presets', () => {
  for (const [digits, most] of [
    [null, [1, 10, 100]],
    ['0', [1, 10, 100]],
    ['1', [1, 10, 100]],
    ['1.0000000000000000000001', [10, 100]],
    ['84.2', [100]],
    ['-1', []],
    ['101', []],
  ] as const) {
    it(`are those that a score is on: ${digits ?? 'none'}`, () => {
      assert.deepEqual(
        presetsFor(digits).map(({ max }) => max),
        most,
      );
    });
  }
});

describe('the setting of a scale', () => {
  it('is read as it is written', () => {
    assert.deepEqual(readScale(scale), { kind: 'scale', scale });
    for (const preset of presetScales) {
      assert.deepEqual(readScale(preset), { kind: 'scale', scale: preset });
    }
  });

  it('is none if nothing is set', () => {
    assert.deepEqual([readScale(null), readScale(undefined)], [{ kind: 'none' }, { kind: 'none' }]);
  });

  const low = { name: 'Low', from: 0 };
  const cases: readonly (readonly [problem: string, setting: unknown])[] = [
    ...['', 'high', 0, true, [], {}, { min: 0, max: 1 }].map((each) => ['shape', each] as const),
    ['shape', { min: 0, max: 1, levels: [] }],
    ['shape', { min: '0', max: 1, levels: [low] }],
    ['shape', { min: 0, max: Infinity, levels: [low] }],
    ['shape', { min: NaN, max: 1, levels: [low] }],
    ['shape', { min: 0, max: 1, levels: [null] }],
    ['shape', { min: 0, max: 1, levels: [{ from: 0 }] }],
    ['shape', { min: 0, max: 1, levels: [{ name: '  ', from: 0 }] }],
    ['shape', { min: 0, max: 1, levels: [{ name: 'x\u202ey', from: 0 }] }],
    ['shape', { min: 0, max: 1, levels: [{ name: 'x'.repeat(41), from: 0 }] }],
    ['shape', { min: 0, max: 1, levels: [low], unit: '%' }],
    [
      'shape',
      {
        min: 0,
        max: 99,
        levels: Array.from({ length: 11 }, (_, from) => ({ name: `${from}`, from })),
      },
    ],
    ['range', { min: 1, max: 1, levels: [{ name: 'Low', from: 1 }] }],
    ['range', { min: 2, max: 1, levels: [{ name: 'Low', from: 2 }] }],
    ['start', { min: 0, max: 1, levels: [{ name: 'Low', from: 0.1 }] }],
    ['start', { min: 0, max: 1, levels: [{ name: 'Low', from: -1 }] }],
    ['order', { min: 0, max: 1, levels: [low, { name: 'High', from: 0 }] }],
    [
      'order',
      { min: 0, max: 1, levels: [low, { name: 'a', from: 0.5 }, { name: 'b', from: 0.2 }] },
    ],
    ['end', { min: 0, max: 1, levels: [low, { name: 'High', from: 2 }] }],
    ['names', { min: 0, max: 1, levels: [low, { name: ' Low ', from: 0.5 }] }],
  ];
  for (const [problem, setting] of cases) {
    it(`has the problem ${problem}: ${JSON.stringify(setting).slice(0, 80)}`, () => {
      assert.deepEqual(readScale(setting), { kind: 'bad', problem });
    });
  }

  it('never fails, whatever stands there', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true }), (setting) => {
        assert.ok(['scale', 'none', 'bad'].includes(readScale(setting).kind));
      }),
    );
  });
});

describe('the level of a score', () => {
  const places: readonly (readonly [digits: string, level: string | null, rank?: number])[] = [
    ['0', 'Low', 0],
    ['-0', 'Low', 0],
    ['0e99999999999999999', 'Low', 0],
    ['24.999999999999999999999', 'Low', 0],
    ['25', 'Medium', 1],
    ['2.5e1', 'Medium', 1],
    ['49.99999999999999999', 'Medium', 1],
    ['50.000', 'High', 2],
    ['75', 'Severe', 3],
    ['1e2', 'Severe', 3],
    ['100.00000000000000000001', null],
    ['-0.00000000000000000001', null],
    ['1e300', null],
  ];
  for (const [digits, level, rank] of places) {
    it(`of ${digits} is ${level ?? 'none: it is outside of the scale'}`, () => {
      const expected =
        level === null
          ? { kind: 'outside', side: digits.startsWith('-') ? 'below' : 'above' }
          : { kind: 'level', name: level, rank, count: 4 };
      assert.deepEqual(levelOf(sampleScale, digits), expected);
    });
  }

  it('is not known for what cannot be placed', () => {
    assert.equal(levelOf(sampleScale, '1e-99999999999999999'), null);
    assert.equal(levelOf(sampleScale, 'high'), null);
  });

  it('begins at the number as the user wrote it', () => {
    assert.deepEqual(levelOf(scale, '0.1'), { kind: 'level', name: 'Bad', rank: 1, count: 2 });
    assert.deepEqual(levelOf(scale, '0.09999999999999999999'), {
      ...{ kind: 'level', name: 'Good', rank: 0, count: 2 },
    });
  });

  it('begins at 0, 25, 50, and 75 percent of each preset', () => {
    assert.deepEqual(
      presetScales.map(({ max, levels }) => levels.map(({ from }) => (from / max) * 100)),
      presetScales.map(() => [0, 25, 50, 75]),
    );
  });
});

describe('the rank from which a score is a problem', () => {
  const named = (...names: readonly string[]): RiskScale => ({
    ...{ min: 0, max: 9, levels: names.map((name, from) => ({ name, from })) },
  });

  for (const [what, names, levels, rank] of [
    ['that of a level', ['Low', 'High', 'Severe'], ['Severe'], 2],
    ['the lower one of two', ['Low', 'High', 'Severe'], ['Severe', 'Low'], 0],
    ['not raised by the second', ['Low', 'High', 'Severe'], ['Low', 'Severe'], 0],
    ['not turned off by the second', ['Low', 'High', 'Severe'], ['High', 'off'], 1],
    ['none if all are off', ['Low', 'High', 'Severe'], ['off'], Infinity],
    ['the usual one for a name that the scale does not have', ['Low', 'High'], ['Hihg'], 1],
    ['the highest one of a scale without the usual one', ['Good', 'Bad'], ['Hihg'], 1],
  ] as const) {
    it(`is ${what}`, () => assert.equal(problemRank(named(...names), levels), rank));
  }
});
