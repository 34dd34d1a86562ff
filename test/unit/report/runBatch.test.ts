import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BatchEnd } from '../../../src/messages/outcomes.ts';
import { scoreBatch, type BatchItem } from '../../../src/report/batch.ts';

type End = 'value' | 'rejected';

const endOf = (end: End): BatchEnd => (end === 'value' ? { kind: 'value' } : { kind: 'fault' });

const itemsOf = (names: readonly string[]): BatchItem<string>[] =>
  names.map((found) => ({ found, job: undefined }));

/** A batch whose items are accepted and ended by the test. */
function openBatch(names: readonly string[]) {
  const started: string[] = [];
  const ended: string[] = [];
  const steps = new Map<string, { accept: () => void; end: (end: End) => void }>();
  const cancel = new AbortController();
  let isDone = false;
  const done = scoreBatch<BatchItem<string>>({
    ...{ items: itemsOf(names), maxFailures: 3, signal: cancel.signal },
    run({ found }, onStarted) {
      started.push(found);
      const { promise, resolve } = Promise.withResolvers<BatchEnd>();
      steps.set(found, { accept: onStarted, end: (end) => resolve(endOf(end)) });
      return promise;
    },
    onEnd: ({ found }, { kind }) => ended.push(`${found} ${kind}`),
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
    const batch = openBatch(['a', 'b', 'c', 'd', 'e']);
    await settled();
    assert.deepEqual(batch.started, ['a']);
    await batch.accept('a');
    assert.deepEqual(batch.started, ['a', 'b']);
    for (const item of ['b', 'c', 'd']) await batch.accept(item);
    assert.deepEqual(batch.started, ['a', 'b', 'c', 'd'], 'four are in progress');
    await batch.end('a', 'value');
    assert.deepEqual(batch.started, ['a', 'b', 'c', 'd', 'e']);
    for (const item of ['e', 'c', 'd']) await batch.end(item, 'value');
    assert.equal(batch.isDone(), false);
    await batch.end('b', 'value');
    await batch.done;
    assert.deepEqual(batch.ended, ['a value', 'e value', 'c value', 'd value', 'b value']);
  });

  it('begins no more after an end that applies to all, and waits for those in progress', async () => {
    const batch = openBatch(['a', 'b', 'c', 'd']);
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
    await scoreBatch<BatchItem<string>>({
      ...{ items: itemsOf(['a']), maxFailures: 3, signal: AbortSignal.abort() },
      run({ found }) {
        started.push(found);
        return Promise.resolve(endOf('value'));
      },
      onEnd: () => undefined,
    });
    assert.deepEqual(started, []);
  });
});
