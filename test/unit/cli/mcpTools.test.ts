import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LifeBudget, scoreRisk, type ToolCall } from '../../../src/cli/mcp/paidTools.ts';
import { UsageError } from '../../../src/options/options.ts';
import { defaultPolicy } from '../../../src/folder/policy.ts';
import type { JobState } from '../../../src/risk/jobState.ts';
import { jobOf } from '../messages/support/samples.ts';

const args = { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', network: 'ethereum' };

/** Scores where a job is open, which ends without a result. @returns the calls to the engine */
async function scoredBeside(state: JobState, max: number | undefined, end: object = {}) {
  const job = jobOf(state, null);
  const calls: string[] = [];
  const note = (call: string) => () => {
    calls.push(call);
    return Promise.resolve({ kind: 'onHold', job, ...end });
  };
  const stored = { summary: null, summaryCall: null, scores: { money: null } };
  const service = {
    account: { ref: { key: 'account' }, isSample: true },
    engine: {
      readReport: () => Promise.resolve({ ...stored, jobs: { money: job } }),
      resume: note('resume'),
      score: note('score'),
    },
  };
  const budget = new LifeBudget(max);
  const paid = { service, budget, policy: defaultPolicy };
  const { signal } = new AbortController();
  const folders = () => Promise.reject(new UsageError('no root'));
  const { status, remainingBudget } = await scoreRisk(args, {
    paid,
    signal,
    folders,
  } as unknown as ToolCall);
  return { calls, status, remaining: budget.remaining, remainingBudget };
}

describe('a score for an agent beside an open job', () => {
  it('follows the job by its ID, and can start nothing, whatever has become of it', async () => {
    for (const state of ['running', 'stale', 'unknown'] as const) {
      const { calls, remaining } = await scoredBeside(state, 1);
      assert.deepEqual([calls, remaining], [['resume'], 1], state);
    }
  });

  it('has none left where other runs have used up the hour', async () => {
    const refused = { kind: 'declined', refusal: { kind: 'allowance' } };
    const { remaining, remainingBudget } = await scoredBeside('intent', 1, refused);
    assert.deepEqual([remaining, remainingBudget], [1, 0]);
  });

  it('needs the budget where the job may never have been sent', async () => {
    assert.deepEqual((await scoredBeside('intent', 1)).calls, ['score']);
    const { calls, status } = await scoredBeside('intent', undefined);
    assert.deepEqual([calls, status], [[], 'notStored']);
  });
});
