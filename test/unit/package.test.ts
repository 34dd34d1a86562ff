import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { listFiles, PackageManager } from '@vscode/vsce';
import { repository } from '../harness/extension.ts';
import { run } from '../harness/processes.ts';

/** What a user installs: built files, texts and pictures, and nothing that was lying about. */
const files = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'dist/attach.cjs',
  'dist/certificates.cjs',
  'dist/desk.cjs',
  'dist/extension.cjs',
  'dist/ledger.cjs',
  'dist/nodeTransport.cjs',
  'dist/panel/panel.css',
  'dist/panel/panel.js',
  'dist/sample-service.cjs',
  'dist/undiciTransport.cjs',
  'l10n/bundle.l10n.json',
  'media/icon.png',
  'package.json',
  'package.nls.json',
];

describe('the package', () => {
  it('holds these files and no other', async () => {
    const listed = await listFiles({ cwd: repository, packageManager: PackageManager.None });
    assert.deepEqual(listed.sort(), files);
  });

  it('has every sentence of the code to be translated (npm run l10n)', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'address-risk-l10n-'));
    const exporter = join(repository, 'node_modules', '.bin', 'vscode-l10n-dev');
    await run(exporter, ['export', '-o', folder, join(repository, 'src')]);
    const bundle = 'bundle.l10n.json';
    const [made, kept] = await Promise.all([
      readFile(join(folder, bundle), 'utf8'),
      readFile(join(repository, 'l10n', bundle), 'utf8'),
    ]);
    await rm(folder, { recursive: true });
    assert.deepEqual(JSON.parse(made), JSON.parse(kept));
  });
});
