import { describe, it } from 'node:test';
import { runCrowd } from '../../support/crowd.ts';

describe('eight processes on one folder, stalled, stopped and killed', () => {
  it('keep the pace, start each thing once and lose nothing (hazards 6, 17, 18, 22)', async (t) => {
    t.diagnostic(JSON.stringify(await runCrowd(30_000)));
  });
});
