import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from './cliProcess.ts';

/** The time of `scan` for a file, in seconds of wall time; a limit ends endless runs. */
export function scanSeconds(text: string, limit: number): number {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
  writeFileSync(join(folder, 'a.txt'), text);
  const began = performance.now();
  const { status, signal } = spawnSync(process.execPath, [program, 'scan', '.'], {
    env: { ...process.env, INIT_CWD: folder },
    timeout: limit * 1_000,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const seconds = (performance.now() - began) / 1_000;
  rmSync(folder, { recursive: true });
  assert.deepEqual([status, signal], [0, null], `ended after ${seconds.toFixed(1)} s`);
  return seconds;
}
