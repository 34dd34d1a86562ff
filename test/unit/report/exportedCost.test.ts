import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeRiskScore } from '../../../src/api/decode.ts';
import type { Spending } from '../../../src/ledger/store.ts';
import { scoreFacts } from '../../../src/report/model.ts';
import { subject } from '../messages/support/samples.ts';

const value = decodeRiskScore('{"risk_score":{"risk_score":7}}');
assert.ok(value);
const known = { value, receivedAt: 10, isFresh: true };

/** The exported cost of a score that the ledger counts as 1 calculation. */
function costOf(kind: 'sample' | 'service', isSampleData: boolean): string | null {
  const spending = { kind: 'start', aggregator: 'money', charge: 'made', at: 5 } as Spending;
  const past = { scores: [], spendings: [spending] };
  return scoreFacts({ ...known, isSampleData }, 'money', {
    ...{ subject, stored: {}, scale: null, account: { kind }, past },
  }).charge;
}

describe('the cost of a score in an export', () => {
  it('is that of the account, whatever the response says of its data', () => {
    assert.equal(costOf('service', false), 'made');
    assert.equal(costOf('service', true), 'made', 'a gateway with a sample service behind it');
    assert.equal(costOf('sample', true), 'none');
  });
});
