import assert from 'node:assert/strict';
import { createLifeSigns } from '../../src/editor/calls/lifeSigns.ts';

describe('signs of life (hazard 73)', () => {
  it('count as missing after ten minutes, and are noticed at once', () => {
    let now = 0;
    const signs = createLifeSigns(() => now);
    now = 600_000;
    assert.equal(signs.isSilent(), false);
    now = 600_001;
    assert.equal(signs.isSilent(), true);
    signs.note();
    assert.equal(signs.isSilent(), false);
    signs.dispose();
  });
});
