import { answers, resetAnswers, userSettings } from './support/vscode.ts';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { ChainChoices } from '../../../src/editor/documents/chainChoice.ts';
import type { JobRow, Store } from '../../../src/ledger/store.ts';
import { eventually } from '../../harness/waiting.ts';
import { subject } from '../../support/door.ts';
import { account } from '../../support/testEngine.ts';
import { withOffice, type Who } from './support/office.ts';
import { emptyWorkspace } from '../../support/workspaceStates.ts';

const { showJobs } = await import('../../../src/editor/commands/jobsPick.ts');
const { createReportActions } = await import('../../../src/editor/report/actions.ts');

const questions = {
  workspace: emptyWorkspace,
  question: { mayAsk: () => false, decline: () => Promise.resolve() },
  choices: {} as unknown as ChainChoices,
};
const reports = { open: () => undefined, active: () => undefined, showDifference: () => undefined };
const isOtherAccount = /different account is in use now/;

function addJob(store: Store, state: JobRow['state'], who: Who = 'one'): void {
  const key = { ...subject, account: who, aggregator: 'money', ...account } as const;
  const { origin, credential } = account;
  const job = { ...key, account: who, origin, credential, id: `job of ${who}` };
  store.beginJob(job, { owner: 'ended', now: Date.now(), tick: 0 });
  store.overrideJob(job.id, { state, jobId: state === 'unknown' ? null : 'job.1' }, Date.now());
}

beforeEach(() => userSettings.clear());
afterEach(resetAnswers);

describe('Start New Calculation, confirmed for one account', () => {
  const agreeing = (meanwhile: () => void): void => {
    answers.modal = (_text, [yes]) => {
      meanwhile();
      return yes;
    };
  };

  it('starts one for this account, and gives up the earlier start', () =>
    withOffice(async ({ calls, shell, store, made }) => {
      addJob(store, 'unknown');
      agreeing(() => undefined);
      void createReportActions(
        calls,
        shell,
        questions,
      )({ id: 'scoreAgain' }, { subject, reading: undefined });
      await eventually('the score', () => made().includes('GET status'));
      assert.deepEqual(made(), ['POST start money', 'GET status']);
      assert.equal(store.readJob('job of one'), null);
    }));

  it('starts nothing for another one, keeps the earlier start, and offers to retry', () =>
    withOffice(async ({ calls, shell, store, made, notices, use }) => {
      addJob(store, 'unknown');
      agreeing(() => use('two'));
      void createReportActions(
        calls,
        shell,
        questions,
      )({ id: 'scoreAgain' }, { subject, reading: undefined });
      await eventually('a notice or a call', () => notices.length > 0 || made().length > 0);
      assert.deepEqual(made(), []);
      assert.match(notices[0]?.sentence.text ?? '', isOtherAccount);
      assert.equal(notices[0]?.sentence.next, 'retry');
      assert.equal(store.readJob('job of one')?.state, 'unknown');

      // The button belongs to the account that was in use when it appeared.
      const [{ retry } = assert.fail('no notice')] = notices;
      use('one');
      retry();
      await eventually('the second notice', () => notices.length === 2);
      assert.deepEqual(made(), []);
      use('two');
      retry();
      await eventually('the score', () => made().includes('GET status'));
      assert.deepEqual(made(), ['POST start money', 'GET status']);
      assert.equal(store.readJob('job of one')?.state, 'unknown');
    }));

  it('keeps the aggregator of the question', () =>
    withOffice(async ({ calls, shell, store, made }) => {
      addJob(store, 'unknown');
      agreeing(() => userSettings.set('addressRisk.aggregator', 'money_rank_weight'));
      void createReportActions(
        calls,
        shell,
        questions,
      )({ id: 'scoreAgain' }, { subject, reading: undefined });
      await eventually('a start', () => made().length > 0);
      assert.equal(made()[0], 'POST start money');
    }));
});

describe('the list of jobs', () => {
  /** Picks the first job, and then what to do with it. */
  const choosing = (act: string, meanwhile: () => void): void => {
    let isJob = true;
    answers.modal = (_text, [yes]) => yes;
    answers.choose = (items) => {
      if (!isJob) meanwhile();
      const picked = isJob ? items[0] : items.find(({ value }) => value === act);
      isJob = false;
      return picked;
    };
  };

  for (const act of ['resume', 'forget'] as const) {
    it(`does not ${act} a job after the account changed`, () =>
      withOffice(async ({ calls, shell, store, made, notices, use }) => {
        addJob(store, 'stale');
        choosing(act, () => use('two'));
        await showJobs({ calls, reports, shell, workspace: emptyWorkspace });
        assert.deepEqual(made(), []);
        assert.match(notices[0]?.sentence.text ?? '', isOtherAccount);
        assert.equal(store.readJob('job of one')?.state, 'stale');
      }));

    it(`can ${act} a job of the account in use`, () =>
      withOffice(async ({ calls, shell, store, made, notices }) => {
        addJob(store, 'stale');
        choosing(act, () => undefined);
        const shown = showJobs({ calls, reports, shell, workspace: emptyWorkspace });
        if (act === 'resume') {
          await eventually('a poll', () => made().includes('GET status'));
          // The service does not know this job: without Cancel, the wait would take half a minute.
          await calls.requests.cancelScore(subject, 'money');
        }
        await shown;
        if (act === 'forget') assert.equal(store.readJob('job of one'), null);
        assert.deepEqual(notices, []);
      }));
  }
});

describe('a command that asks for an address', () => {
  for (const name of ['lookUpAddress', 'scoreRisk'] as const) {
    it(`${name} makes no call for an account that came into use meanwhile`, () =>
      withOffice(async ({ commands, made, notices, use }) => {
        answers.entered = [subject.address];
        answers.meanwhile = () => use('two');
        answers.choose = ([assumed]) => assumed;
        await commands[name](undefined);
        assert.deepEqual(made(), []);
        assert.match(notices[0]?.sentence.text ?? '', isOtherAccount);
        notices[0]?.retry();
        await eventually('a call', () => made().length > 0);
      }));
  }
});
