import assert from 'node:assert/strict';
import { createLifeSigns } from '../../src/editor/lifeSigns.ts';

describe('signs of life (hazard 73)', () => {
  it('are missed after ten minutes, and heard at once', () => {
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
