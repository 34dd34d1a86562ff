import { describe, it } from 'node:test';
import { GatewayCrowd } from '../support/gatewayCrowd.ts';
import { startPostgres } from '../support/postgres.ts';

/** `test/long` runs ten minutes of it, with more calls each. */
const [durationMs, restMs] = [60_000, 8_000];

describe('three processes and forty members for a minute', () => {
  it('pay for each thing once and lose nothing, whatever happens to them', async (t) => {
    const postgres = await startPostgres();
    t.after(() => postgres.close());
    t.diagnostic(JSON.stringify(await GatewayCrowd.run(postgres, durationMs, restMs)));
  });
});
