import assert from 'node:assert/strict';
import { readingOf } from '../../../../src/evidence/reasons.ts';
import { decodeRiskScore } from '../../../../src/api/decode.ts';
import type { Field } from '../../../../src/api/field.ts';
import { decodeSummary } from '../../../../src/api/summaryFields.ts';
import { parseExactJson } from '../../../../src/api/exactJson.ts';
import type { Aggregator } from '../../../../src/api/parameters.ts';
import type { HistoryEntry } from '../../../../src/paid/history.ts';
import type { ExportFacts } from '../../../../src/report/export/facts.ts';
import { breakdownOf } from '../../../../src/report/breakdown.ts';
import { meaningOf, type ScoreFacts } from '../../../../src/report/model.ts';
import { historyOf, type PastScore } from '../../../../src/report/history.ts';
import { figureOf } from '../../../../src/report/risk.ts';
import { presetScales, sampleScale } from '../../../../src/report/scale.ts';

const receivedAt = Date.UTC(2026, 10, 22, 11, 59);
const address = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

const nothing: ExportFacts = {
  subject: { address, chain: 'ethereum' },
  known: null,
  reading: readingOf('key', 'ethereum'),
  isSample: false,
  aggregator: 'money',
  origin: 'https://service.example',
  scale: null,
  summary: null,
  scores: { money: null, money_rank_weight: null },
  jobs: { money: null, money_rank_weight: null },
  history: [],
};

function summaryOf(body: string, isFresh = true): NonNullable<ExportFacts['summary']> {
  const value = decodeSummary(body);
  assert.ok(value);
  return { value, receivedAt, isFresh };
}

const record = {
  id: '3f0f6c4e-0000-4000-8000-000000000001',
  hash: 'ab12',
  graph_file_name: 'graph-7.json',
  created_at: '2026-11-22T11:58:59.123Z',
  updated_at: '2026-11-22T11:59:00.000Z',
  created_by: '5a3c1e00-0000-4000-8000-000000000002',
  creator_display_name: 'Compliance',
};

interface ScoreChange
  extends Partial<ScoreFacts>, Partial<Pick<ExportFacts, 'scale' | 'isSample'>> {
  readonly texts?: Readonly<Record<string, string>>;
}

/** @param raw the text of `raw_risk_score` */
export function scoreOf(score: string, raw: string, change: ScoreChange = {}): ScoreFacts {
  const { texts, scale = null, isSample = false, ...rest } = change;
  const value = decodeRiskScore(`{"risk_score":{"risk_score":${score}}}`);
  assert.ok(value);
  const json = parseExactJson(raw) ?? null;
  const all: Readonly<Record<string, string>> = { ...record, ...texts };
  const field = (name: string): Field<string> => ({ state: 'given', value: all[name] ?? '' });
  const { otherAddress = null } = rest;
  const { owner = otherAddress === null ? 'subject' : 'otherAddress' } = rest;
  const figure = figureOf(value);
  const breakdown = json === null ? null : breakdownOf(json);
  return {
    receivedAt,
    isFresh: true,
    figure,
    owner,
    ...meaningOf({ figure, owner, breakdown }, { scale, isSample }),
    otherAddress: null,
    otherNetwork: null,
    calculatedAt: null,
    record: {
      id: field('id'),
      hash: field('hash'),
      graphFileName: field('graph_file_name'),
      createdAt: field('created_at'),
      updatedAt: field('updated_at'),
      createdBy: field('created_by'),
      creatorName: field('creator_display_name'),
    },
    raw: json,
    breakdown,
    charge: null,
    ...rest,
  };
}

/** Scores of the past, newest first: [hours before the newest one, score, details, aggregator]. */
function pastOf(
  ...scores: readonly (readonly [hours: number, score: string, raw: string, by?: Aggregator])[]
): readonly PastScore[] {
  const entries = scores.map(([hours, score, raw, aggregator = 'money']): HistoryEntry => {
    const value = decodeRiskScore(`{"risk_score":{"risk_score":${score},"raw_risk_score":${raw}}}`);
    assert.ok(value);
    const at = receivedAt - hours * 3_600_000;
    return { aggregator, receivedAt: at, score: value, details: value.rawRiskScore };
  });
  return historyOf(entries, nothing.subject);
}

/** The sample service's details for received money. */
function sampleDetails(rows: readonly (readonly [name: string, share: number, risk: number])[]) {
  const members = rows.map(([name, share, risk]) => [
    name,
    { share, usd: share * 120_000, risk, score: share * risk, direct: share, indirect: 0 },
  ]);
  return JSON.stringify(Object.fromEntries(members));
}

const tenNames = [
  ...['sanctioned', 'ransomware', 'mixer', 'dark market', 'scam', 'gambling', 'bridge'],
  ...['exchange', 'defi', 'unattributed'],
];
export const tenCategories = sampleDetails(
  tenNames.map((name, index) => [name, [0.3, 0.2][index] ?? 0.0625, 100 - index * 10]),
);

/** One text with everything that a format, a sheet, or a reader could mistake for its own. */
export const hostile = [
  '=HYPERLINK("http://evil.example","x")',
  '</pre></style><script>alert(1)</script><img src=x onerror=alert(1)>',
  '![x](http://evil.example/a.png) [x](javascript:alert(1)) <http://evil.example>',
  'www.evil.example https://evil.example a@evil.example | a\\|b `c` ```',
  '\u202egpj.exe\u2066 \u200b\u0000\u0007\t\r\n# x \u2028 \ud800 &lt;b&gt; $x$ *b* _i_ ~s~',
].join(' ');

const detailsWith = (text: string): string =>
  JSON.stringify({
    [text]: { share: 0.5, [text]: text },
    ['=1+1']: { share: 0.25, note: '+cmd' },
    ['-2']: { share: 0.25, note: '@x', delta: -3 },
    ['__proto__x']: text,
    list: [text, '-1', '=2'],
  });

/** A report with one text in each place that can hold one. */
export function reportOf(text: string): ExportFacts {
  return {
    ...nothing,
    subject: { address: text, chain: text },
    known: {
      name: text,
      findings: [{ rule: 'deny', message: text }],
      project: { name: text, branch: text, commit: text },
    },
    reading: readingOf('caip10', 'ethereum', text),
    summary: summaryOf(JSON.stringify({ balance: text, is_contract: text })),
    scores: {
      money: scoreOf('7', detailsWith(text), {
        texts: Object.fromEntries(Object.keys(record).map((name) => [name, text])),
        otherAddress: text,
        otherNetwork: text,
      }),
      money_rank_weight: scoreOf(JSON.stringify(text), JSON.stringify(text)),
    },
    history: pastOf([0, '7', JSON.stringify({ [text]: 1 })], [1, '6', JSON.stringify({ x: 1 })]),
  };
}

const to1 = { scale: presetScales[0] ?? null };
const to100 = { scale: presetScales[2] ?? null };
export const ofSample = { isSample: true, scale: sampleScale };

/** The reports whose exports are compared byte for byte. */
export const exportCases: Readonly<Record<string, ExportFacts>> = {
  empty: nothing,
  zero: {
    ...nothing,
    ...to100,
    summary: summaryOf(
      '{"balance":0,"usd_balance":0.00,"tx_total":0,"is_contract":false,"last_activity":0}',
    ),
    scores: { ...nothing.scores, money: scoreOf('0', '{"mixer":0,"scam":0}', to100) },
  },
  unknownJob: { ...nothing, jobs: { ...nothing.jobs, money: 'unknown' } },
  stale: {
    ...nothing,
    summary: summaryOf('{"balance":12.50,"usd_balance":31250.10,"tx_total":42}', false),
    scores: {
      ...nothing.scores,
      money: scoreOf('42.10', '{"mixer":30.1,"scam":12}', { isFresh: false }),
    },
  },
  sample: {
    ...nothing,
    ...ofSample,
    origin: null,
    summary: summaryOf(
      '{"balance":3.5,"usd_balance":8750,"tx_total":17,"is_contract":true,"last_activity":1700000000}',
    ),
    scores: {
      ...nothing.scores,
      money: scoreOf(
        '50',
        sampleDetails([
          ['sanctioned', 0.47, 100],
          ['gambling', 0.1, 30],
          ['unattributed', 0.43, 0],
        ]),
        { ...ofSample, texts: { creator_display_name: 'Sample data (generated ledger, seed 1)' } },
      ),
    },
  },
  hostile: reportOf(hostile),
  bothAggregators: {
    ...nothing,
    ...to100,
    scores: {
      money: scoreOf('80', '{"direct":{"mixer":50,"scam":10},"indirect":{"mixer":20}}', {
        ...to100,
        charge: 'made',
      }),
      money_rank_weight: scoreOf('61.5', '{"direct":{"mixer":41.5},"indirect":{"mixer":20}}', {
        ...to100,
        charge: 'maybe',
      }),
    },
    history: pastOf(
      [0, '80', '{"direct":{"mixer":50,"scam":10},"indirect":{"mixer":20}}'],
      [1, '61.5', '{"direct":{"mixer":41.5},"indirect":{"mixer":20}}', 'money_rank_weight'],
      [30, '72.25', '{"direct":{"mixer":42.25,"bridge":10},"indirect":{"mixer":20}}'],
      [31, 'null', '{"direct":{"mixer":1}}', 'money_rank_weight'],
      [720, '72.25', '{"direct":{"mixer":42.25,"bridge":10},"indirect":{"mixer":20}}'],
    ),
  },
  otherAddress: {
    ...nothing,
    ...to1,
    scores: {
      ...nothing.scores,
      money: scoreOf('0.9', '{"mixer":0.9}', {
        ...{ ...to1, otherAddress: '0x1', otherNetwork: 'polygon' },
      }),
    },
  },
  denied: {
    ...nothing,
    known: {
      name: 'USDC',
      findings: [
        { rule: 'deny', message: 'This address is on the deny list “Team”.' },
        { rule: 'look-alike', message: 'It only looks like USDC.' },
      ],
      project: { name: 'vault-protocol', branch: 'fees', commit: 'c'.repeat(40) },
    },
  },
  assumedNetwork: {
    ...nothing,
    reading: readingOf('assumed', 'ethereum'),
    ...to1,
    scores: {
      money: scoreOf('12', '{"mixer":{"share":0.6},"scam":{"share":0.397}}', to1),
      money_rank_weight: scoreOf('null', 'null', to1),
    },
    jobs: { ...nothing.jobs, money_rank_weight: 'running' },
  },
  tenCategories: {
    ...nothing,
    ...to100,
    summary: summaryOf(
      '{"balance":1234567.000000000000000001,"usd_balance":1,"tx_total":9007199254740993,"is_contract":true,"last_activity":1700000000}',
    ),
    scores: {
      money: scoreOf('70.5', tenCategories, to100),
      money_rank_weight: scoreOf('68.4', tenCategories, to100),
    },
    // More than are printed.
    history: pastOf(
      ...Array.from(
        { length: 14 },
        (_, index) =>
          [
            index * 24,
            String(70.5 - index),
            JSON.stringify({ mixer: index, scam: 2 * index }),
          ] as const,
      ),
    ),
  },
};
