import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseExactJson, type ExactJson } from '../../../src/api/exactJson.ts';
import { breakdownOf } from '../../../src/report/breakdown.ts';
import { pointsOf, type Points } from '../../../src/report/points.ts';
import { pointsView } from '../../../src/report/pointsView.ts';
import { reasonSentence } from '../../../src/report/scoreView.ts';
import { sampleScale } from '../../../src/report/scale.ts';

const read = (raw: string, score: string, isSample = false): Points | null =>
  pointsOf(breakdownOf(parseExactJson(raw) as ExactJson), score, isSample);

const namesIn = (points: Points | null): string[] =>
  (points?.rows ?? []).map(({ names }) => names.join());

describe('the points of categories', () => {
  for (const [what, raw, score] of [
    ['scores', '{"scam":{"share":0.2,"score":8},"dark_market":{"share":0.8,"score":32}}', '40'],
    [
      'contributions',
      '[{"name":"scam","contribution":8},{"name":"dark_market","contribution":32}]',
      '40',
    ],
    ['plain numbers', '{"scam":8,"dark_market":32}', '40'],
    ['a rounded sum', '{"scam":8.004,"dark_market":32}', '40'],
  ] as const) {
    it(`are read from ${what} that sum to the score, the greatest first`, () => {
      const points = read(raw, score);
      assert.equal(points?.of, 'sum');
      assert.deepEqual(namesIn(points), ['dark_market', 'scam']);
    });
  }

  for (const [what, raw, score] of [
    ['values that sum to something else', '{"scam":8,"mixer":31}', '40'],
    ['shares of a whole', '{"scam":0.25,"mixer":0.75}', '1'],
    ['a negative value', '{"scam":{"score":50},"mixer":{"score":-10}}', '40'],
    ['a score of zero', '{"scam":{"score":0}}', '0'],
    ['nothing', '{}', '40'],
    ['a label of its own from another service', '{"own":{"score":85},"scam":{"score":8}}', '85'],
  ] as const) {
    it(`are not claimed for ${what}`, () => assert.equal(read(raw, score), null));
  }

  it('are direct as far as their own values say, also where each direction has several', () => {
    const points = read(
      '{"scam":{"score":40,"direct":{"share":0.25,"usd":5},"indirect":{"share":0.75,"usd":15}}}',
      '40',
    );
    assert.equal(points?.rows[0]?.direct, 0.25);
  });

  it('begin with the address’s own label in sample data, and never add to it', () => {
    const points = read(
      '{"scam":{"share":0.1,"usd":5,"risk":90,"score":8,"direct":0.02,"indirect":0.08},' +
        '"unattributed":{"share":0.9,"usd":45,"risk":0,"score":0,"direct":0,"indirect":0.9},' +
        '"own":{"share":0,"usd":0,"risk":85,"score":85,"direct":0,"indirect":0}}',
      '85',
      true,
    );
    assert.equal(points?.of, 'ownLabel');
    assert.equal(points.besidesLabel, 8);
    assert.deepEqual(points.without, []);
    assert.deepEqual(namesIn(points), ['own', 'scam']);
    const view = pointsView({ points, figure: { kind: 'value', digits: '85' } }, sampleScale);
    assert.deepEqual(
      view?.rows.map(({ name, direct, indirect }) => [name, direct, indirect]),
      [['Scam', 0.016, 0.064]],
    );
    // The sum of the rows, not the score, which belongs to the label.
    assert.equal(view.caption, '8 points from its funds, by category. The label replaces them.');
    const facts = { points, reasons: null, figure: { kind: 'value', digits: '85' } } as const;
    assert.equal(
      reasonSentence(facts),
      'The score is set by how the service labels this address. The service does not say which label. Based on its funds alone, it would be 8.',
    );
    assert.deepEqual(view.others, ['1 category without points', '90% of funds unattributed']);
  });

  it('name the label where the service does', () => {
    const points = read('{"own":{"share":0,"score":85,"label":"mixer"}}', '85', true);
    assert.equal(
      reasonSentence({ points, reasons: null, figure: { kind: 'value', digits: '85' } }),
      'The score is set by how the service labels this address: Mixer.',
    );
    const view = pointsView({ points, figure: { kind: 'value', digits: '85' } }, sampleScale);
    assert.deepEqual([view?.caption, view?.rows.length], ['85 points by category', 1]);
  });

  it('have two decimals, and what is smaller is not zero', () => {
    const points = read('{"scam":0.004,"mixer":32.0160}', '32.02');
    const view = pointsView({ points, figure: { kind: 'value', digits: '32.02' } }, sampleScale);
    assert.deepEqual(
      view?.rows.map((row) => row.points),
      [
        { text: '32.02', exact: '32.0160' },
        { text: '< 0.01', exact: '0.004' },
      ],
    );
  });

  it('have an axis to the end of the scale, or to the score, and never to the largest row', () => {
    const points = read('{"scam":8,"mixer":32}', '40');
    const lengths = (scale: typeof sampleScale | null): unknown =>
      pointsView({ points, figure: { kind: 'value', digits: '40' } }, scale)?.rows.map(
        ({ direct }) => direct,
      );
    assert.deepEqual(lengths(sampleScale), [0.32, 0.08]);
    assert.deepEqual(lengths(null), [0.8, 0.2]);
  });

  it('show exactly what the sum would be without a category', () => {
    assert.deepEqual(read('{"scam":8.1,"mixer":32.02}', '40.12')?.without, [
      { names: ['mixer'], sum: '8.1' },
      { names: ['scam'], sum: '32.02' },
    ]);
  });
});
