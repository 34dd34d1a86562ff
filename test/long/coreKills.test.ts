import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { killCores } from '../support/coreKills.ts';

describe('a core that is killed 500 times', () => {
  it('starts nothing again and shows what is true (hazards 7, 22)', async (t) => {
    const left = await killCores(500, 8);
    t.diagnostic(`500 kills left behind: ${JSON.stringify(left)}`);
    assert.ok((left['intent'] ?? 0) > 0 && (left['running'] ?? 0) > 0, 'kills at all stages');
  });
});
