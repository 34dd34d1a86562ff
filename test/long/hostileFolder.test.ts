import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { repository } from '../harness/extension.ts';
import { run } from '../harness/processes.ts';

describe('a folder that was made to block VS Code', () => {
  it('blocks nothing in any of its forms (hazard 71)', async () => {
    await runHost({ HOST_TEST_LONG: '1', HOST_TEST_GREP: 'a hostile folder' });
  });

  it('blocks nothing with 100,000 files, and takes at most 150 MiB for them (hazard 71)', async () => {
    await runHost({
      HOST_TEST_FILES: '100000',
      HOST_TEST_GREP: 'a hostile folder blocks nothing with 100,000 files',
    });
  });
});

describe('a file that was made to block VS Code', () => {
  it('can be hovered over and edited with 100,000 addresses (hazard 71)', () =>
    runHost({ HOST_TEST_GREP: 'a file of 10 MiB' }));
});

async function runHost(environment: Readonly<Record<string, string>>): Promise<void> {
  Object.assign(process.env, environment);
  try {
    await run(process.execPath, ['esbuild.js', '--tests'], { cwd: repository });
    await assert.doesNotReject(
      run(process.execPath, ['test/harness/host.ts'], { cwd: repository }),
    );
  } finally {
    for (const name of Object.keys(environment)) Reflect.deleteProperty(process.env, name);
  }
}
