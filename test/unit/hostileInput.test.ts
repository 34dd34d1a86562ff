/** Input from a repository or a service must not freeze the editor, whatever its form. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scanSeconds } from '../support/scanSeconds.ts';
import { fuzzEntryPoints } from '../support/timing.ts';

const address = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

describe('hostile input (hazard 71)', () => {
  it('does not freeze on a run of equals signs after a chain ID', (t) => {
    const seconds = scanSeconds(`// chainId ${'='.repeat(60)}\n"${address}"\n`, 10);
    t.diagnostic(`${seconds.toFixed(2)} s`);
  });

  it('takes at most 50 ms for any of 500 generated inputs', (t) => {
    const { report, failures } = fuzzEntryPoints(500, 20_261_122);
    t.diagnostic(report);
    assert.deepEqual(failures, []);
  });
});
