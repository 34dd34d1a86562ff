import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { GatewayScenario, planted, type Planted } from '../support/gatewayScenario.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { runScenarios } from '../support/scenarioRuns.ts';

const atOnce = 3;
const everywhere = ['kills', 'stops', 'start 200', 'lost starts', 'result 200'];

let postgres: TestPostgres;
before(async () => {
  postgres = await startPostgres();
});
after(() => postgres.close());

describe('random scenarios of a gateway', () => {
  it('on PostgreSQL pay once and lose nothing unsaid (hazards 88, 89, 90, 91)', (t) => {
    const mustHappen = [...everywhere, 'cuts that hit', 'times that the database was away'];
    return runScenarios(t, { atOnce, mustHappen }, (seed, counts) =>
      GatewayScenario.run(seed, counts, () => postgres.createDatabase()),
    );
  });

  it('on files pay once and lose nothing unsaid (hazards 88, 91, 93)', (t) =>
    runScenarios(t, { atOnce, mustHappen: everywhere }, (seed, counts) =>
      GatewayScenario.run(seed, counts),
    ));

  for (const [name, reason] of Object.entries(planted)) {
    it(`find ${name}`, () =>
      assert.rejects(
        GatewayScenario.run(1_000, {}, () => postgres.createDatabase(), name as Planted),
        reason,
      ));
  }
});
