import { describe, it } from 'node:test';
import { runCrowd } from '../../support/crowd.ts';

describe('eight processes of two releases on one folder', () => {
  it('keep the pace, start each thing once, and lose nothing when stalled, stopped, killed, on a full disk, and with a deleted file (hazards 6, 17, 18, 22)', async (t) => {
    t.diagnostic(JSON.stringify(await runCrowd(12_000)));
  });
});
