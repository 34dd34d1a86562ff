import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeRiskScore } from '../../../src/api/decode.ts';
import { parseExactJson, type ExactJson } from '../../../src/api/exactJson.ts';
import { breakdownOf } from '../../../src/report/breakdown.ts';
import { reasonsOf } from '../../../src/report/reasons.ts';
import { riskScoreBody } from '../../../src/sample/http/handle.ts';
import { generateLedger } from '../../../src/sample/ledger/generate.ts';
import { Scorer } from '../../../src/sample/scorer.ts';

/** On one line: what percentages refer to, the field, and each reason. */
function sketch(raw: string, score: string | null): string {
  const reasons = reasonsOf(breakdownOf(parseExactJson(raw) as ExactJson), score);
  if (reasons === null) return 'none';
  const texts = reasons.reasons.map(({ names, way, digits, percent }) =>
    [
      names.join('/'),
      way === null ? '' : `,${way}`,
      `=${digits}`,
      percent === null ? '' : `(${percent.toFixed(1)}%)`,
    ].join(''),
  );
  return `of ${reasons.of}, ${reasons.field}: ${texts.join(' ')}`;
}

const cases: readonly (readonly [raw: string, score: string | null, reasons: string])[] = [
  // The points of the categories sum to the score: the percentages are of the score.
  [
    '{"sanctioned":{"share":0.5,"score":47,"direct":0.5,"indirect":1e-17},"mixer":{"share":0.5,"score":3}}',
    '50',
    'of score, score: sanctioned,direct=47(94.0%) mixer=3(6.0%)',
  ],
  ['{"a":30,"b":12.5}', '42.5', 'of score, number: a=30(70.6%) b=12.5(29.4%)'],
  // A score is rounded: 0.354 to two decimals.
  ['{"a":0.2,"b":0.154}', '0.35', 'of score, number: a=0.2(56.5%) b=0.154(43.5%)'],
  ['{"a":0.2,"b":0.156}', '0.35', 'of none, number: a=0.2 b=0.156'],
  // A share refers to money, whatever the score is.
  [
    '{"exchange":{"share":0.9,"score":9},"scam":{"share":0.1,"score":10}}',
    '19',
    'of score, score: scam=10(52.6%) exchange=9(47.4%)',
  ],
  [
    '{"exchange":{"share":0.9},"scam":{"share":0.1}}',
    '19',
    'of whole, share: exchange=0.9(90.0%) scam=0.1(10.0%)',
  ],
  ['{"a":0.4,"b":0.6}', '1', 'of whole, number: b=0.6(60.0%) a=0.4(40.0%)'],
  // Points that do not sum to the score still rank, without a percentage.
  [
    '{"own":{"share":0,"score":100},"unattributed":{"share":1,"score":0}}',
    '100',
    'of score, score: own=100(100.0%)',
  ],
  [
    '{"own":{"share":0,"score":100},"scam":{"share":0.5,"score":20},"other":{"share":0.5,"score":0}}',
    '100',
    'of none, score: own=100 scam=20',
  ],
  ['{"a":3,"b":9,"c":5,"d":7}', '80', 'of none, number: b=9 d=7 c=5'],
  ['{"a":3,"b":9}', null, 'of none, number: b=9 a=3'],
  ['{"a":-3,"b":9,"c":0}', '6', 'of none, number: b=9'],
  ['{"a":0,"b":0}', '0', 'none'],
  ['{"a":"high"}', '7', 'none'],
  ['{"a":{"usd":7},"b":{"usd":8}}', '7', 'none'],
  ['{"a":96,"b":3.5,"c":0.5}', '50', 'of whole, number: a=96(96.0%) b=3.5(3.5%)'],
  // Groups.
  ['{"categories":{"a":30,"b":20}}', '50', 'of score, number: a=30(60.0%) b=20(40.0%)'],
  [
    '{"direct":{"a":30,"b":5},"indirect":{"a":5,"b":10}}',
    '50',
    'of score, number: a/direct=30(60.0%) b/indirect=10(20.0%) b/direct=5(10.0%)',
  ],
  [
    '{"direct":{"a":0.75,"b":0.25},"indirect":{"a":0.5,"b":0.5}}',
    '50',
    'of none, number: a/direct=0.75 a/indirect=0.5 b/indirect=0.5',
  ],
  // All direct, all indirect, or both.
  [
    '{"a":{"score":5,"direct":1,"indirect":0},"b":{"score":4,"direct":0,"indirect":1},"c":{"score":3,"direct":1,"indirect":1}}',
    null,
    'of none, score: a,direct=5 b,indirect=4 c=3',
  ],
  [
    '{"a":{"score":5,"direct":{"share":1},"indirect":{"share":0}},"b":{"score":4,"direct":1},"c":{"score":3,"direct":1,"indirect":-1}}',
    null,
    'of none, score: a,direct=5 b=4 c=3',
  ],
];

describe('the reasons of a score', () => {
  for (const [raw, score, expected] of cases) {
    it(`of ${score ?? 'nothing'} from ${raw}`, () => assert.equal(sketch(raw, score), expected));
  }

  it('are parts of the score in all that the sample service sends', () => {
    const ledger = generateLedger(1);
    const scorer = new Scorer(ledger, 6);
    const ways = new Map<string, number>();
    for (let index = 0; index < 400; index++) {
      const address = `0x${(index * 7919 + 1).toString(16).padStart(40, 'a')}`;
      const score = scorer.score('ethereum', address, 'money');
      assert.ok(score);
      const job = { id: '', recordId: '', tenant: '', createdBy: '', readyAt: 0, result: null };
      const subject = { chain: 'ethereum', address, aggregator: 'money' };
      const stored = decodeRiskScore(riskScoreBody({ ...job, ...subject }, score, ledger));
      assert.ok(stored?.rawRiskScore.state === 'given' && stored.score.state === 'given');
      const digits = stored.score.value;
      const reasons = reasonsOf(breakdownOf(stored.rawRiskScore.value), digits);
      if (reasons === null) {
        assert.equal(digits, '0');
        continue;
      }
      // The address's own label may outweigh its money.
      const isOwn = score.byCategory.has('own');
      assert.ok(reasons.of === 'score' || isOwn, JSON.stringify([digits, reasons]));
      const named = reasons.reasons.reduce((sum, { percent }) => sum + (percent ?? 0), 0);
      assert.ok(named <= 100.001, String(named));
      for (const { way, names } of reasons.reasons) {
        assert.ok(score.byCategory.has(names[0]!));
        ways.set(String(way), (ways.get(String(way)) ?? 0) + 1);
      }
    }
    assert.deepEqual([...ways.keys()].sort(), ['direct', 'indirect', 'null']);
  });
});
