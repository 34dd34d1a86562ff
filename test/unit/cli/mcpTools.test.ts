import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findAddresses } from '../../../src/cli/mcp/localTools.ts';
import { LifeBudget, scoreRisk, type ToolCall } from '../../../src/cli/mcp/paidTools.ts';
import { UsageError } from '../../../src/options/options.ts';
import { defaultPolicy } from '../../../src/folder/policy.ts';
import type { JobState } from '../../../src/risk/jobState.ts';
import { TestRepository } from '../../support/gitRepository.ts';
import { jobOf } from '../messages/support/samples.ts';

const args = { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', network: 'ethereum' };

/** Scores where a job is open, which ends without a result. @returns the calls to the engine */
async function scoredBeside(state: JobState, max: number | undefined) {
  const job = jobOf(state, null);
  const calls: string[] = [];
  const note = (call: string) => () => {
    calls.push(call);
    return Promise.resolve({ kind: 'onHold', job });
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
  const { status } = await scoreRisk(args, { paid, signal, folders } as unknown as ToolCall);
  return { calls, status, remaining: budget.remaining };
}

describe('a score for an agent beside an open job', () => {
  it('follows the job by its ID, and can start nothing, whatever has become of it', async () => {
    for (const state of ['running', 'stale', 'unknown'] as const) {
      const { calls, remaining } = await scoredBeside(state, 1);
      assert.deepEqual([calls, remaining], [['resume'], 1], state);
    }
  });

  it('needs the budget where the job may never have been sent', async () => {
    assert.deepEqual((await scoredBeside('intent', 1)).calls, ['score']);
    const { calls, status } = await scoredBeside('intent', undefined);
    assert.deepEqual([calls, status], [[], 'notStored']);
  });
});

it('says what an address only looks like: an entry of the book, or a known token', async (context) => {
  const repository = new TestRepository();
  context.after(() => repository.remove());
  const listed = '0x9e3f3ac17be05d2846a1f09c3d7e5b204826c871';
  const entry = { address: listed, network: 'ethereum', name: 'Treasury' };
  repository.write('.address-risk.json', JSON.stringify({ version: 1, addresses: [entry] }));
  repository.commit();
  const imitations = [
    '0x9e3fd0be42a95c3f68e7041bd29a6c85f307c871',
    '0xa0b86f31c9e27b54d80a1f6c3e95d724b08aeb48',
  ];
  const text = ['// ethereum', listed, ...imitations, `0x${'0'.repeat(40)}`].join('\n');
  const folders = () => Promise.resolve([repository.folder]);
  // A change does not end it by listing what it adds.
  repository.git('checkout', '--quiet', '-b', 'change');
  const own = imitations.map((address) => ({ address, network: 'ethereum' }));
  const addresses = [entry, ...own];
  repository.write('.address-risk.json', JSON.stringify({ version: 1, addresses }));
  repository.commit();
  const found = await findAddresses({ text }, { folders } as unknown as ToolCall);
  const [reviewed, ...others] = (found['addresses'] as { looksLike: string | null }[]).map(
    (row) => row.looksLike,
  );
  assert.equal(reviewed, null);
  assert.match(others[0] ?? '', /looks like 0x9e3f\w+c871 \(“Treasury”\)/i);
  assert.match(others[1] ?? '', /not USDC/);
  assert.equal(others[2], null);
});
