import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Failure } from '../../../src/api/failure.ts';
import type { Aggregator } from '../../../src/api/parameters.ts';
import type { Shell } from '../../../src/editor/shell/shell.ts';
import { createActivity, idle } from '../../../src/editor/calls/activity.ts';
import { Requests } from '../../../src/editor/calls/requests.ts';
import type { Identity } from '../../../src/editor/session/session.ts';
import type { Engine, ScoreEnd } from '../../../src/engine/engine.ts';
import { gestureOf } from '../../../src/paid/gesture.ts';

const subject = { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', chain: 'ethereum' };
const sample = { account: 'sample', ...subject };
const real = { account: 'real', ...subject };
const failure: Failure = { kind: 'sampleService', endpoint: 'start', wasSent: false };
const failed = { kind: 'failed', failure, at: 0 } as const;
const running = { kind: 'running', progress: { kind: 'starting' } } as const;

describe('the activity of an address', () => {
  it('belongs to the account and the aggregator it was requested for', () => {
    const activity = createActivity();
    activity.changeScore(sample, 'money', failed);
    activity.changeSummary(sample, { isFetching: false, problem: failure });
    assert.equal(activity.of(sample).scores.money, failed);
    assert.equal(activity.of(sample).scores.money_rank_weight, undefined);
    assert.equal(activity.of(sample).summary.problem, failure);
    assert.deepEqual(activity.of(real), idle);
    activity.dispose();
  });

  it('leaves what shows scores as it is while a summary is fetched', () => {
    const activity = createActivity();
    const fired: string[] = [];
    activity.onDidChange(() => fired.push('any'));
    activity.onDidChangeScores(() => fired.push('scores'));
    activity.changeSummary(real, { isFetching: true, problem: undefined });
    activity.changeSummary(real, { isFetching: false, problem: failure });
    activity.touch(real, 'summary');
    assert.deepEqual(fired.splice(0), ['any', 'any', 'any']);
    activity.changeScore(real, 'money', running);
    activity.touch(real, 'scores');
    activity.touch(undefined);
    assert.deepEqual(fired, ['any', 'scores', 'any', 'scores', 'any', 'scores']);
    activity.dispose();
  });

  it('is forgotten with the account if it failed, and kept if it is in progress', () => {
    const activity = createActivity();
    activity.changeScore(sample, 'money', failed);
    activity.changeScore(sample, 'money_rank_weight', running);
    activity.changeSummary(sample, { isFetching: false, problem: failure });
    activity.changeSummary(real, { isFetching: true, problem: undefined });
    activity.forgetFailures();
    assert.equal(activity.of(sample).scores.money, undefined);
    assert.deepEqual(activity.of(sample).summary, idle.summary);
    assert.equal(activity.of(sample).scores.money_rank_weight, running);
    assert.equal(activity.of(real).summary.isFetching, true);
    activity.dispose();
  });
});

/** A window in which scores run until they are stopped. */
function runs() {
  const activity = createActivity();
  const stopped: string[] = [];
  const left = new AbortController();
  let startedRuns = 0;
  let identity = { kind: 'sample', key: 'sample' } as Identity;
  const score: Engine['score'] = async ({ account, aggregator }, onEvent, signal) => {
    startedRuns++;
    onEvent({ kind: 'starting' });
    await new Promise<void>((resolve) => {
      AbortSignal.any([signal, left.signal]).addEventListener('abort', () => resolve());
    });
    stopped.push(`${account.key} ${aggregator}`);
    return { kind: 'gone' } satisfies ScoreEnd;
  };
  const engine = { score, readUsage: () => Promise.resolve([]) } as unknown as Engine;
  const requests: Requests = new Requests({
    session: {
      identity: () => Promise.resolve(identity),
    },
    openEngine: () => Promise.resolve(engine),
    activity,
    shell: { notifier: {}, log: { note: () => undefined } } as unknown as Shell,
  });
  return {
    activity,
    requests,
    stopped,
    /** Ends all that is in progress, as a window does that closes. */
    leave: () => left.abort(),
    signIn(key: string) {
      identity = { kind: 'service', key } as unknown as Identity;
    },
    /** Resolves when the run has started; its `end` resolves with the run. */
    async begin(aggregator: Aggregator): Promise<{ end: Promise<unknown> }> {
      const before = startedRuns;
      const end = requests.score({ subject, aggregator, gesture: gestureOf('command') });
      while (startedRuns === before) await new Promise((resolve) => setTimeout(resolve, 1));
      return { end };
    },
  };
}

describe('Cancel in the report', () => {
  it('cancels the run of its aggregator and account, and every wait for it', async () => {
    assert.equal(vscode.workspace.getConfiguration('addressRisk').get('aggregator'), 'money');
    const { activity, requests, stopped, ...window } = runs();
    const ofSample = await window.begin('money');
    window.signIn('real');
    const ranked = await window.begin('money_rank_weight');
    const first = await window.begin('money');
    const second = await window.begin('money');

    await requests.cancelScore(subject, 'money');
    await Promise.all([first.end, second.end]);
    assert.deepEqual(stopped, ['real money', 'real money']);
    assert.equal(activity.of(real).scores.money, undefined);
    assert.equal(activity.of(real).scores.money_rank_weight?.kind, 'running');
    assert.equal(activity.of(sample).scores.money?.kind, 'running');

    window.signIn('sample');
    await requests.cancelScore(subject, 'money');
    await ofSample.end;
    assert.deepEqual(stopped.slice(2), ['sample money']);

    window.leave();
    await ranked.end;
    activity.dispose();
  });
});
