/**
 * `npm run test:desktop`: the suite of `test/host` in a desktop VS Code, which is fetched. It is what
 * the workflows run on Linux, macOS, and Windows; `npm test` needs no screen.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { repository } from './extension.ts';
import { cacheFolder, currentVersion } from './provision.ts';

const folder = await mkdtemp(join(tmpdir(), 'address-risk-desktop-'));
const workspace = join(folder, 'workspace');
await mkdir(workspace);
try {
  // Rejects if a test fails: the suite throws at its end.
  await runTests({
    version: currentVersion,
    cachePath: cacheFolder(),
    extensionDevelopmentPath: repository,
    extensionTestsPath: join(repository, 'out', 'host', 'index.cjs'),
    launchArgs: [
      workspace,
      `--user-data-dir=${join(folder, 'user-data')}`,
      ...['--disable-workspace-trust', '--disable-telemetry', '--disable-updates'],
      ...['--skip-welcome', '--skip-release-notes', '--disable-extensions'],
    ],
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}
