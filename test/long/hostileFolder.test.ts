import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { repository } from '../harness/extension.ts';
import { run } from '../harness/processes.ts';

describe('a folder that was made to block VS Code', () => {
  it('blocks nothing in any of its forms (hazard 71)', async () => {
    Object.assign(process.env, { HOST_TEST_LONG: '1', HOST_TEST_GREP: 'a hostile folder' });
    await run(process.execPath, ['esbuild.js', '--tests'], { cwd: repository });
    await assert.doesNotReject(
      run(process.execPath, ['test/harness/host.ts'], { cwd: repository }),
    );
  });
});
