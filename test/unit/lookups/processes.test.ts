import { describe, it } from 'node:test';
import { Crowd } from '../../support/crowd.ts';

describe('eight processes on one folder', () => {
  it('keep the pace, pay for each thing once, and lose nothing, whatever happens to them and to their file (hazards 6, 17, 18, 22, 75, 76, 78, 79)', async (t) => {
    t.diagnostic(JSON.stringify(await Crowd.run(10_000, { longStops: false })));
  });
});
