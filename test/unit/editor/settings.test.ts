import { repositorySettings, userSettings } from './support/vscode.ts';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { presetScales } from '../../../src/report/scale.ts';
import { clampRhythm } from '../../../src/risk/rhythm.ts';

const { defaultChainOf } = await import('../../../src/editor/documents/subject.ts');
const { settings } = await import('../../../src/editor/shell/settings.ts');

interface Property {
  readonly type: string;
  readonly scope: string;
  readonly minimum?: number;
}
const manifest = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as {
  readonly contributes: {
    readonly configuration: { readonly properties: Readonly<Record<string, Property>> };
  };
};
const properties = Object.entries(manifest.contributes.configuration.properties);

/** Everything that says where calls go, and what they cost. */
const ofUser = () => ({
  serviceUrl: settings.serviceUrl(),
  accountUrl: settings.accountUrl(),
  aggregator: settings.aggregator(),
  hoverSummary: settings.hoverSummary(),
  chainIds: { ...settings.chainIds() },
  policy: settings.policy(),
  riskScale: settings.riskScale(),
  transport: settings.transport(),
  proxy: settings.proxy(),
});

beforeEach(() => {
  userSettings.clear();
  repositorySettings.clear();
});

describe('the settings of a repository (hazard 62)', () => {
  const hostile = {
    'addressRisk.serviceUrl': 'https://evil.test',
    'addressRisk.accountUrl': 'https://evil.test',
    'addressRisk.aggregator': 'money_rank_weight',
    'addressRisk.hover.summary': 'auto',
    'addressRisk.chainIds': { ethereum: 'stolen' },
    'addressRisk.network.transport': 'vscode',
    'addressRisk.budget.summaryCallsPerDay': 100_000,
    'addressRisk.results.summaryMinutes': 0,
    'addressRisk.results.riskHours': 0,
    'addressRisk.polling.intervalSeconds': 1,
    'addressRisk.polling.timeoutMinutes': 1_440,
    'addressRisk.riskScale': { min: 0, max: 1, levels: [{ name: 'Fine', from: 0 }] },
    'http.proxy': 'http://evil.test',
    'http.noProxy': ['service.test'],
    'http.proxySupport': 'off',
  };

  it('cover every setting of the user', () => {
    const names = properties.filter(([, { scope }]) => scope === 'application');
    const covered = Object.keys(hostile).filter((name) => name.startsWith('addressRisk.'));
    assert.deepEqual(covered.sort(), names.map(([name]) => name).sort());
  });

  for (const isSet of [true, false]) {
    it(`change nothing of the user’s, ${isSet ? 'whatever is set' : 'even if nothing is set'}`, () => {
      if (isSet) {
        userSettings.set('addressRisk.serviceUrl', 'https://service.test');
        userSettings.set('addressRisk.hover.summary', 'off');
        userSettings.set('addressRisk.chainIds', { ethereum: 'eth-main' });
        userSettings.set('addressRisk.budget.summaryCallsPerDay', 3);
        userSettings.set('addressRisk.riskScale', presetScales[1]);
        userSettings.set('http.proxy', 'http://proxy.test');
      }
      const before = ofUser();
      for (const [name, value] of Object.entries(hostile)) repositorySettings.set(name, value);
      assert.deepEqual(ofUser(), before);
    });
  }
});

describe('the default network', () => {
  for (const [own, repository, name, isSet] of [
    [undefined, undefined, 'ethereum', false],
    ['ethereum', undefined, 'ethereum', true],
    ['polygon', undefined, 'polygon', true],
    ['an-id-of-the-service', undefined, 'an-id-of-the-service', true],
    [undefined, 'ethereum', 'ethereum', true],
    ['polygon', 'bsc', 'bsc', true],
    [undefined, 'an-id-of-the-service', 'ethereum', false],
    [undefined, 'bitcoin', 'ethereum', false],
    [undefined, 7, 'ethereum', false],
    ['polygon', 'no/such?chain=1', 'polygon', true],
    ['bitcoin', undefined, 'ethereum', false],
    ['no/such?chain=1', undefined, 'ethereum', false],
    ['', undefined, 'ethereum', false],
    [null, undefined, 'ethereum', false],
  ] as const) {
    const by = `${JSON.stringify(own)} of the user, ${JSON.stringify(repository)} of the repository`;
    it(`is ${name}, ${isSet ? 'set' : 'a guess'}: ${by}`, () => {
      if (own !== undefined) userSettings.set('addressRisk.defaultChain', own);
      if (repository !== undefined) repositorySettings.set('addressRisk.defaultChain', repository);
      assert.deepEqual(defaultChainOf(undefined), { name, isSet });
    });
  }
});

describe('settings of pace and limits that make no sense (hazard 64)', () => {
  const names = properties.filter(([, { type }]) => type === 'number' || type === 'integer');

  it('are outside of what the manifest accepts', () => {
    assert.equal(names.length, 5);
    for (const [name, { minimum }] of names) {
      assert.ok(minimum === (name.includes('polling') ? 1 : 0), name);
    }
  });

  it('cannot make a limit negative or endless, or the pace faster than the floor', () => {
    const number = fc.oneof(
      fc.double(),
      fc.constantFrom(0, -0, -1, Number.NaN, Infinity, -Infinity, 0.5, 2 ** 31, 1e300),
    );
    const anything = fc.oneof(number, fc.jsonValue());
    fc.assert(
      fc.property(fc.array(anything, { minLength: 5, maxLength: 5 }), (values) => {
        userSettings.clear();
        for (const [index, [name]] of names.entries()) userSettings.set(name, values[index]);
        const { summaryMs, riskMs, summaryCallsPerDay, rhythm } = settings.policy();
        for (const limit of [summaryMs, riskMs, summaryCallsPerDay]) {
          assert.ok(limit >= 0, String(limit));
        }
        assert.ok(Number.isFinite(summaryCallsPerDay));
        const { intervalMs, timeoutMs } = clampRhythm(rhythm);
        assert.ok(intervalMs >= 1_000 && intervalMs <= 300_000, String(intervalMs));
        assert.ok(timeoutMs >= 2_000 && Number.isFinite(timeoutMs), String(timeoutMs));
      }),
      { numRuns: 5_000, seed: 1 },
    );
  });

  for (const [value, calls] of [
    [3, 3],
    [0, 0],
    [-5, 0],
    [Number.NaN, 0],
    [Infinity, 0],
    [-Infinity, 0],
    ['12', 200],
    [null, 200],
    [[7], 200],
  ] as const) {
    it(`allow ${calls} automatic calls a day if the setting is ${JSON.stringify(value)} or ${String(value)}`, () => {
      userSettings.set('addressRisk.budget.summaryCallsPerDay', value);
      assert.equal(settings.policy().summaryCallsPerDay, calls);
    });
  }
});

describe('settings of the workspace that could take an alarm away', () => {
  const uri = { fsPath: '/w' } as never;

  it('are told apart from those of the user', () => {
    assert.deepEqual(settings.newSince(uri), { own: '', workspace: '' });
    userSettings.set('addressRisk.newSince', 'main');
    repositorySettings.set('addressRisk.newSince', ' HEAD ');
    assert.deepEqual(settings.newSince(uri), { own: 'main', workspace: 'HEAD' });
    repositorySettings.set('addressRisk.newSince', 7);
    assert.deepEqual(settings.newSince(uri), { own: 'main', workspace: '' });
  });

  it('are the user’s own where they are what the user selected', () => {
    repositorySettings.set('addressRisk.newSince', 'v1');
    assert.deepEqual(settings.newSince(uri, 'v1'), { own: 'v1', workspace: '' });
    assert.deepEqual(settings.newSince(uri, 'v2'), { own: '', workspace: 'v1' });
    repositorySettings.clear();
    userSettings.set('addressRisk.newSince', 'main');
    assert.deepEqual(settings.newSince(uri, 'v1'), { own: 'main', workspace: '' });
  });

  it('add a level to the user’s, and replace none', () => {
    assert.deepEqual(settings.problemsLevels(), ['High']);
    repositorySettings.set('addressRisk.problems.level', 'off');
    assert.deepEqual(settings.problemsLevels(), ['High', 'off']);
    userSettings.set('addressRisk.problems.level', 'Low');
    assert.deepEqual(settings.problemsLevels(), ['Low', 'off']);
  });
});
