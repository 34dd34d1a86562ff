import { describe, it } from 'node:test';
import { GatewayCrowd } from '../support/gatewayCrowd.ts';
import { startPostgres } from '../support/postgres.ts';

describe('three processes and forty members for ten minutes', () => {
  it('pay for each thing once and lose nothing, whatever happens to them', async (t) => {
    const postgres = await startPostgres();
    t.after(() => postgres.close());
    t.diagnostic(JSON.stringify(await GatewayCrowd.run(postgres, 10 * 60_000)));
  });
});
