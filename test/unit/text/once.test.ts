import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readOnce, readShared } from '../../../src/text/once.ts';

describe('what is read once', () => {
  it('is read on the first call for a key, also if there is nothing', () => {
    const known = new Map<string, string | undefined>();
    const read: string[] = [];
    const valueOf = (key: string): string | undefined =>
      readOnce(known, key, () => {
        read.push(key);
        return key === 'a' ? 'x' : undefined;
      });
    assert.deepEqual(['a', 'b', 'a', 'b'].map(valueOf), ['x', undefined, 'x', undefined]);
    assert.deepEqual(read, ['a', 'b']);
  });

  it('has at most so many keys', () => {
    const known = new Map<number, number>();
    for (let key = 0; key < 10; key++) readOnce(known, key, () => key, 4);
    assert.deepEqual([...known.keys()], [8, 9]);
  });

  it('is bounded where it outlives the texts', () => {
    const known = new Map<string, { readonly length: number }>();
    for (let key = 0; key < 10_000; key++) {
      assert.equal(
        readShared(known, `${key}`, ({ length }) => ({ length })).length,
        `${key}`.length,
      );
    }
    assert.ok(known.size <= 2_048);
  });

  it('keeps no text alive of which a key is a part', () => {
    const known = new Map<string, object>();
    const before = process.memoryUsage().heapUsed;
    for (let text = 0; text < 200; text++) {
      const part = `${text}`.padEnd(1_000_000, 'x').slice(0, 40);
      readShared(known, part, () => ({}));
    }
    assert.ok(process.memoryUsage().heapUsed - before < 100_000_000);
    assert.equal(known.size, 200);
  });
});
