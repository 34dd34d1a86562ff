import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { killEngines } from '../support/engineKills.ts';

describe('the engine, its thread killed 50 times', () => {
  it('starts nothing again, and shows the true state', async (t) => {
    const counts = await killEngines(50, 5);
    t.diagnostic(`50 kills: ${JSON.stringify(counts)}`);
    assert.ok((counts['value, sent'] ?? 0) > 0, 'kills after the start');
  });
});
