/**
 * Loaded before a test file of the mutation run: writes down which mutants the process has passed,
 * so that a mutant is tried only with the tests that reach it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';

interface Instrumented {
  __stryker__?: { mutantCoverage?: { static: Record<string, number> } };
}

const folder = process.env['MUTANT_COVERAGE'];
process.on('exit', () => {
  const coverage = (globalThis as Instrumented).__stryker__?.mutantCoverage;
  if (folder === undefined || coverage === undefined) return;
  const passed = Object.keys(coverage.static);
  writeFileSync(join(folder, `${process.pid}-${threadId}.json`), JSON.stringify(passed));
});
