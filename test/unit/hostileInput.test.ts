/** What a repository or a service sends must not hold up the editor, however it was made. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fuzzEntryPoints, growAttacks } from '../support/timing.ts';

const address = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const program = join(import.meta.dirname, '../../src/cli/scan.ts');

/** What `scan` takes for a file, in seconds of wall time; a limit ends what would never end. */
function secondsFor(text: string, limit: number): number {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
  writeFileSync(join(folder, 'a.txt'), text);
  const began = performance.now();
  const { status, signal } = spawnSync(process.execPath, [program, '.'], {
    env: { ...process.env, INIT_CWD: folder },
    timeout: limit * 1_000,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const seconds = (performance.now() - began) / 1_000;
  rmSync(folder, { recursive: true });
  assert.deepEqual([status, signal], [0, null], `ended after ${seconds.toFixed(1)} s`);
  return seconds;
}

describe('hostile input (hazard 71)', () => {
  it('does not freeze on a run of equals signs after a chain ID', (t) => {
    const seconds = secondsFor(`// chainId ${'='.repeat(60)}\n"${address}"\n`, 10);
    t.diagnostic(`${seconds.toFixed(2)} s`);
  });

  it('reads 40,000 addresses on one line of JSON', (t) => {
    const seconds = secondsFor(`[${`"${address}",`.repeat(40_000)}""]`, 20);
    t.diagnostic(`${seconds.toFixed(2)} s`);
  });

  it('reads 80,000 addresses on lines without a comma', (t) => {
    const seconds = secondsFor(`token: "${address}"\n`.repeat(80_000), 20);
    t.diagnostic(`${seconds.toFixed(2)} s`);
  });

  it('reads 40 MiB whose every slice has values like Solana keys that nothing explains', (t) => {
    const line = 'let x = { y: "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin" };\n';
    const filler = `${'.'.repeat(1_000)}\n`.repeat(60);
    const seconds = secondsFor(`SOL\n${(line + filler).repeat(700)}`, 20);
    t.diagnostic(`${seconds.toFixed(2)} s`);
  });

  it('takes at most 50 ms for any of 2,000 generated inputs', (t) => {
    const { report, failures } = fuzzEntryPoints(2_000, 20_261_122);
    t.diagnostic(report);
    assert.deepEqual(failures, []);
  });

  it('takes time that grows as files do that were made to take long, up to 128 KiB', (t) => {
    const { report, failures } = growAttacks([32_768, 65_536, 131_072]);
    t.diagnostic(report);
    assert.deepEqual(failures, []);
  });
});
