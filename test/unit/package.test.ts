import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
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
  'dist/ThirdPartyNotices.txt',
  'dist/attach.cjs',
  'dist/certificates.cjs',
  'dist/editor.cjs',
  'dist/engine.cjs',
  'dist/extension.cjs',
  'dist/nodeTransport.cjs',
  'dist/panel/panel.css',
  'dist/panel/panel.js',
  'dist/remoteEngine.cjs',
  'dist/sample-service.cjs',
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

  it('names every package whose code it contains, with its version and license', async () => {
    const notices = await readFile(join(repository, 'dist', 'ThirdPartyNotices.txt'), 'utf8');
    const names = await importedPackages();
    assert.deepEqual(names, ['@noble/hashes', '@vscode/l10n', 'undici', 'valibot']);
    for (const name of names) {
      const folder = join(repository, 'node_modules', name);
      const file = (await readdir(folder)).find((each) => each.startsWith('LICENSE'));
      // A package without a license file: the text is kept in our tree.
      const kept = join(repository, 'licenses', `${name.slice(1).replace('/', '-')}.txt`);
      const license = await readFile(file === undefined ? kept : join(folder, file), 'utf8');
      const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
        readonly version: string;
      };
      assert.ok(notices.includes(`\n${name} ${version} (MIT)\n`), name);
      assert.ok(notices.includes(license.trim()), `the license of ${name}`);
    }
    assert.equal(notices.match(/^\S+ \d+\.\d+\.\d+ \(/gm)?.length, names.length);
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

/** The packages that the product's source imports, whatever package.json says of them. */
async function importedPackages(): Promise<string[]> {
  const src = join(repository, 'src');
  const files = (await readdir(src, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const texts = await Promise.all(files.map((name) => readFile(join(src, name), 'utf8')));
  const names = texts
    .flatMap((text) => [...text.matchAll(/ from '((?:@[^/']+\/)?[^./'][^/']*)/g)])
    .map(([, name = '']) => name)
    .filter((name) => !isBuiltin(name) && name !== 'vscode');
  return [...new Set(names)].sort();
}
