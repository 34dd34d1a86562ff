import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readingOf } from '../../../src/evidence/reasons.ts';
import { decodeRiskScore } from '../../../src/api/decode.ts';
import { decodeSummary } from '../../../src/api/summaryFields.ts';
import type { Failure } from '../../../src/api/failure.ts';
import type { CallRow } from '../../../src/ledger/store.ts';
import type { AccountState } from '../../../src/paid/account.ts';
import type { StoredReport } from '../../../src/paid/reports.ts';
import {
  type SubjectActivity,
  reportModel,
  recordFields,
  type ReportInput,
  type ReportModel,
} from '../../../src/report/model.ts';
import { storedResult } from '../../../src/agents/toolResult.ts';
import { riskLine } from '../../../src/report/rowScore.ts';
import { presetScales } from '../../../src/report/scale.ts';
import { riskOf } from '../../../src/report/risk.ts';
import { reportView } from '../../../src/report/view.ts';
import type { WorkspaceFacts } from '../../../src/report/workspaceView.ts';
import type { ReportView } from '../../../src/pageViews.ts';
import { noFacts, noOccurrences } from '../../support/workspaceStates.ts';
import { reportIn } from '../../support/reportStates.ts';
import { actionLabel, nextActions } from '../../../src/messages/message.ts';
import {
  failureKinds,
  jobOf,
  jobStates,
  now,
  refusals,
  subject,
} from '../messages/support/samples.ts';

const idle: SubjectActivity = {
  summary: { isFetching: false, problem: undefined },
  scores: { money: undefined, money_rank_weight: undefined },
};
const nothing: StoredReport = {
  sentChain: 'eth-main',
  summary: null,
  summaryCall: null,
  scores: { money: null, money_rank_weight: null },
  jobs: { money: null, money_rank_weight: null },
};

function modelOf(change: Partial<ReportInput> = {}): ReportModel {
  return reportModel({
    subject,
    reading: undefined,
    account: { kind: 'service' },
    stored: nothing,
    activity: idle,
    aggregator: 'money',
    scale: null,
    past: null,
    origin: 'https://service.test',
    isPinned: false,
    mayAskForScale: false,
    ...change,
  });
}

function summaryOf(isFresh: boolean, stored: StoredReport = nothing): StoredReport {
  const value = decodeSummary('{"balance":0}');
  assert.ok(value);
  return { ...stored, summary: { value, receivedAt: now - 60_000, isFresh } };
}

function scoreOf(body: string, isFresh = true): StoredReport {
  const value = decodeRiskScore(body);
  assert.ok(value);
  const money = { value, receivedAt: now - 60_000, isFresh };
  return { ...nothing, scores: { ...nothing.scores, money } };
}

function failureOf(kind: Failure['kind']): Failure {
  return { kind, endpoint: 'summary', status: 418, wasSent: true };
}

describe('the model of a report', () => {
  it('does not say that no scale is set where a score has no place on it', () => {
    const stored = scoreOf(
      `{"risk_score":{"risk_score":1e-9999999999999999,"address":"${subject.address}"}}`,
    );
    const captionOn = (scale: ReportInput['scale']): string | undefined =>
      reportView(modelOf({ stored, scale }), now).score?.figure.caption;
    assert.equal(captionOn(null), 'No scale set');
    assert.equal(captionOn(presetScales[2] ?? null), '');
  });

  it('has no facts without an account', () => {
    const model = modelOf({ account: { kind: 'signedOut' }, stored: null });
    assert.deepEqual([model.summary, model.scores], [null, null]);
  });

  it('says to an agent that a score is fresh, also while another calculation runs', () => {
    const jobs = { ...nothing.jobs, money: jobOf('running', null) };
    for (const isFresh of [true, false]) {
      const read = scoreOf('{"risk_score":{"risk_score":9}}', isFresh);
      const text = storedResult(modelOf({ stored: { ...read, jobs } }), 'money') ?? '';
      assert.equal((JSON.parse(text) as { isFresh: boolean }).isFresh, isFresh);
    }
  });

  it('tells agents whether a score is of another address or network, and not only spelled otherwise', () => {
    const other = '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174';
    for (const [address, chain, flags] of [
      [subject.address, 'eth-main', [false, false]],
      [subject.address, 'made-up-net', [false, false]],
      [subject.address, 'polygon', [false, true]],
      [other, 'eth-main', [true, false]],
    ] as const) {
      const body = JSON.stringify({ risk_score: { risk_score: 9, address, chain } });
      const text = storedResult(modelOf({ stored: scoreOf(body, true) }), 'money') ?? '';
      const said = JSON.parse(text) as Readonly<Record<string, unknown>>;
      assert.deepEqual([said['isOfAnotherAddress'], said['isOfAnotherNetwork']], flags, chain);
      assert.equal(
        said['score'] === null,
        flags.some(Boolean),
        'a score of another counts for none',
      );
    }
  });

  it('keeps what is stored after signing out, with its date, and offers nothing that needs an account', () => {
    const view = reportIn('signed out, with results');
    assert.match(view.score?.figure.value ?? '', /88\.69/);
    assert.match(view.score?.status.text ?? '', /^As of 2026-11-22/);
    assert.doesNotMatch(view.score?.facts.join() ?? '', /costs/);
    assert.equal(view.banner?.text, 'Signed out. Sign in to refresh what is stored.');
    const offered =
      JSON.stringify(view)
        .match(/"id":"\w+/g)
        ?.join() ?? '';
    assert.match(offered, /signIn.*useSampleService/);
    assert.doesNotMatch(offered, /scoreRisk|scoreAgain|fetchSummary|resumeJob/);
  });

  it('distinguishes the states of a summary', () => {
    const call: CallRow = {
      failures: 1,
      retryAt: now,
      mayBeCharged: false,
      kind: 'network',
      status: null,
    };
    const fetching = { ...idle, summary: { isFetching: true, problem: undefined } };
    const failed = { ...idle, summary: { isFetching: false, problem: failureOf('timeout') } };
    const refused = {
      ...idle,
      summary: { isFetching: false, problem: { kind: 'budget', limit: 1 } as const },
    };
    const kinds = [
      modelOf(),
      modelOf({ subject: { address: 'x', chain: 'bitcoin' } }),
      modelOf({ stored: summaryOf(true) }),
      modelOf({ stored: summaryOf(false) }),
      modelOf({ activity: fetching }),
      modelOf({ activity: failed }),
      modelOf({ activity: refused }),
      modelOf({ stored: { ...nothing, summaryCall: call } }),
      modelOf({ stored: summaryOf(true, { ...nothing, summaryCall: call }) }),
    ].map(({ summary }) => summary?.state.kind);
    assert.deepEqual(kinds, [
      ...['none', 'unavailable', 'fresh', 'stale', 'fetching'],
      ...['failed', 'refused', 'failedEarlier', 'fresh'],
    ]);
  });

  it('distinguishes the states of a score', () => {
    const running = {
      ...idle,
      scores: {
        ...idle.scores,
        money: { kind: 'running', progress: { kind: 'asking', polls: 1 } } as const,
      },
    };
    const failedAt = (at: number): SubjectActivity => ({
      ...idle,
      scores: { ...idle.scores, money: { kind: 'failed', failure: failureOf('timeout'), at } },
    });
    const withJob = (state: (typeof jobStates)[number]): StoredReport => ({
      ...nothing,
      jobs: { ...nothing.jobs, money: jobOf(state) },
    });
    const stored = scoreOf('{"risk_score":{"risk_score":7}}');
    const kinds = [
      modelOf(),
      modelOf({ stored }),
      modelOf({ stored: scoreOf('{"risk_score":{"risk_score":7}}', false) }),
      modelOf({ stored, activity: running }),
      modelOf({ stored, activity: failedAt(now) }),
      modelOf({ stored, activity: failedAt(now - 120_000) }),
      ...(['running', 'unknown', 'stale', 'pausedQuota'] as const).map((state) =>
        modelOf({ stored: withJob(state), activity: failedAt(now) }),
      ),
    ].map(({ scores }) => scores?.money.state.kind);
    assert.deepEqual(kinds, [
      ...['none', 'fresh', 'stale', 'waiting', 'failed', 'fresh'],
      ...['inProgress', 'unknown', 'onHold', 'onHold'],
    ]);
  });

  for (const [figure, score] of [
    ['value', '12.5'],
    ['value', '1e-400'],
    ['zero', '0'],
    ['zero', '-0.00e7'],
    ['absent', 'null'],
    ['unreadable', '"high"'],
  ] as const) {
    it(`has the figure ${score} as ${figure}`, () => {
      const { scores } = modelOf({
        stored: scoreOf(`{"risk_score":{"risk_score":${score}}}`),
      });
      assert.equal(scores?.money.stored?.figure.kind, figure);
    });
  }

  it('has the facts of the response, and none of its own words', () => {
    const model = modelOf({
      stored: scoreOf(
        '{"risk_score":{"risk_score":7,"address":"other","chain":"polygon","created_at":"2026-11-20T00:00:00Z","raw_risk_score":{"mixer":{"usd":1},"sanctions":{"usd":2}}}}',
      ),
    });
    const stored = model.scores?.money.stored;
    const absent = { state: 'absent' } as const;
    assert.deepEqual(stored, {
      receivedAt: now - 60_000,
      isFresh: true,
      figure: { kind: 'value', digits: '7' },
      place: null,
      otherAddress: 'other',
      otherNetwork: 'polygon',
      owner: 'otherAddress',
      calculatedAt: Date.parse('2026-11-20T00:00:00Z'),
      breakdown: stored?.breakdown,
      raw: stored?.raw,
      reasons: null,
      points: null,
      record: stored?.record,
      charge: null,
    });
    assert.ok(stored);
    const createdAt = { state: 'given', value: '2026-11-20T00:00:00Z' };
    for (const name of recordFields) {
      assert.deepEqual(stored.record[name], name === 'createdAt' ? createdAt : absent);
    }
    const names = stored.breakdown?.categories.map(({ name }) => name);
    assert.deepEqual(names, ['mixer', 'sanctions']);
  });
});

describe('the view of a report', () => {
  const statusOf = (model: ReportModel, id: 'summary' | 'score') => {
    const section = reportView(model, now)[id];
    assert.ok(section);
    return section.status;
  };

  for (const kind of failureKinds) {
    it(`says what to do about the failure ${kind} in both sections`, () => {
      const failure = failureOf(kind);
      const model = modelOf({
        stored: summaryOf(false),
        activity: {
          summary: { isFetching: false, problem: failure },
          scores: { ...idle.scores, money: { kind: 'failed', failure, at: now } },
        },
      });
      for (const id of ['summary', 'score'] as const) {
        const { state, text, actions } = statusOf(model, id);
        assert.equal(state, 'failed');
        assert.match(text, /^\p{Lu}[^{}]+\.$/u);
        assert.equal(actions.at(-1)?.label, actionLabel('retry'));
        assert.ok(actions.length <= 2);
      }
      assert.match(statusOf(model, 'summary').text, / Showing data as of 2026-11-22 11:59 UTC\.$/);
    });
  }

  it('has a sentence for every refusal and every job', () => {
    const texts = [
      ...refusals.map((problem) =>
        statusOf(
          modelOf({ activity: { ...idle, summary: { isFetching: false, problem } } }),
          'summary',
        ),
      ),
      ...jobStates.map((state) =>
        statusOf(
          modelOf({ stored: { ...nothing, jobs: { ...nothing.jobs, money: jobOf(state, 409) } } }),
          'score',
        ),
      ),
    ].map(({ text }) => text);
    for (const text of texts) assert.match(text, /^\p{Lu}[^{}]+\.$/u);
  });

  for (const account of [
    { kind: 'signedOut' },
    { kind: 'otherOrigin' },
    { kind: 'badServiceUrl', problem: 'notHttps' },
    { kind: 'undecided', origin: 'https://service.test' },
  ] as const satisfies readonly AccountState[]) {
    it(`offers a next step without an account: ${account.kind}`, () => {
      const view = reportView(modelOf({ account, stored: null }), now);
      assert.match(view.banner?.text ?? '', /\.$/);
      assert.deepEqual([view.score, view.summary, view.other], [null, null, null]);
      const [first] = view.actions;
      assert.ok(first && ['signIn', 'fetchSummary'].includes(first.id));
    });
  }

  it('shows the same number as the line of a hover and a CodeLens', () => {
    const stored = scoreOf('{"risk_score":{"risk_score":1234567.50}}');
    const risk = riskOf(stored, subject, 'money');
    assert.ok(risk);
    const line = riskLine(risk, now, null);
    assert.equal(line.text, '1,234,567.50');
    assert.equal(reportView(modelOf({ stored }), now).score?.figure.value, line.text);
  });

  it('says in the line of a hover why there is no level on a scale', () => {
    const [, scale = null] = presetScales;
    for (const [address, said] of [
      [undefined, 'The response does not name an address, so the score has no level.'],
      [subject.address, ''],
    ] as const) {
      const stored = scoreOf(JSON.stringify({ risk_score: { address, risk_score: 7 } }));
      const risk = riskOf(stored, subject, 'money');
      assert.ok(risk);
      const [line, unscaled] = [scale, null].map((each) => riskLine(risk, now, each));
      assert.ok(line?.kind === 'score' && unscaled?.kind === 'score');
      assert.deepEqual([line.noLevel, unscaled.noLevel], [said, '']);
    }
  });

  it('says that a calculation costs something, unless the data is sample data', () => {
    for (const kind of ['service', 'sample'] as const) {
      const view = JSON.stringify(reportView(modelOf({ account: { kind } }), now));
      assert.equal(view.includes('Cost: 1 calculation.'), kind === 'service');
      assert.equal(view.includes('Cost: none (sample data).'), kind === 'sample');
    }
  });

  it('has a button for each next action that a section can do', () => {
    const labels = new Set(
      failureKinds.flatMap((kind) => {
        const problem = failureOf(kind);
        const model = modelOf({ activity: { ...idle, summary: { isFetching: false, problem } } });
        return statusOf(model, 'summary').actions.map(({ label }) => label);
      }),
    );
    const known = new Set(nextActions.map(actionLabel));
    for (const label of labels) assert.ok(known.has(label), label);
  });
});

describe('the cost of a score', () => {
  it('is that of the start before it, not of a later one that was rejected', () => {
    const start = {
      ...subject,
      account: 'a',
      id: '1',
      kind: 'start',
      aggregator: 'money',
    } as const;
    const made = { ...start, source: 'panel', isAutomatic: false } as const;
    const model = modelOf({
      stored: scoreOf('{"risk_score":{"risk_score":7}}'),
      past: {
        scores: [],
        spendings: [
          { ...made, at: now, charge: 'none' },
          { ...made, at: now - 90_000, charge: 'made' },
        ],
      },
    });
    assert.deepEqual(reportView(model, now).score?.facts, [
      'Cost: 1 calculation',
      'Score Again costs 1 calculation',
    ]);
  });

  it('has a verdict that says what a 0 does not show, and whose the levels are', () => {
    const body = `{"risk_score":{"risk_score":0,"address":"${subject.address}"}}`;
    const model = modelOf({ stored: scoreOf(body), scale: presetScales[2] ?? null });
    const { sentence, facts } = reportView(model, now).score ?? {};
    assert.match(sentence ?? '', /^The service reports 0\. This does not show that/);
    assert.ok(facts?.includes('Levels set by you, not by the service'));
  });

  it('is not shown where the ledger has no start before it', () => {
    const past = { scores: [], spendings: [] };
    const model = modelOf({ stored: scoreOf('{"risk_score":{"risk_score":7}}'), past });
    assert.deepEqual(reportView(model, now).score?.facts, ['Score Again costs 1 calculation']);
  });
});

describe('the network in a report', () => {
  it('is shown with what names it, and a guess as one', () => {
    const networkOf = (reading: ReportInput['reading']): unknown =>
      reportView(modelOf({ reading }), now).network;
    assert.deepEqual(networkOf(undefined), {
      ...{ text: 'Ethereum', isAssumed: false, evidence: '' },
    });
    assert.deepEqual(networkOf(readingOf('key', 'ethereum')), {
      ...{ text: 'Ethereum', isAssumed: false, evidence: 'from its key in the code' },
    });
    assert.deepEqual(networkOf(readingOf('assumed', 'ethereum')), {
      ...{ text: 'Ethereum (assumed)', isAssumed: true },
      evidence: 'this file doesn’t name a network',
    });
  });
});

describe('the question about the scale', () => {
  for (const [digits, offered] of [
    ['0.42', ['0 to 1', '0 to 10', '0 to 100']],
    ['1', ['0 to 1', '0 to 10', '0 to 100']],
    ['7', ['0 to 10', '0 to 100']],
    ['88.69', ['0 to 100']],
    ['188.69', []],
  ] as const) {
    it(`offers scales that ${digits} is on`, () => {
      const stored = scoreOf(`{"risk_score":{"risk_score":${digits}}}`);
      const { question } = reportView(modelOf({ stored, mayAskForScale: true }), now);
      assert.deepEqual(
        question?.actions.map(({ label }) => label),
        [...offered, 'Custom Scale…', 'Not Now'],
      );
    });
  }
});

describe('what a failed start says', () => {
  const failure = { kind: 'serverFault', endpoint: 'start', status: 500, wasSent: true } as const;
  const facts = (change: Parameters<typeof modelOf>[0]): readonly string[] | undefined =>
    reportView(
      modelOf({
        stored: nothing,
        activity: {
          ...idle,
          scores: { ...idle.scores, money: { kind: 'failed', failure, at: now } },
        },
        ...change,
      }),
      now,
    ).score?.facts;

  it('is when, and what the next one costs; with sample data, nothing', () => {
    const when = 'Failed 2026-11-22 12:00 UTC, just now';
    assert.deepEqual(facts({}), [when, 'May have been charged', 'Retry costs 1 calculation']);
    assert.deepEqual(facts({ account: { kind: 'sample' } }), [when]);
  });
});

describe('what is offered first', () => {
  const ids = ['addToAddressBook', 'addToDenyList', 'replaceAddress', 'showOccurrences'];
  const quiet: WorkspaceFacts = {
    ...{ facts: noFacts, likeness: undefined, hasNames: true, occurrences: noOccurrences },
    ...{ rank: null, commit: null },
  };
  const offered = (view: ReportView): string[] =>
    view.actions.filter(({ id }) => ids.includes(id)).map(({ label }) => label);

  it('is to add an address, or to edit its entry', () => {
    const facts = { ...noFacts, entries: [{ address: '0x', network: 'ethereum', line: 0 }] };
    const [add, edit] = [quiet, { ...quiet, facts }].map((workspace) =>
      offered(reportIn('hostile text', workspace)),
    );
    assert.deepEqual([add, edit], [['Add to Address Book…'], ['Edit Address Book Entry…']]);
  });

  it('does not agree with what is known to be bad', () => {
    assert.deepEqual(offered(reportIn('on a deny list')), ['Show Occurrences']);
    const bad = ['Add to Deny List…', 'Show Occurrences'];
    const imitation = reportIn('look-alike');
    assert.deepEqual(offered(imitation), ['Replace…', 'Add to Deny List…']);
    assert.equal(imitation.actions[0]?.id, 'replaceAddress', 'before any score');
    // Without an address of its own, nothing could replace it.
    const likeness = { other: 'USDC', text: 'This isn’t USDC.' };
    assert.deepEqual(offered(reportIn('ready', { ...quiet, likeness })), bad);
    assert.deepEqual(offered(reportIn('with history')), bad);
  });
});
