import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import {
  GatewayScenario,
  planted,
  type Planted,
  type ScenarioCounts,
} from '../support/gatewayScenario.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';

const scenarios = Number(process.env['SCENARIOS'] ?? 200);
/** Each has processes of its own. */
const atOnce = 3;

let postgres: TestPostgres;
before(async () => {
  postgres = await startPostgres();
});
after(() => postgres.close());

async function runAll(t: TestContext, createDatabase?: () => Promise<string>): Promise<void> {
  const all: ScenarioCounts = {};
  const seeds = Array.from({ length: scenarios }, (_, at) => at + 1).values();
  const work = async (): Promise<void> => {
    for (const seed of seeds) {
      const counts: ScenarioCounts = {};
      await GatewayScenario.run(seed, counts, createDatabase);
      for (const [name, count] of Object.entries(counts)) all[name] = (all[name] ?? 0) + count;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  t.diagnostic(`seeds 1 to ${scenarios}: ${JSON.stringify(all)}`);
}

describe('random scenarios of a gateway', () => {
  it('on PostgreSQL pay once and lose nothing unsaid (hazards 88, 89, 90, 91)', (t) =>
    runAll(t, () => postgres.createDatabase()));

  it('on files pay once and lose nothing unsaid (hazards 88, 91, 93)', (t) => runAll(t));

  for (const [name, reason] of Object.entries(planted)) {
    it(`find ${name}`, () =>
      assert.rejects(
        GatewayScenario.run(1_000, {}, () => postgres.createDatabase(), name as Planted),
        reason,
      ));
  }
});
