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

  it('with a level that never warns, because all of its scores fail, does not judge', () => {
    const levels = ['Low', 'High', 'Severe'].map((name, index) => ({ name, from: index * 40 }));
    const scale = { min: 0, max: 100, levels };
    const reading = (fail: string[], warn: string[]) =>
      readPolicy(JSON.stringify({ version: 1, policy: { scale, fail, warn } }));
    for (const [fail, warn] of [
      ['High', 'Severe'],
      ['Low', 'High'],
    ] as const) {
      const found = reading([`level:${fail}`], [`level:${warn}`]);
      assert.equal(found.kind, 'wrong', warn);
      assert.match(found.reason, new RegExp(warn));
    }
    for (const [fail, warn] of [
      [['level:High'], ['level:Low']],
      [['level:Severe'], ['level:High']],
      [[], ['level:Low']],
      [['level:Low'], []],
    ] as const) {
      assert.equal(reading([...fail], [...warn]).kind, 'policy', `${fail.join()} ${warn.join()}`);
    }
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

  it('with a scale that is none does not judge', () => {
    for (const scale of [{}, 7, { min: 0, max: 10, levels: [] }, { min: 9, max: 1, levels: [1] }]) {
      const reading = readPolicy(JSON.stringify({ version: 1, policy: { fail: ['deny'], scale } }));
      assert.equal(reading.kind, 'wrong');
      assert.match(reading.reason, /^“scale” is not a scale\. ./);
    }
  });

  it('with a misspelled member does not judge without a word', () => {
    for (const member of ['fails', 'wran', 'levels']) {
      const text = JSON.stringify({ version: 1, policy: { fail: ['deny'], [member]: [] } });
      const reason = `“policy” has an unknown member: “${member}”.`;
      assert.deepEqual(readPolicy(text), { kind: 'wrong', reason });
    }
    assert.equal(policyOf({ $comment: 'why', fail: ['deny'] }).severities.get('deny'), 'error');
  });
});
