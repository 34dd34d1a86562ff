import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Log, Notifier } from '../../src/editor/shell/shell.ts';
import type { Calls } from '../../src/editor/calls/calls.ts';
import { createActivity } from '../../src/editor/calls/activity.ts';
import { Requests } from '../../src/editor/calls/requests.ts';
import { dialogs } from '../../src/editor/shell/dialogs.ts';
import { createReportActions } from '../../src/editor/report/actions.ts';
import type { Session } from '../../src/editor/session/session.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { ChainChoices } from '../../src/editor/documents/chainChoice.ts';
import type { ConnectedAccount } from '../../src/paid/account.ts';
import { systemClock } from '../../src/paid/clock.ts';
import { gestureOf } from '../../src/paid/gesture.ts';
import { createScores } from '../../src/paid/scores.ts';
import { WindowSpendingDoor } from '../../src/paid/spending.ts';
import { keySizedQuestion } from '../../src/messages/inputs.ts';
import { ledgerOver, openSqliteStore } from '../support/openStore.ts';
import { emptyWorkspace } from '../support/workspaceStates.ts';

const subject = {
  address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  chain: 'ethereum',
} as const;
const job = { ...subject, account: 'one', id: 'job', aggregator: 'money', origin: 'o' } as const;

/** Inquiries of the account in use, over a ledger of their own; starts are counted, not sent. */
function office() {
  const store = openSqliteStore(':memory:');
  const ledger = ledgerOver(store);
  const policy = () =>
    ({ riskMs: 3_600_000, rhythm: { intervalMs: 1_000, timeoutMs: 60_000 } }) as never;
  const mayExceed = () => Promise.resolve(false);
  const mayStartAgain = mayExceed;
  const scores = createScores({
    ledger,
    clock: systemClock,
    owner: 'w',
    policy,
    spending: new WindowSpendingDoor({
      ledger,
      clock: systemClock,
      policy,
      user: {
        mayExceed,
        mayStartAgain,
        maySendKeySized: (subject) => dialogs.agree(keySizedQuestion(subject)),
      },
    }),
    onChange: () => undefined,
  });
  const starts: string[] = [];
  const accountOf = (key: string): ConnectedAccount =>
    ({
      key,
      origin: 'o',
      credential: 'c',
      signal: new AbortController().signal,
      serviceChain: (chain: string) => chain,
      client: {
        start() {
          starts.push(key);
          const failure = { kind: 'network', endpoint: 'start', wasSent: false } as const;
          return Promise.resolve({ ok: false, failure });
        },
      },
    }) as unknown as ConnectedAccount;
  let who = 'one';
  const session = {
    identity: () => Promise.resolve({ kind: 'service', key: who }),
    chooseService: () => Promise.resolve(),
  } as unknown as Session;
  const retries: (() => void)[] = [];
  const notifier = {
    warn: (_: unknown, again: () => void) => retries.push(again),
    credentialRefused: () => false,
  } as unknown as Notifier;
  const fault = (): never => assert.fail('nothing is at fault');
  const log = { note: () => undefined, fault } as unknown as Log;
  const activity = createActivity();
  const engine = {
    ...ledger,
    score: ({ account, ...request }, _onEvent, signal) =>
      scores.score({ ...request, account: accountOf(account.key) }, () => undefined, signal),
    readUsage: () => Promise.resolve([]),
  } satisfies Pick<Engine, 'score' | 'openJobOf' | 'forgetJob' | 'readUsage'> as unknown as Engine;
  const shell = { notifier, log };
  const question = { mayAsk: () => false, decline: () => Promise.resolve() };
  const choices = {} as unknown as ChainChoices;
  const basics = { session, openEngine: () => Promise.resolve(engine), activity };
  const requests = new Requests({ ...basics, shell });
  const act = createReportActions({ ...basics, requests } as unknown as Calls, shell, {
    question,
    choices,
    workspace: emptyWorkspace,
  });
  return {
    store,
    requests,
    act,
    starts,
    retries,
    activity,
    signInAs: (key: string) => void (who = key),
  };
}

describe('Resume and Start New Calculation', () => {
  it('starts nothing if the job is done, forgotten, or missing', async () => {
    const { store, act, starts, activity } = office();
    store.beginJob({ ...job, credential: 'c' }, { owner: 'w', now: Date.now(), tick: 0 });
    store.overrideJob('job', { state: 'done', jobId: 'job.1' }, Date.now());
    const touched = new Promise<void>((resolve) => {
      const watch = activity.onDidChange(() => {
        watch.dispose();
        resolve();
      });
    });
    void act({ id: 'resumeJob' }, { subject, reading: undefined });
    await touched;
    assert.deepEqual(starts, []);
    assert.equal(store.readJob('job')?.state, 'done');
    activity.dispose();
  });

  it('keeps a start whose response arrived while the question was open', async () => {
    const { store, requests, act, starts, activity } = office();
    store.saveResult({
      ...subject,
      account: 'one',
      part: 'money',
      receivedAt: Date.now(),
      body: '{"risk_score":{"risk_score":1}}',
    });
    store.beginJob({ ...job, credential: 'c' }, { owner: 'w', now: Date.now(), tick: 0 });
    store.overrideJob('job', { state: 'unknown' }, Date.now());
    const ask = vscode.window.showWarningMessage;
    const asked = new Promise<void>((resolve) => {
      vscode.window.showWarningMessage = (_text: string, _options: object, label: string) => {
        store.overrideJob('job', { state: 'done', jobId: 'job.1' }, Date.now());
        setImmediate(resolve);
        return Promise.resolve(label);
      };
    });
    try {
      void act({ id: 'scoreAgain' }, { subject, reading: undefined });
      await asked;
    } finally {
      vscode.window.showWarningMessage = ask;
    }
    // Comes after whatever the answer has set going.
    await requests.score({ subject, aggregator: 'money', gesture: gestureOf('panel') });
    assert.deepEqual(starts, []);
    assert.equal(store.readJob('job')?.jobId, 'job.1');
    activity.dispose();
  });

  it('spends nothing for a user who signed in after the question appeared', async () => {
    const { requests, starts, retries, signInAs, activity } = office();
    const request = { subject, aggregator: 'money', gesture: gestureOf('panel') } as const;
    await requests.score(request);
    assert.deepEqual(starts, ['one']);
    assert.equal(retries.length, 1);

    signInAs('two');
    retries[0]?.();
    // The button's request would have come before this one.
    await requests.score(request);
    assert.deepEqual(starts, ['one', 'two']);

    signInAs('one');
    retries[0]?.();
    await requests.score(request);
    assert.deepEqual(starts.slice(2), ['one']);
    activity.dispose();
  });
});

describe('An address of 64 hex digits', () => {
  const onSui = { address: `0x${'7b8a1c2d'.repeat(8)}`, chain: 'sui' };

  it('is sent once after Send in a modal that names the danger, and never without', async () => {
    const { requests, starts, activity } = office();
    const ask = vscode.window.showWarningMessage;
    const shown: string[] = [];
    let answer: string | undefined;
    vscode.window.showWarningMessage = (text: string, options: object) => {
      const { modal, detail = '' } = options as vscode.MessageOptions;
      shown.push(`${String(modal)} ${text} ${detail}`);
      return Promise.resolve(answer);
    };
    try {
      for (const source of ['command', 'panel', 'tool'] as const) {
        await requests.score({ subject: onSui, aggregator: 'money', gesture: gestureOf(source) });
      }
      assert.deepEqual([starts.length, shown.length], [0, 3]);
      assert.match(shown[0] ?? '', /^true .*Sui.*can also be a private key/);
      answer = 'Send';
      await requests.score({ subject: onSui, aggregator: 'money', gesture: gestureOf('command') });
      assert.deepEqual([starts.length, shown.length], [1, 4]);
    } finally {
      vscode.window.showWarningMessage = ask;
    }
    activity.dispose();
  });
});
