/** Runs every `*.bench.ts` beside it, one after the other. */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';

for (const file of globSync(join(import.meta.dirname, '*.bench.ts')).sort()) {
  console.log(`\n${basename(file)}`);
  const { status } = spawnSync(process.execPath, [file], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
