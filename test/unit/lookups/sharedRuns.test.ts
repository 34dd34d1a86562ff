import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SharedRuns, type Stops } from '../../../src/lookups/sharedRuns.ts';

const never = new AbortController().signal;

/** A waiter that writes down what it is told. */
function waiter(signal = never, closing = never) {
  const seen: string[] = [];
  return { seen, onProgress: (progress: string) => void seen.push(progress), signal, closing };
}

/** Work that reports when told to, and ends when told to. */
function work() {
  const { promise, resolve } = Promise.withResolvers<string>();
  let report: (progress: string) => void = () => undefined;
  let stops: Stops | undefined;
  let started = 0;
  return {
    run: (onProgress: (progress: string) => void, given: Stops) => {
      started++;
      report = onProgress;
      stops = given;
      return promise;
    },
    started: () => started,
    report: (progress: string) => report(progress),
    stops: () => stops!,
    end: resolve,
  };
}

describe('work that several callers wait for', () => {
  it('is done once, and reports to each of them as long as it waits', async () => {
    const runs = new SharedRuns<string, string>();
    const shared = work();
    const [first, second] = [waiter(), waiter()];
    const one = runs.share('a', shared.run, first);
    assert.equal(runs.has('a'), true);
    assert.equal(runs.has('b'), false);
    shared.report('one');
    const two = runs.share('a', () => assert.fail('a second run'), second);
    shared.report('two');
    shared.end('done');
    assert.deepEqual(await Promise.all([one, two]), ['done', 'done']);
    shared.report('late');
    assert.deepEqual([first.seen, second.seen], [['one', 'two'], ['two']]);
    assert.equal(shared.started(), 1);
    assert.equal(runs.has('a'), false);
    assert.equal(await runs.share('a', () => Promise.resolve('again'), waiter()), 'again');
  });

  it('stops for all of them if one cancels, and only until it has ended', async () => {
    const runs = new SharedRuns<string, string>();
    const shared = work();
    const cancel = new AbortController();
    const one = runs.share('a', shared.run, waiter());
    const two = runs.share('a', shared.run, waiter(cancel.signal));
    assert.equal(shared.stops().any.aborted, false);
    cancel.abort();
    assert.deepEqual([shared.stops().byUser.aborted, shared.stops().any.aborted], [true, true]);
    const next = runs.share('a', () => Promise.resolve('next'), waiter());
    shared.end('stopped');
    assert.deepEqual(await Promise.all([one, two, next]), ['stopped', 'stopped', 'next']);
  });

  it('is not stopped by a caller whose own run has ended, or by a later one whose window leaves', async () => {
    const runs = new SharedRuns<string, string>();
    const cancel = new AbortController();
    const leaving = new AbortController();
    await runs.share('a', () => Promise.resolve('done'), waiter(cancel.signal));
    const shared = work();
    const one = runs.share('a', shared.run, waiter());
    const two = runs.share('a', shared.run, waiter(never, leaving.signal));
    cancel.abort();
    leaving.abort();
    assert.equal(shared.stops().any.aborted, false);
    shared.end('done');
    await Promise.all([one, two]);
  });

  it('stops when its window leaves, without being canceled', async () => {
    const runs = new SharedRuns<string, string>();
    const leaving = new AbortController();
    const shared = work();
    const one = runs.share('a', shared.run, waiter(never, leaving.signal));
    leaving.abort();
    assert.deepEqual([shared.stops().byUser.aborted, shared.stops().any.aborted], [false, true]);
    let isOver = false;
    const ended = runs.ended().then(() => (isOver = true));
    await Promise.resolve();
    assert.equal(isOver, false);
    shared.end('closing');
    await Promise.all([one, ended]);
  });

  it('starts stopped for a caller that has canceled before', async () => {
    const runs = new SharedRuns<string, string>();
    const shared = work();
    const one = runs.share('a', shared.run, waiter(AbortSignal.abort()));
    assert.equal(shared.stops().byUser.aborted, true);
    shared.end('stopped');
    assert.equal(await one, 'stopped');
  });

  it('fails for all, and can be done again', async () => {
    const runs = new SharedRuns<string, string>();
    const failing = runs.share('a', () => Promise.reject(new Error('no')), waiter());
    const ended = runs.ended();
    await assert.rejects(failing, { message: 'no' });
    await ended;
    assert.equal(await runs.share('a', () => Promise.resolve('yes'), waiter()), 'yes');
  });
});
