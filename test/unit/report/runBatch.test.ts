import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runBatch } from '../../../src/report/batch.ts';

type End = 'value' | 'rejected';

/** A batch whose items are accepted and ended by the test. */
function openBatch(items: readonly string[], maxAtOnce = 2) {
  const started: string[] = [];
  const ended: string[] = [];
  const steps = new Map<string, { accept: () => void; end: (end: End) => void }>();
  const cancel = new AbortController();
  let isDone = false;
  const done = runBatch<string, End>({
    ...{ items, maxAtOnce, signal: cancel.signal },
    run(item, onStarted) {
      started.push(item);
      const { promise, resolve } = Promise.withResolvers<End>();
      steps.set(item, { accept: onStarted, end: resolve });
      return promise;
    },
    isLast: (end) => end === 'rejected',
    onEnd: (item, end) => ended.push(`${item} ${end}`),
  }).then(() => {
    isDone = true;
  });
  const act = async (step: () => void): Promise<void> => {
    step();
    await settled();
  };
  return {
    ...{ started, ended, done },
    accept: (item: string) => act(() => steps.get(item)?.accept()),
    end: (item: string, end: End) => act(() => steps.get(item)?.end(end)),
    cancel: () => act(() => cancel.abort()),
    isDone: () => isDone,
  };
}

/** After everything that follows without waiting. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a batch', () => {
  it('begins an item once the one before it is accepted, and so many at a time', async () => {
    const batch = openBatch(['a', 'b', 'c']);
    await settled();
    assert.deepEqual(batch.started, ['a']);
    await batch.accept('a');
    assert.deepEqual(batch.started, ['a', 'b']);
    await batch.accept('b');
    assert.deepEqual(batch.started, ['a', 'b'], 'two are in progress');
    await batch.end('a', 'value');
    assert.deepEqual(batch.started, ['a', 'b', 'c']);
    await batch.end('c', 'value');
    assert.equal(batch.isDone(), false);
    await batch.end('b', 'value');
    await batch.done;
    assert.deepEqual(batch.ended, ['a value', 'c value', 'b value']);
  });

  it('begins no more after an end that applies to all, and waits for those in progress', async () => {
    const batch = openBatch(['a', 'b', 'c', 'd'], 4);
    await settled();
    await batch.accept('a');
    await batch.end('b', 'rejected');
    assert.deepEqual(batch.started, ['a', 'b']);
    assert.equal(batch.isDone(), false, 'a is in progress');
    await batch.end('a', 'value');
    await batch.done;
    assert.deepEqual(batch.started, ['a', 'b']);
  });

  it('begins no more once canceled, and hears of those in progress later', async () => {
    const batch = openBatch(['a', 'b', 'c']);
    await settled();
    await batch.accept('a');
    await batch.cancel();
    await batch.done;
    await batch.accept('b');
    assert.deepEqual(batch.started, ['a', 'b']);
    await batch.end('a', 'value');
    assert.deepEqual(batch.ended, ['a value']);
  });

  it('begins nothing if it was canceled before', async () => {
    const started: string[] = [];
    await runBatch<string, End>({
      ...{ items: ['a'], maxAtOnce: 1, signal: AbortSignal.abort() },
      run(item) {
        started.push(item);
        return Promise.resolve('value');
      },
      isLast: () => false,
      onEnd: () => undefined,
    });
    assert.deepEqual(started, []);
  });
});
