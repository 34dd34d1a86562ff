import assert from 'node:assert/strict';
import { createUserActivity } from '../../../src/editor/calls/calls.ts';

describe('signs of life (hazard 73)', () => {
  it('count as missing ten minutes after the last one, as soon as a request is made', () => {
    let now = 0;
    const signs = createUserActivity(() => now);
    const seen: boolean[] = [];
    signs.onDidChange((isActive) => seen.push(isActive));
    now = 600_000;
    signs.check();
    assert.deepEqual(seen, []);
    now = 600_001;
    signs.check();
    signs.check();
    assert.deepEqual(seen, [false]);
    signs.note();
    signs.note();
    assert.deepEqual(seen, [false, true]);
    signs.check();
    assert.deepEqual(seen, [false, true]);
    signs.dispose();
  });
});
