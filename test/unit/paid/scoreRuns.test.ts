import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ConnectedAccount } from '../../../src/paid/account.ts';
import type { JobProgress } from '../../../src/paid/jobRun.ts';
import type { LookupPorts } from '../../../src/paid/ports.ts';
import type { ScoreOutcome, ScoreRun } from '../../../src/paid/scoreRun.ts';
import { ScoreRuns } from '../../../src/paid/scoreRuns.ts';

const never = new AbortController().signal;
const key = { account: 'account', chain: 'ethereum', address: '0xA' } as const;
const done: ScoreOutcome = { kind: 'gone' };

/** The runs of a window, and how often one has ended. */
function openRuns() {
  let changes = 0;
  const runs = new ScoreRuns({ onChange: () => changes++ } as unknown as LookupPorts);
  /** A waiter that records the poll counts it receives. */
  const waiter = (signal = never, account = never) => {
    const seen: number[] = [];
    const note = (progress: JobProgress): void => {
      if (progress.kind === 'asking') seen.push(progress.polls);
    };
    return { ...runs.waiter({ signal: account } as ConnectedAccount, note, signal), seen };
  };
  const share = (work: (run: ScoreRun) => Promise<ScoreOutcome>, waits = waiter()) =>
    runs.share(key, 'money', work, waits);
  return { runs, waiter, share, changes: () => changes };
}

/** Work that reports and ends on request. */
function work() {
  const { promise, resolve } = Promise.withResolvers<ScoreOutcome>();
  let current: ScoreRun | undefined;
  let started = 0;
  return {
    run: (run: ScoreRun) => {
      started++;
      current = run;
      return promise;
    },
    started: () => started,
    report: (polls: number) => current?.onProgress({ kind: 'asking', polls }),
    current: () => current!,
    end: () => resolve(done),
  };
}

const another = (): Promise<ScoreOutcome> => Promise.resolve(done);

describe('a score that several callers wait for', () => {
  it('is worked for once, and each of them is told as long as it waits', async () => {
    const { runs, share, waiter, changes } = openRuns();
    const shared = work();
    const [first, second] = [waiter(), waiter()];
    const one = share(shared.run, first);
    assert.equal(runs.has(key, 'money'), true);
    assert.equal(runs.has(key, 'money_rank_weight'), false);
    shared.report(1);
    const two = share(() => assert.fail('a second run'), second);
    shared.report(2);
    assert.equal(changes(), 0);
    shared.end();
    assert.deepEqual(await Promise.all([one, two]), [done, done]);
    shared.report(3);
    assert.deepEqual([first.seen, second.seen], [[1, 2], [2]]);
    assert.deepEqual([shared.started(), changes()], [1, 1]);
    assert.equal(runs.has(key, 'money'), false);
    const again = work();
    const next = share(again.run);
    again.end();
    await next;
    assert.equal(again.started(), 1);
  });

  it('stops for all of them if one cancels, and only until it has ended', async () => {
    const { runs, share, waiter } = openRuns();
    const shared = work();
    const cancel = new AbortController();
    const one = share(shared.run);
    const two = share(shared.run, waiter(cancel.signal));
    assert.equal(shared.current().signal.aborted, false);
    cancel.abort();
    assert.deepEqual(
      [shared.current().canceled.aborted, shared.current().signal.aborted],
      [true, true],
    );
    assert.equal(runs.has(key, 'money'), false);
    const later = work();
    const next = share(later.run);
    assert.equal(later.started(), 0, 'it waits for the end of the run before');
    shared.end();
    later.end();
    await Promise.all([one, two, next]);
    assert.deepEqual([shared.started(), later.started()], [1, 1]);
  });

  it('is not stopped by a caller whose own run has ended, or by a later one whose account is left', async () => {
    const { share, waiter } = openRuns();
    const cancel = new AbortController();
    const leaving = new AbortController();
    await share(another, waiter(cancel.signal));
    const shared = work();
    const one = share(shared.run);
    const two = share(shared.run, waiter(never, leaving.signal));
    cancel.abort();
    leaving.abort();
    assert.equal(shared.current().signal.aborted, false);
    shared.end();
    await Promise.all([one, two]);
  });

  it('stops when its window leaves, without being canceled', async () => {
    const { runs, share, waiter } = openRuns();
    const shared = work();
    const one = share(shared.run);
    const asked = waiter();
    let isOver = false;
    const ended = runs.leave().then(() => (isOver = true));
    assert.deepEqual(
      [shared.current().canceled.aborted, shared.current().signal.aborted],
      [false, true],
    );
    await Promise.resolve();
    assert.equal(isOver, false);
    shared.end();
    await Promise.all([one, ended]);
    const [late, later] = [work(), work()];
    const ends = [share(late.run, asked)];
    assert.equal(late.current().signal.aborted, true, 'it was requested before');
    late.end();
    await Promise.all(ends);
    ends.push(share(later.run));
    assert.equal(later.current().signal.aborted, false);
    later.end();
    await Promise.all(ends);
  });

  it('stops when its account is left', async () => {
    const { share, waiter } = openRuns();
    const leaving = new AbortController();
    const shared = work();
    const one = share(shared.run, waiter(never, leaving.signal));
    leaving.abort();
    assert.deepEqual(
      [shared.current().canceled.aborted, shared.current().signal.aborted],
      [false, true],
    );
    shared.end();
    await one;
  });

  it('starts stopped for a caller that has canceled before', async () => {
    const { share, waiter } = openRuns();
    const shared = work();
    const one = share(shared.run, waiter(AbortSignal.abort()));
    assert.equal(shared.current().canceled.aborted, true);
    shared.end();
    await one;
  });

  it('fails for all, and can be worked for again', async () => {
    const { runs, share } = openRuns();
    const failing = share(() => Promise.reject(new Error('no')));
    const ended = runs.leave();
    await assert.rejects(failing, { message: 'no' });
    await ended;
    assert.equal(await share(another), done);
  });
});
