import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Refresh } from '../../../src/scheduler/refresh.ts';

describe('work that brings something up to date', () => {
  /** Runs that the test ends, in order. */
  function controlled() {
    const runs: PromiseWithResolvers<undefined>[] = [];
    const refresh = new Refresh(() => {
      const run = Promise.withResolvers<undefined>();
      runs.push(run);
      return run.promise;
    });
    const end = async (index: number): Promise<void> => {
      runs[index]?.resolve(undefined);
      await new Promise(setImmediate);
    };
    return { refresh, runs, end };
  }
  const isDone = async (promise: Promise<unknown>): Promise<boolean> =>
    Promise.race([promise.then(() => true), new Promise(setImmediate).then(() => false)]);

  it('runs once more for all requests during a run', async () => {
    const { refresh, runs, end } = controlled();
    const first = refresh.run();
    await new Promise(setImmediate);
    const later = [refresh.run(), refresh.run(), refresh.run()];
    assert.equal(runs.length, 1, 'one at a time');
    await end(0);
    assert.equal(await isDone(first), true);
    assert.equal(await isDone(Promise.race(later)), false, 'what ran may have begun before');
    assert.equal(runs.length, 2);
    await end(1);
    assert.equal(await isDone(Promise.all(later)), true);
    assert.equal(runs.length, 2);
  });

  it('keeps no one waiting for requests that follow', async () => {
    const { refresh, runs, end } = controlled();
    void refresh.run();
    await new Promise(setImmediate);
    const waits = refresh.run();
    await end(0);
    const settled = refresh.settled();
    void refresh.run();
    await end(1);
    assert.equal(await isDone(Promise.all([waits, settled])), true);
    assert.equal(runs.length, 3);
    await end(2);
    assert.equal(await isDone(refresh.settled()), true);
  });

  it('runs again after one that failed, and rejects for those who waited for it alone', async () => {
    const { refresh, runs, end } = controlled();
    const first = refresh.run();
    const next = refresh.run();
    await new Promise(setImmediate);
    runs[0]?.reject(new Error('disk'));
    await assert.rejects(first, { message: 'disk' });
    await end(1);
    assert.equal(await isDone(next), true);
    const last = refresh.run();
    await new Promise(setImmediate);
    runs[2]?.reject(new Error('again'));
    await assert.rejects(last, { message: 'again' });
  });
});
