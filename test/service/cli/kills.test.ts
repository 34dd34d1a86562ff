import { describe, it } from 'node:test';
import { killScores } from '../../support/cliKills.ts';

describe('score, killed at random moments', () => {
  it('counts each start once, and stays within its budget', async (t) => {
    const early = await killScores(3, Math.random, 4);
    t.diagnostic(`${early} kills came before the end`);
  });
});
