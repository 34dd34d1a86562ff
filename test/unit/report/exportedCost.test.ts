import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exportFactsOf } from '../../../src/report/export/facts.ts';

type Model = Parameters<typeof exportFactsOf>[0];
type Stored = Parameters<typeof exportFactsOf>[1];

/** What an export says that a score has cost, which the ledger has as 1 calculation. */
function costOf(kind: 'sample' | 'service', isSampleData: boolean): string | null | undefined {
  const score = { stored: { receivedAt: 10 } };
  const spending = { kind: 'start', aggregator: 'money', charge: 'made', at: 5 };
  const model = {
    ...{ account: { kind }, isSampleData },
    scores: { money: score, money_rank_weight: { stored: null } },
    past: { scores: [], spendings: [spending] },
  } as unknown as Model;
  const stored = {
    ...{ summary: null, jobs: { money: null, money_rank_weight: null } },
    scores: { money: { isFresh: true }, money_rank_weight: null },
  } as unknown as Stored;
  return exportFactsOf(model, stored, null).scores.money?.charge;
}

describe('the cost of a score in an export', () => {
  it('is that of the account, whatever the response says of its data', () => {
    assert.equal(costOf('service', false), 'made');
    assert.equal(costOf('service', true), 'made', 'a gateway with a sample service behind it');
    assert.equal(costOf('sample', true), 'none');
  });
});
