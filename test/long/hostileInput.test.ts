import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scanSeconds } from '../support/scanSeconds.ts';
import { fuzzEntryPoints, growAttacks } from '../support/timing.ts';

const address = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

describe('hostile input, at length', () => {
  it('takes at most 50 ms for any of 500,000 generated inputs', (t) => {
    const { report, failures } = fuzzEntryPoints(500_000, 1);
    t.diagnostic(report);
    assert.deepEqual(failures, []);
  });

  it('takes time that grows as files do that were made to take long, up to 1 MiB', (t) => {
    const { report, failures } = growAttacks([
      32_768, 65_536, 131_072, 262_144, 524_288, 1_048_576,
    ]);
    t.diagnostic(report);
    assert.deepEqual(failures, []);
  });

  it('reads 40,000 addresses on one line of JSON', (t) => {
    const seconds = scanSeconds(`[${`"${address}",`.repeat(40_000)}""]`, 20);
    t.diagnostic(`${seconds.toFixed(2)} s`);
  });

  it('reads 80,000 addresses on lines without a comma', (t) => {
    const seconds = scanSeconds(`token: "${address}"\n`.repeat(80_000), 20);
    t.diagnostic(`${seconds.toFixed(2)} s`);
  });

  it('reads 40 MiB whose every slice has values like Solana keys that nothing explains', (t) => {
    const line = 'let x = { y: "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin" };\n';
    const filler = `${'.'.repeat(1_000)}\n`.repeat(60);
    const seconds = scanSeconds(`SOL\n${(line + filler).repeat(700)}`, 20);
    t.diagnostic(`${seconds.toFixed(2)} s`);
  });
});
