import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeRiskScore } from '../../../src/api/decode.ts';
import type { Aggregator } from '../../../src/api/parameters.ts';
import type { HistoryEntry } from '../../../src/paid/history.ts';
import { historyOf } from '../../../src/report/history.ts';
import type { ReportModel } from '../../../src/report/model.ts';
import { pastView } from '../../../src/report/pastView.ts';
import type { CategoryPair } from '../../../src/report/comparison.ts';

const subject = { address: '0xdAC17F958D2ee523a2206206994597C13D831ec7', chain: 'ethereum' };

/** @param record members of the risk score object */
function entryOf(
  receivedAt: number,
  record: string,
  aggregator: Aggregator = 'money',
): HistoryEntry {
  const score = decodeRiskScore(`{"risk_score":{${record}}}`);
  assert.ok(score);
  return { aggregator, receivedAt, score, details: score.rawRiskScore };
}

const named = (pairs: readonly CategoryPair[] | undefined): unknown =>
  pairs?.map(({ names, difference }) => `${names.join('/')} ${difference ?? '–'}`);

describe('the history of a score', () => {
  it('shows what changed since the one before it, exactly', () => {
    const [newest, oldest] = historyOf(
      [
        entryOf(
          2,
          '"risk_score":42.3,"created_at":"2026-11-20T00:00:00Z","raw_risk_score":{"a":0.3,"b":1,"d":0.10,"e":{"share":1}}',
        ),
        entryOf(1, '"risk_score":42.10,"raw_risk_score":{"a":0.1,"c":1,"d":0.1,"e":2}'),
      ],
      subject,
    );
    assert.equal(newest?.difference, '0.2');
    assert.equal(newest.calculatedAt, Date.parse('2026-11-20T00:00:00Z'));
    assert.deepEqual(named(newest.changes?.added), ['b –']);
    assert.deepEqual(named(newest.changes?.removed), ['c –']);
    assert.deepEqual(named(newest.changes?.changed), ['e –', 'a 0.2']);
    assert.deepEqual(
      [oldest?.figure, oldest?.calculatedAt, oldest?.difference, oldest?.changes],
      [{ kind: 'value', digits: '42.10' }, null, null, null],
    );
  });

  it('compares each aggregator with itself', () => {
    const past = historyOf(
      [
        entryOf(4, '"risk_score":9', 'money'),
        entryOf(3, '"risk_score":5', 'money_rank_weight'),
        entryOf(2, '"risk_score":7', 'money'),
        entryOf(1, '"risk_score":1', 'money_rank_weight'),
      ],
      subject,
    );
    assert.deepEqual(
      past.map(({ receivedAt, difference }) => [receivedAt, difference]),
      [
        [4, '2'],
        [3, '4'],
        [2, null],
        [1, null],
      ],
    );
  });

  it('says of the method in view that it has none before, beside those of the other method', () => {
    const scores = historyOf(
      [2, 1].map((at) => entryOf(at, '"risk_score":5', 'money_rank_weight')),
      subject,
    );
    const textOf = (aggregator: Aggregator): string =>
      pastView({ past: { scores }, aggregator, scale: null } as unknown as ReportModel, null).text;
    assert.equal(textOf('money'), 'There is no earlier score by this method to compare with.');
    assert.match(textOf('money_rank_weight'), /^[±+]?0 since 1970-01-01/);
  });

  it('has no difference where a score or its details are not known', () => {
    const { details, ...withoutDetails } = entryOf(1, '"risk_score":1,"raw_risk_score":{"a":1}');
    assert.notEqual(details, null);
    const past = historyOf(
      [
        entryOf(4, '"risk_score":9,"raw_risk_score":{"a":1}'),
        entryOf(3, '"risk_score":"high","raw_risk_score":{"a":1}'),
        entryOf(2, '"raw_risk_score":{"a":1}'),
        { ...withoutDetails, details: null },
      ],
      subject,
    );
    assert.deepEqual(
      past.map(({ difference, changes }) => [difference, changes === null]),
      [
        [null, false],
        [null, false],
        [null, true],
        [null, true],
      ],
    );
    assert.deepEqual(
      past.map(({ figure }) => figure.kind),
      ['value', 'unreadable', 'absent', 'value'],
    );
  });

  it('does not compare with the score of a different address', () => {
    const other = '"address":"0x0000000000000000000000000000000000000001"';
    const past = historyOf(
      [
        entryOf(3, '"risk_score":9,"raw_risk_score":{"a":1}'),
        entryOf(2, `"risk_score":5,"raw_risk_score":{"a":2},${other}`),
        entryOf(1, '"risk_score":1,"raw_risk_score":{"a":3}'),
      ],
      subject,
    );
    assert.deepEqual(
      past.map(({ owner, difference, changes }) => [
        ...[owner === 'otherAddress', difference, changes],
      ]),
      [
        [false, null, null],
        [true, null, null],
        [false, null, null],
      ],
    );
  });
});
