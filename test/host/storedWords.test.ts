import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { markSample } from '../../src/api/sampleData.ts';
import type { Failure } from '../../src/api/failure.ts';
import { createActivity } from '../../src/editor/calls/activity.ts';
import { createAddressIndex } from '../../src/editor/documents/addressIndex.ts';
import { hoverTexts } from './support/hovers.ts';
import { titledLenses } from './support/lenses.ts';
import { noBooks } from './support/noBooks.ts';
import { noNewAddresses } from './support/noNewAddresses.ts';
import { StoredResultIndex } from '../../src/editor/surfaces/lensLines.ts';
import { createCodeLensProvider } from '../../src/editor/surfaces/lenses.ts';
import type { Requests } from '../../src/editor/calls/requests.ts';
import type { ReportView } from '../../src/pageViews.ts';
import { reportModel } from '../../src/report/model.ts';
import { reportView } from '../../src/report/view.ts';
import type { SessionRoom } from '../../src/editor/session/account.ts';
import type { Identity } from '../../src/editor/session/session.ts';
import type { Log } from '../../src/editor/shell/shell.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { JobState } from '../../src/risk/jobState.ts';
import type { Clock } from '../../src/paid/clock.ts';
import { createReports } from '../../src/paid/reports.ts';
import { openText } from './support/openText.ts';
import { noChoices } from './support/noChoices.ts';
import { ledgerOver, openSqliteStore } from '../support/openStore.ts';

const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const subject = { address, chain: 'ethereum' } as const;

/** A score that states its address; otherwise it would have no level. */
const stated = (inner: string): string =>
  inner.includes('"address"') ? inner : inner.replace('{', `{"address":"${address}",`);
const key = { account: 'account', ...subject };
const hour = 3_600_000;
interface Setting {
  readonly kind: 'service' | 'sample' | 'signedOut';
  readonly summaryAge: number;
}
const now = Date.parse('2026-11-21T12:00:00Z');

const systemNow = Date.now;

/** The surfaces read the time themselves. Only for one suite: in other files time goes on. */
function stopTime(): void {
  before(() => {
    Date.now = () => now;
  });
  after(() => {
    Date.now = systemNow;
  });
}

/** The surfaces over a ledger of their own, without any network. */
function surfaces({ kind = 'service', summaryAge = 0 }: Partial<Setting> = {}) {
  const store = openSqliteStore(':memory:');
  const clock = { now: () => now, tick: () => 0 } as unknown as Clock;
  const policy = () => ({ summaryMs: hour, riskMs: 24 * hour }) as never;
  const reports = createReports(ledgerOver(store), clock, policy);
  const engine = {
    readStored: reports.readStored,
    readReport: reports.readReport,
  } satisfies Pick<Engine, 'readStored' | 'readReport'> as unknown as Engine;
  const identity = {
    kind,
    ...(kind === 'signedOut' ? { last: 'account' } : { key: 'account' }),
  } as unknown as Identity;
  const session = { identity: () => Promise.resolve(identity) } as unknown as SessionRoom;
  const openEngine = () => Promise.resolve(engine);
  const requests = {
    lookUp: () => assert.fail('a stored report asks for nothing'),
  } as unknown as Requests;
  const index = createAddressIndex();
  const activity = createActivity();
  const calls = { session, openEngine, requests, activity, noteUser: () => undefined };
  const documents = { index, choices: noChoices };
  const shell = { log: {} as Log };
  const hovers = hoverTexts({ calls, documents, shell: shell as never });
  const lenses = createCodeLensProvider({
    ...{ books: noBooks, calls, documents, newAddresses: noNewAddresses },
    stored: new StoredResultIndex(calls),
  });
  store.saveResult({
    ...key,
    part: 'summary',
    body: '{"balance":0,"usd_balance":null}',
    receivedAt: now - summaryAge,
  });
  return {
    store,
    activity,
    score: (inner: string, receivedAt: number, mark = (body: string): string => body) =>
      store.saveResult({
        ...key,
        part: 'money',
        body: mark(`{"risk_score":${stated(inner)}}`),
        receivedAt,
      }),
    job(state: JobState) {
      const job = { ...key, id: state, aggregator: 'money', origin: 'o', credential: 'c' } as const;
      store.beginJob(job, { owner: 'w', now, tick: 0 });
      store.overrideJob(state, { state, jobId: state === 'unknown' ? null : 'job.1' }, now);
    },
    /** Texts of hover, lens, and report. */
    async say(): Promise<{ hover: string; lens: string; tooltip: string; report: string }> {
      const content = `ethereum: "${address}"`;
      const document = await openText(content);
      const [lens] = await titledLenses(lenses, document);
      assert.ok(lens);
      const model = reportModel({
        subject,
        reading: undefined,
        account: identity,
        aggregator: 'money',
        ...{ past: null, scale: null, origin: null, isPinned: false, mayAskForScale: false },
        activity: activity.of(key),
        stored: { ...(await reports.readReport(key)), sentChain: 'eth-main' },
      });
      const view = reportView(model, now);
      return {
        hover: await hovers(document, new vscode.Position(0, 15)),
        lens: lens.command?.title ?? '',
        tooltip: lens.command?.tooltip ?? '',
        report: JSON.stringify(saidBy(view)),
      };
    },
    dispose() {
      index.dispose();
      lenses.dispose();
      activity.dispose();
    },
  };
}

/** A report's texts about its score, in page order. */
function saidBy({ score }: ReportView): unknown {
  assert.ok(score);
  const { figure, warnings, status, charts } = score;
  const { value, caption } = figure;
  return {
    figure: { value, caption },
    rows: warnings,
    state: status.state,
    status: status.text,
    actions: status.actions.map(({ label }) => label),
    charts: charts.map(({ caption: name, bars }) => [name, bars.length]),
  };
}

describe('a score in the hover, CodeLens, and report', () => {
  stopTime();
  for (const { what, body, age, hover, lens, report } of [
    {
      what: 'a value',
      body: '{"risk_score":12.50}',
      age: 0,
      hover: /Risk \*\*12\.50\*\* · \*\*Ethereum\*\*\n\n.*\n\n.*scored just now/,
      lens: 'Risk 12.50',
      report: /"value":"12\.50".*"state":"value"/,
    },
    {
      what: 'zero',
      body: '{"risk_score":0}',
      age: 0,
      hover: /Risk \*\*0\*\* · /,
      lens: 'Risk 0',
      report: /"value":"0"/,
    },
    {
      what: 'a missing score',
      body: '{"risk_score":null}',
      age: 0,
      hover: /Risk \*\*not given\*\* · /,
      lens: 'Risk not given',
      report: /"value":"–","caption":"The service returned no score\."/,
    },
    {
      what: 'a score that is not a number',
      body: '{"risk_score":"high"}',
      age: 0,
      hover: /Risk \*\*not readable\*\* · /,
      lens: 'Risk not readable',
      report: /The score is not a number/,
    },
    {
      what: 'a stale value',
      body: '{"risk_score":7}',
      age: 48 * hour,
      hover: /Risk \*\*7\*\* ·.*\n\n.*\n\n.*scored 2 days ago/,
      lens: 'Risk 7 · 2 days ago',
      report: /"state":"stale","status":"Stale: as of 2026-11-19 12:00 UTC, 2 days ago"/,
    },
  ]) {
    it(`shows ${what} unlike anything else`, async () => {
      const each = surfaces();
      each.score(body, now - age);
      const said = await each.say();
      each.dispose();
      assert.match(said.hover, hover);
      assert.doesNotMatch(said.hover, /command:addressRisk\.scoreRisk/);
      assert.equal(said.lens, lens);
      assert.match(said.report, report);
    });
  }

  it('stays after signing out, with its age and with no link to a call', async () => {
    const each = surfaces({ kind: 'signedOut' });
    each.score('{"risk_score":12.50}', now - 2 * hour);
    const { hover, lens, report } = await each.say();
    each.dispose();
    assert.match(hover, /Risk \*\*12\.50\*\* ·[^]*scored 2 hours ago/);
    assert.match(hover, /0 ETH[^]*Signed out\. Sign in to refresh[^]*\[Sign In…\]/);
    assert.doesNotMatch(hover, /command:addressRisk\.(?:scoreRisk|lookUpAddress)/);
    assert.equal(lens, 'Risk 12.50 · 2 hours ago');
    assert.match(report, /"value":"12\.50".*"state":"value"/);
  });

  it('shows the first reason of the newest score', async () => {
    const each = surfaces();
    each.score('{"risk_score":80,"raw_risk_score":{"scam":60,"mixer":20}}', now);
    const said = await each.say();
    assert.match(
      said.hover,
      /Risk \*\*80\*\* ·.*\n\n\[Open Report\].*\n\n.*scored just now\n\nScam: 75% of the score\n0 ETH/,
    );
    const lines = said.hover.split('\n').filter((line) => line !== '');
    assert.ok(lines.length <= 7, said.hover);
    each.score('{"risk_score":80,"raw_risk_score":{"scam":20,"mixer":60}}', now + 1);
    assert.match((await each.say()).hover, /Mixer: 75% of the score/);
    each.dispose();
  });

  for (const { state, words, action, report } of [
    {
      state: 'unknown',
      ...{ words: 'outcome unknown', action: 'Score' },
      report: /"state":"failed".*Start New Calculation/,
    },
    { state: 'running', words: 'running', action: 'Score', report: /"state":"busy"/ },
    {
      ...({ state: 'pausedQuota', words: 'paused: quota used up' } as const),
      action: 'Resume',
      report: /"state":"failed".*Resume/,
    },
  ] as const) {
    it(`shows a job that is ${words} unlike an address without a job`, async () => {
      const each = surfaces();
      each.job(state);
      const said = await each.say();
      each.dispose();
      assert.ok(said.hover.includes(`Risk **${words}** · `), said.hover);
      assert.ok(said.hover.includes(`[${action}](command:addressRisk.scoreRisk`), said.hover);
      assert.equal(said.lens, `Risk: ${words}`);
      assert.match(said.report, report);
    });
  }

  it('offers to score an address without a score', async () => {
    const each = surfaces();
    const said = await each.say();
    each.dispose();
    assert.match(said.hover, /0 ETH \(US dollars: not given\)/);
    assert.match(said.hover, /command:addressRisk\.scoreRisk/);
    assert.equal(said.lens, 'Score risk');
    assert.match(said.report, /"state":"empty"/);
  });
});

describe('a start that failed, in the report', () => {
  stopTime();
  const failure: Failure = { kind: 'serverFault', status: 503, endpoint: 'start', wasSent: true };
  for (const { what, ages, report } of [
    {
      what: 'does not hide a later score',
      ages: { score: 0, failure: hour },
      report: /"value":"7".*"state":"value","status":"As of 2026-11-21 12:00 UTC, just now"/,
    },
    {
      what: 'does not hide a later score that is stale by now',
      ages: { score: 48 * hour, failure: 50 * hour },
      report: /"value":"7".*"state":"stale","status":"Stale: as of 2026-11-19 12:00 UTC/,
    },
    {
      what: 'is shown next to an earlier score and its date',
      ages: { score: hour, failure: 0 },
      report:
        /"value":"7".*"state":"failed","status":"[^"]*\(503\)[^"]* Showing data as of 2026-11-21 11:00 UTC\."/,
    },
    {
      what: 'is shown alone if there is no score',
      ages: { score: undefined, failure: 0 },
      report: /"rows":\[\],"state":"failed","status":"[^"]*\(503\)[^"]*Try again later\."/,
    },
  ] as const) {
    it(what, async () => {
      const each = surfaces();
      if (ages.score !== undefined) each.score('{"risk_score":7}', now - ages.score);
      each.activity.changeScore(key, 'money', { kind: 'failed', failure, at: now - ages.failure });
      const said = await each.say();
      each.dispose();
      assert.match(said.report, report);
    });
  }

  it('gives way to a job started since then; the score next to it shows its date', async () => {
    const each = surfaces();
    each.score('{"risk_score":7}', now - hour);
    each.activity.changeScore(key, 'money', { kind: 'failed', failure, at: now });
    each.job('detached');
    const said = await each.say();
    each.dispose();
    assert.match(
      said.report,
      /You stopped waiting[^"]* Showing data as of 2026-11-21 11:00 UTC\."/,
    );
    assert.doesNotMatch(said.report, /503/);
  });
});

describe('a response for a different request', () => {
  stopTime();
  it('is not shown as the score of this address on any surface (hazard 54)', async () => {
    const each = surfaces();
    const other = `0x${'1'.repeat(40)}`;
    each.score(`{"risk_score":7,"address":"${other}"}`, now);
    const said = await each.say();
    each.dispose();
    assert.match(said.hover, /Risk \*\*for a different address\*\* · /);
    assert.equal(said.lens, 'Risk for a different address');
    assert.match(said.report, /"value":"7","caption":"for a different address"/);
    assert.match(
      said.report,
      new RegExp(`The response is for a different address\\.","note":"${other}"`),
    );
  });

  for (const spelling of [address.toLowerCase(), address.toUpperCase().replace('X', 'x')]) {
    it(`is accepted when it spells the address ${spelling.slice(0, 6)}…`, async () => {
      const each = surfaces();
      each.score(`{"risk_score":7,"address":"${spelling}"}`, now);
      const said = await each.say();
      each.dispose();
      assert.equal(said.lens, 'Risk 7');
      assert.doesNotMatch(said.report, /different address/);
    });
  }

  for (const [chain, isOther] of [
    ['polygon', true],
    ['bsc', true],
    ['eip155:56', true],
    ['Ethereum', false],
    ['ETH-MAIN', false],
  ] as const) {
    it(`${isOther ? 'warns' : 'does not warn'} about the network ${chain}`, async () => {
      const each = surfaces();
      each.score(`{"risk_score":7,"chain":"${chain}"}`, now);
      const { lens, hover, report } = await each.say();
      each.dispose();
      assert.equal(lens, isOther ? 'Risk for a different network' : 'Risk 7');
      assert.equal(hover.includes('different network'), isOther, hover);
      assert.equal(report.includes(`is for a different network.`), isOther);
      assert.equal(report.includes(`"note":"${chain}"`), isOther);
    });
  }
});

describe('the details by category', () => {
  stopTime();
  for (const [count, caption] of [
    [1, '1 category, as reported by the service'],
    [41, '41 categories, as reported by the service'],
  ] as const) {
    it(`says how many there are: ${count}`, async () => {
      const each = surfaces();
      const names = Array.from({ length: count }, (_, index) => `"c${index}":${index}`);
      each.score(`{"risk_score":7,"raw_risk_score":{${names.join(',')}}}`, now);
      const { report } = await each.say();
      each.dispose();
      assert.ok(report.includes(`["${caption}",${count}]`), report);
    });
  }
});

describe('a score of 300,000 digits', () => {
  stopTime();
  it('is shortened on every surface, with its length, and no CodeLens is longer than a line', async () => {
    for (const setting of [{}, { kind: 'sample' }] as const) {
      const each = surfaces(setting);
      each.score(`{"risk_score":0.${'3'.repeat(299_998)}}`, now - 48 * hour);
      const said = await each.say();
      each.dispose();
      assert.ok(said.lens.length <= 80, said.lens);
      assert.match(said.lens, /Risk 0\.3{10,}.*… · (?:Low · )?2 days ago(?: \(sample\))?$/);
      assert.match(said.hover, /\*\*0\.3{38}… \(300000 characters\)\*\* · /);
      assert.ok(said.hover.length < 2_000);
      assert.match(said.report, /"value":"0\.3{38}… \(300000 characters\)"/);
    }
  });
});

describe('a hover over an address of the highest level', () => {
  stopTime();
  it('offers its occurrences, and not the address book', async () => {
    for (const [score, offered, other] of [
      ['99', /Show Occurrences/, /Add to Address Book/],
      ['7', /Add to Address Book/, /Show Occurrences/],
    ] as const) {
      const each = surfaces({ kind: 'sample' });
      each.score(`{"risk_score":${score}}`, now);
      const { hover } = await each.say();
      each.dispose();
      assert.match(hover, offered);
      assert.doesNotMatch(hover, other);
    }
  });
});

describe('a CodeLens of sample data', () => {
  stopTime();
  it('says so in its tooltip, scored or not', async () => {
    const each = surfaces({ kind: 'sample' });
    const offer = await each.say();
    each.score('{"risk_score":7}', now);
    const scored = await each.say();
    each.dispose();
    assert.deepEqual(
      [offer.lens, offer.tooltip],
      [
        'Score risk (sample)',
        'Sample data\nEthereum · from its key in the code\nStarts one calculation',
      ],
    );
    assert.deepEqual(
      [scored.lens, scored.tooltip],
      ['Risk 7 · Low (sample)', 'Sample data\nEthereum · from its key in the code'],
    );
  });

  it('says so where a real service says that its data are made up', async () => {
    const each = surfaces();
    each.score('{"risk_score":7}', now, markSample);
    const { lens, hover } = await each.say();
    each.dispose();
    assert.equal(lens, 'Risk 7 (sample)');
    assert.match(hover, /Risk \*\*7\*\* .*\*\*Sample data\*\*/);
  });

  it('differs from a CodeLens of a real service', async () => {
    const each = surfaces();
    const offer = await each.say();
    each.score('{"risk_score":7}', now);
    const scored = await each.say();
    each.dispose();
    assert.equal(offer.tooltip, 'Ethereum · from its key in the code\nStarts one calculation');
    assert.equal(scored.tooltip, 'Ethereum · from its key in the code');
  });
});

describe('a stale summary in a hover set to “Ask first”', () => {
  stopTime();
  const configuration = (): vscode.WorkspaceConfiguration =>
    vscode.workspace.getConfiguration('addressRisk');
  const set = (value: string | undefined): Thenable<void> =>
    configuration().update('hover.summary', value, vscode.ConfigurationTarget.Global);
  before(() => set('ask'));
  after(() => set(undefined));

  it('can be fetched again', async () => {
    const each = surfaces({ summaryAge: 48 * hour });
    const said = await each.say();
    each.dispose();
    assert.match(said.hover, /stale, as of .* · \[Refresh\]\(command:addressRisk\.lookUpAddress/);
  });

  it('offers no refresh while it is fresh', async () => {
    const each = surfaces();
    const said = await each.say();
    each.dispose();
    assert.doesNotMatch(said.hover, /Refresh/);
  });
});
