import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeRiskScore } from '../../../src/api/decode.ts';
import type { StoredState } from '../../../src/paid/reports.ts';
import type { WorkspaceReport } from '../../../src/report/export/addressReport.ts';
import { workspaceReportText } from '../../../src/report/export/workspaceReport.ts';
import { storedScore } from '../../../src/report/rowScore.ts';
import { alarmRank, levelOfRisk, levelOf, sampleScale } from '../../../src/report/scale.ts';
import { figureOf, ownerOf, type Risk } from '../../../src/report/risk.ts';

const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const other = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const subject = { address, chain: 'ethereum' };

function headOf(fields: Readonly<Record<string, unknown>>) {
  const score = decodeRiskScore(JSON.stringify({ risk_score: { risk_score: 80, ...fields } }));
  assert.ok(score);
  return score;
}

const ownerWith = (chain: unknown, sentChain?: string) =>
  ownerOf(headOf({ address, chain }), subject, sentChain);

describe('whose score a response is (hazard 83)', () => {
  for (const chain of [
    'bsc',
    'BSC',
    'bnb',
    'matic',
    'eip155:56',
    '56',
    '0x38',
    'base',
    'bitcoin',
  ]) {
    it(`is that of another network for ${chain}`, () => {
      assert.equal(ownerWith(chain), 'otherNetwork');
    });
  }

  for (const chain of ['ethereum', 'Ethereum', 'eth', 'mainnet', '1', '0x1', 'eip155:1']) {
    it(`is the subject for ${chain}`, () => {
      assert.equal(ownerWith(chain), 'subject');
    });
  }

  it('is the subject for a spelling that no table has, and without one', () => {
    for (const chain of ['eth-main-7', '', null, undefined, 56, { id: 56 }]) {
      assert.equal(ownerWith(chain), 'subject', JSON.stringify(chain));
    }
  });

  it('is the subject for the identifier that requests have', () => {
    assert.equal(ownerWith('polygon', 'polygon'), 'subject');
    assert.equal(ownerWith('bsc', 'polygon'), 'otherNetwork');
  });

  it('is that of another address, however it is spelled', () => {
    for (const [text, owner] of [
      [other, 'otherAddress'],
      ['someone', 'otherAddress'],
      [address.toLowerCase(), 'subject'],
      [`eip155:1:${address}`, 'subject'],
    ] as const) {
      assert.equal(ownerOf(headOf({ address: text, chain: 'ethereum' }), subject), owner, text);
    }
  });

  it('is not stated where the address is missing or of another type', () => {
    for (const fields of [{}, { address: null }, { address: 7 }, { address: [address] }]) {
      const head = headOf({ ...fields, chain: 'ethereum' });
      assert.equal(ownerOf(head, subject), 'unstated', JSON.stringify(fields));
    }
  });

  it('has a level for the subject alone', () => {
    const risk = (owner: 'subject' | 'otherAddress' | 'otherNetwork' | 'unstated'): Risk => ({
      kind: 'score',
      figure: figureOf(headOf({ address })),
      owner,
      receivedAt: 0,
      isFresh: true,
    });
    assert.equal(levelOfRisk(risk('subject'), sampleScale)?.name, 'Severe');
    for (const owner of ['otherAddress', 'otherNetwork', 'unstated'] as const) {
      assert.equal(levelOfRisk(risk(owner), sampleScale), null, owner);
    }
  });
});

describe('a stored score of something else', () => {
  const headsOf = (fields: Readonly<Record<string, unknown>>): StoredState => ({
    ...{ sentChain: subject.chain, summary: null, summaryCall: null },
    scores: {
      money: { value: headOf({ risk_score: 99, ...fields }), receivedAt: 0, isFresh: true },
      money_rank_weight: null,
    },
    jobs: { money: null, money_rank_weight: null },
  });
  const scoreOf = (fields: Readonly<Record<string, unknown>>) =>
    storedScore(headsOf(fields), subject, 'money', sampleScale);
  const place = { ...{ isAssumed: false, name: null, findings: [] }, noScore: null };
  const cases = [
    [{ address: other, chain: 'ethereum' }, 'for a different address'],
    [{ address, chain: 'polygon' }, 'for a different network'],
  ] as const;

  it('is no number of the address in any format of a report', () => {
    for (const [fields, why] of cases) {
      const score = scoreOf(fields);
      const report: WorkspaceReport = {
        rows: [
          { ...place, address, network: 'ethereum', score, places: [{ path: 'a.ts', line: 1 }] },
        ],
        projects: [{ name: 'vault', branch: null, commit: null, base: null }],
        ...{ isSample: false, aggregator: 'money', unread: [], madeAt: 0 },
      };
      const formats = ['markdown', 'json', 'csv', 'html'] as const;
      for (const format of formats) {
        const text = workspaceReportText(report, format);
        assert.doesNotMatch(text, /\b99\b|Severe/, text);
        assert.match(text, new RegExp(`The response is ${why}`));
      }
    }
  });

  it('is a number where the response names no address, without a level', () => {
    const { digits, level } = scoreOf({ chain: 'ethereum' })!;
    assert.deepEqual([digits, level], ['99', null]);
  });
});

describe('the level of an alarm', () => {
  it('is the highest one above the scale, and none below it', () => {
    const rankOf = (digits: string): number | null => {
      const place = levelOf(sampleScale, digits);
      return place === null ? null : alarmRank(place, sampleScale);
    };
    assert.deepEqual(['100.5', '1e300', '80', '0', '-1'].map(rankOf), [3, 3, 3, 0, null]);
  });
});
