import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { modelProperty } from '../../support/model.ts';

describe('lookups, with events in any order', () => {
  it('pay for nothing twice, lose nothing, and keep the pace', async () => {
    const run = await fc.check(modelProperty(), { numRuns: 250, seed: 1 });
    assert.equal(run.failed, false, fc.defaultReportMessage(run) ?? '');
  });
});
