import { answers, opened, resetAnswers, shown } from './support/vscode.ts';
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { JobRow, Store } from '../../../src/ledger/store.ts';
import { eventually } from '../../harness/waiting.ts';
import { subject } from '../../support/door.ts';
import { account } from '../../support/testEngine.ts';
import { withOffice } from './support/office.ts';
import { emptyWorkspace } from '../../support/workspaceStates.ts';

const { showJobs } = await import('../../../src/editor/commands/jobsPick.ts');
const reports = { open: () => undefined, active: () => undefined, showDifference: () => undefined };
const body = '{"jobId":"x"}';

function addJob(store: Store, change: Partial<JobRow>): void {
  const { origin, credential } = account;
  const job = { ...subject, account: 'one', aggregator: 'money', origin, credential } as const;
  store.beginJob({ ...job, id: 'job' }, { owner: 'ended', now: Date.now(), tick: 0 });
  store.overrideJob('job', { state: 'unknown', ...change }, Date.now());
}

/** Picks the first job and then an act; notes which acts there are. */
function choosing(act: string): readonly string[] {
  const acts: string[] = [];
  answers.choose = (items) => {
    const values = items.map(({ value }) => value);
    if (!values.every((value) => typeof value === 'string')) return items[0];
    acts.push(...values);
    return items.find(({ value }) => value === act);
  };
  return acts;
}

afterEach(resetAnswers);

describe('Enter a Job ID', () => {
  it('polls a job whose start was lost, beside what the service sent, and starts nothing', () =>
    withOffice(async ({ calls, shell, store, made, notices }) => {
      addJob(store, { unreadBody: body });
      choosing('enterId');
      answers.entered = ['', '"risk_score_result_1"'];
      const ended = showJobs({ calls, reports, shell, workspace: emptyWorkspace });
      await eventually('a poll', () => made().includes('GET status'));
      await calls.requests.cancelScore(subject, 'money');
      await ended;
      assert.equal(made().filter((call) => call.startsWith('POST')).length, 0);
      assert.equal(store.readJob('job')?.jobId, 'risk_score_result_1');
      assert.equal(opened.length, 1);
      assert.match(opened[0] ?? '', /^Response of the service for 0x/);
      assert.ok(opened[0]?.endsWith(`\n${body}\n`));
      assert.deepEqual(notices, []);
    }));

  it('does not take a key, and sends nothing', () =>
    withOffice(async ({ calls, shell, store, made }) => {
      addJob(store, {});
      choosing('enterId');
      answers.entered = [`0x${'1f'.repeat(32)}`];
      await showJobs({ calls, reports, shell, workspace: emptyWorkspace });
      assert.deepEqual(made(), []);
      assert.equal(store.readJob('job')?.jobId, null);
      assert.ok(shown.some((text) => text.startsWith('Enter the job ID')));
    }));

  it('says so if the text is no ID', () =>
    withOffice(async ({ calls, shell, store, made, notices }) => {
      addJob(store, {});
      choosing('enterId');
      answers.entered = ['two words'];
      await showJobs({ calls, reports, shell, workspace: emptyWorkspace });
      assert.deepEqual(made(), []);
      assert.match(notices[0]?.sentence.text ?? '', /^Enter the job ID/);
    }));

  it('does nothing for another account, or if the job has its ID by now', () =>
    withOffice(async ({ calls, shell, store, made, notices, use }) => {
      addJob(store, {});
      choosing('enterId');
      answers.entered = ['id'];
      answers.meanwhile = () => use('two');
      await showJobs({ calls, reports, shell, workspace: emptyWorkspace });
      assert.match(notices[0]?.sentence.text ?? '', /different account is in use now/);

      use('one');
      answers.entered = ['id'];
      answers.meanwhile = () => store.overrideJob('job', { state: 'stale', jobId: 'own' }, 1);
      await showJobs({ calls, reports, shell, workspace: emptyWorkspace });
      assert.match(notices[1]?.sentence.text ?? '', /has changed in the meantime/);
      assert.equal(store.readJob('job')?.jobId, 'own');
      assert.deepEqual(made(), []);
    }));

  it('is offered for jobs without an accepted ID, and the response for those that have one', () =>
    withOffice(async ({ calls, shell, store }) => {
      addJob(store, { state: 'stale', jobId: 'own', unreadBody: body });
      const acts = choosing('showResponse');
      await showJobs({ calls, reports, shell, workspace: emptyWorkspace });
      assert.deepEqual(acts, ['resume', 'openReport', 'showResponse', 'copyId', 'forget']);
    }));
});
