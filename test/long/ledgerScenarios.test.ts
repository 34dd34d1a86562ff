import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LedgerScenario, planted, type Planted } from '../support/ledgerScenario.ts';

const scenarios = Number(process.env['SCENARIOS'] ?? 200);
/** Each has processes of its own. */
const atOnce = 2;

describe('random scenarios of a ledger', () => {
  it('pay once, count what was sent, and lose nothing unsaid (hazards 6, 7, 22, 78, 88)', async (t) => {
    const all: Record<string, number> = {};
    const seeds = Array.from({ length: scenarios }, (_, at) => at + 1).values();
    const work = async (): Promise<void> => {
      for (const seed of seeds) {
        const counts: Record<string, number> = {};
        await LedgerScenario.run(seed, counts);
        for (const [name, count] of Object.entries(counts)) all[name] = (all[name] ?? 0) + count;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    t.diagnostic(`seeds 1 to ${scenarios}: ${JSON.stringify(all)}`);
  });

  for (const [name, reason] of Object.entries(planted)) {
    it(`find ${name}`, () =>
      assert.rejects(LedgerScenario.run(1_000, {}, name as Planted), reason));
  }
});
