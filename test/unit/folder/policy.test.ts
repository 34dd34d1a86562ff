import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultPolicy, readPolicy } from '../../../src/folder/policy.ts';

/** The policy of an address book. */
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

  const wrongOnes: readonly (readonly [policy: unknown, reason: string])[] = [
    [[], '“policy” must be an object.'],
    ['deny', '“policy” must be an object.'],
    [{ $comment: 'x'.repeat(65_536) }, '“policy” is too long.'],
    [{ fail: 'deny' }, '“fail” must be a list.'],
    [{ fail: null }, '“fail” must be a list.'],
    [{ warn: { deny: true } }, '“warn” must be a list.'],
    [{ fail: ['denied'] }, '“fail” has an unknown kind: “denied”.'],
    [{ warn: ['level'] }, '“warn” has an unknown kind: “level”.'],
    [{ fail: [7] }, '“fail” has an unknown kind: number.'],
    [{ fail: ['x'.repeat(70)] }, `“fail” has an unknown kind: “${'x'.repeat(64)}”.`],
    [{ fail: ['level:High'] }, '“level:” needs a “scale” with this level: “High”.'],
    [{ aggregator: 'sum' }, '“aggregator” must be money or money_rank_weight.'],
    [{ chainIds: ['1'] }, '“chainIds” must have an identifier for each network.'],
    [{ chainIds: null }, '“chainIds” must have an identifier for each network.'],
    [{ chainIds: { ethereum: 1 } }, '“chainIds” must have an identifier for each network.'],
    [
      { chainIds: { base: '', ethereum: '1' } },
      '“chainIds” must have an identifier for each network.',
    ],
  ];
  for (const [policy, reason] of wrongOnes) {
    it(`does not judge, and says why: ${JSON.stringify(policy).slice(0, 40)}`, () => {
      const text = JSON.stringify({ version: 1, policy });
      assert.deepEqual(readPolicy(text), { kind: 'wrong', reason });
    });
  }

  it('with a member that is there twice does not judge', () => {
    const text = '{"version":1,"policy":{"fail":["deny"],"fail":[]}}';
    const reason = 'A member of “policy” appears twice.';
    assert.deepEqual(readPolicy(text), { kind: 'wrong', reason });
  });

  it('is the default where a book has none', () => {
    for (const text of ['', '{"version":1}', '{"version":1,"$note":"a \\"policy\\""}']) {
      assert.deepEqual(readPolicy(text), { kind: 'policy', policy: defaultPolicy }, text);
    }
  });

  it('fails for a kind that is in both of its lists', () => {
    const { severities } = policyOf({ fail: ['new'], warn: ['new', 'checksum', 'unread'] });
    assert.deepEqual(Object.fromEntries(severities), {
      ...{ unread: 'warning', book: 'error', new: 'error', checksum: 'warning' },
    });
  });

  it('has a method, and identifiers of networks without members that no one wrote', () => {
    const { aggregator, chainIds } = policyOf({ chainIds: { ethereum: '1', base: 'base-main' } });
    assert.equal(aggregator, 'money');
    assert.deepEqual({ ...chainIds }, { ethereum: '1', base: 'base-main' });
    assert.equal(chainIds['constructor'], undefined);
    assert.equal(policyOf({ aggregator: 'money_rank_weight' }).aggregator, 'money_rank_weight');
  });

  it('names levels of its scale, with spaces around them', () => {
    const levels = [
      { name: 'Low', from: 0 },
      { name: 'High', from: 50 },
    ];
    const scale = { min: 0, max: 100, levels };
    const { levels: named, severities } = policyOf({
      scale,
      fail: ['level: High '],
      warn: ['level:Low'],
    });
    assert.deepEqual(named, [
      { name: 'Low', severity: 'warning' },
      { name: 'High', severity: 'error' },
    ]);
    assert.equal(severities.get('level'), 'error');
  });
});
