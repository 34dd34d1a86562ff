import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { killScores, scoreInPairs } from '../support/cliKills.ts';

describe('score --budget 20, killed 30 times at random moments', () => {
  it('counts each start once, and stays within its budget', async (t) => {
    const early = await killScores(30, Math.random, 20);
    t.diagnostic(`${early} of 30 kills came before the end`);
    assert.ok(early > 10);
  });
});

describe('score, ten times in two processes at once', () => {
  it('counts each start once, and stays within the budget of both', () => scoreInPairs(10));
});
