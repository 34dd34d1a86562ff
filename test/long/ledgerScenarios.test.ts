import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LedgerScenario, planted, type Planted } from '../support/ledgerScenario.ts';
import { runScenarios } from '../support/scenarioRuns.ts';

/** They wait more than they work. */
const atOnce = 4;
const mustHappen = [
  ...['kills', 'kills during a call', 'stops', 'cuts that hit'],
  ...['sign-outs', 'sign-outs during a call'],
  ...['start calls of unknown outcome', 'summary calls of unknown outcome', 'jobs unknown'],
];

describe('random scenarios of a ledger', () => {
  it('pay once, count what was sent, and lose nothing unsaid (hazards 6, 7, 22, 78, 88)', (t) =>
    runScenarios(t, { atOnce, mustHappen }, (seed, counts) => LedgerScenario.run(seed, counts)));

  for (const [name, reason] of Object.entries(planted)) {
    it(`find ${name}`, () =>
      assert.rejects(LedgerScenario.run(1_000, {}, name as Planted), reason));
  }
});
