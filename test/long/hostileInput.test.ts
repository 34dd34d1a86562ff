import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fuzzEntryPoints, growAttacks } from '../support/timing.ts';

describe('hostile input, at length', () => {
  it('takes at most 50 ms for any of 500,000 generated inputs', (t) => {
    const { report, failures } = fuzzEntryPoints(500_000, 1);
    t.diagnostic(report);
    assert.deepEqual(failures, []);
  });

  it('takes time that grows as files do that were made to take long, up to 1 MiB', (t) => {
    const { report, failures } = growAttacks([262_144, 524_288, 1_048_576]);
    t.diagnostic(report);
    assert.deepEqual(failures, []);
  });
});
