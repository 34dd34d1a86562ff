import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultPolicy, readPolicy } from '../../../src/folder/policy.ts';

/** What an address book with a policy says. */
function policyOf(policy: object) {
  const reading = readPolicy(JSON.stringify({ version: 1, policy }));
  assert.equal(reading.kind, 'policy');
  return reading.policy;
}

describe('a policy', () => {
  it('that only has a scale judges as none does', () => {
    const scale = { min: 0, max: 10, levels: [{ name: 'Any', from: 0 }] };
    for (const policy of [{}, { scale }]) {
      assert.deepEqual(policyOf(policy).severities, defaultPolicy.severities);
    }
    assert.deepEqual(policyOf({ scale }).scale, scale);
  });

  it('that judges only counts what it does not name, but for what was not read', () => {
    assert.deepEqual(
      [...policyOf({ warn: [] }).severities],
      [
        ['unread', 'error'],
        ['book', 'error'],
      ],
    );
  });
});
