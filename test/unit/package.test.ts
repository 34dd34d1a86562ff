import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import { listFiles, PackageManager } from '@vscode/vsce';
import { transform } from 'esbuild';
import { repository } from '../harness/extension.ts';
import { run } from '../harness/processes.ts';

/** The files that a user installs: built files, texts, and pictures, and nothing else. */
const files = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'dist/ThirdPartyNotices.txt',
  'dist/attach-*.cjs',
  'dist/certificates.cjs',
  // Code that several of the others use.
  'dist/chunk-*.cjs',
  'dist/editor-*.cjs',
  'dist/engine.cjs',
  'dist/extension.cjs',
  'dist/features-*.cjs',
  'dist/known.bin',
  'dist/ledgerFile-*.cjs',
  'dist/nodeTransport-*.cjs',
  'dist/panel/panel.css',
  'dist/panel/panel.js',
  'dist/registry.txt',
  'dist/remoteEngine-*.cjs',
  'dist/sample-service.cjs',
  'dist/scan.cjs',
  'dist/undiciTransport-*.cjs',
  'l10n/bundle.l10n.zh-cn.json',
  'media/icon.png',
  'media/view-dark.svg',
  'media/view.svg',
  'media/walkthrough/hover.webp',
  'media/walkthrough/report.webp',
  'media/walkthrough/try.webp',
  'package.json',
  'package.nls.json',
  'package.nls.zh-cn.json',
  'schemas/address-book.schema.json',
];

describe('the package', () => {
  it('holds these files and no other (hazard 72)', async () => {
    const listed = await listFiles({ cwd: repository, packageManager: PackageManager.None });
    const names = listed.map((file) => file.replace(/-[A-Z0-9]{8}\.cjs$/, '-*.cjs'));
    assert.deepEqual([...new Set(names)].sort(), files);
  });

  it('opens a window without documents with under 120 KiB of code', async () => {
    const dist = join(repository, 'dist');
    const editor = (await readdir(dist)).find((name) => name.startsWith('editor-'));
    const loaded = new Set(['extension.cjs', editor ?? '']);
    let bytes = 0;
    // The set grows while it is read.
    for (const name of loaded) {
      // As in the package, where names at the top are short, too.
      const how = { minify: true, format: 'cjs' } as const;
      const { code } = await transform(await readFile(join(dist, name), 'utf8'), how);
      bytes += Buffer.byteLength(code);
      const atOnce = code.replaceAll(/\.then\(\(\)=>\w+\(require\("[^"]+"\)\)\)/g, '');
      for (const [, file = ''] of atOnce.matchAll(/require\("\.\/([^"]+)"\)/g)) loaded.add(file);
    }
    assert.ok(loaded.size > 3, 'the editor uses code of other chunks');
    assert.ok(bytes > 10 * 1_024 && bytes < 120 * 1_024, `${bytes} bytes`);
  });

  it('has a script for the page of under 60 KiB', async () => {
    const script = await readFile(join(repository, 'dist', 'panel', 'panel.js'), 'utf8');
    const { code } = await transform(script, { minify: true });
    const bytes = Buffer.byteLength(code);
    assert.ok(bytes > 1_024 && bytes < 60 * 1_024, `${bytes} bytes`);
  });

  it('names every package whose code it contains, with its version and license', async () => {
    const notices = await readFile(join(repository, 'dist', 'ThirdPartyNotices.txt'), 'utf8');
    const names = await importedPackages();
    assert.deepEqual(names, [
      ...['@noble/hashes', '@vscode/codicons', '@vscode/l10n'],
      ...['preact', 'undici', 'valibot'],
    ]);
    for (const name of names) {
      const folder = join(repository, 'node_modules', name);
      const file = (await readdir(folder)).find((each) => each.startsWith('LICENSE'));
      // A package without a license file: the text is kept in our tree.
      const kept = join(repository, 'licenses', `${name.slice(1).replace('/', '-')}.txt`);
      const license = await readFile(file === undefined ? kept : join(folder, file), 'utf8');
      const { version, license: terms } = JSON.parse(
        await readFile(join(folder, 'package.json'), 'utf8'),
      ) as { readonly version: string; readonly license: string };
      // Icons are drawings, not code.
      assert.equal(terms, name === '@vscode/codicons' ? 'CC-BY-4.0' : 'MIT');
      assert.ok(notices.includes(`\n${name} ${version} (${terms})\n`), name);
      assert.ok(notices.includes(license.trim()), `the license of ${name}`);
    }
    assert.equal(notices.match(/^\S+ \d+\.\d+\.\d+ \(/gm)?.length, names.length);
  });

  it('has a list of its parts beside it, by the lockfile', async () => {
    const text = await readFile(join(repository, 'dist', 'address-risk.cdx.json'), 'utf8');
    const { bomFormat, specVersion, components } = JSON.parse(text) as {
      readonly bomFormat: string;
      readonly specVersion: string;
      readonly components: readonly {
        readonly name: string;
        readonly version: string;
        readonly purl: string;
        readonly hashes: readonly { readonly alg: string; readonly content: string }[];
        readonly licenses: readonly { readonly license: { readonly id: string } }[];
      }[];
    };
    assert.deepEqual([bomFormat, specVersion], ['CycloneDX', '1.6']);
    assert.deepEqual(
      components.map(({ name }) => name),
      await importedPackages(),
    );
    for (const { name, version, purl, hashes, licenses } of components) {
      const manifest = join(repository, 'node_modules', name, 'package.json');
      const installed = JSON.parse(await readFile(manifest, 'utf8')) as {
        readonly version: string;
        readonly license: string;
      };
      const terms = licenses.map(({ license }) => license.id);
      assert.deepEqual([version, ...terms], [installed.version, installed.license], name);
      assert.equal(purl, `pkg:npm/${name.replace('@', '%40')}@${version}`);
      assert.match(
        hashes.map(({ alg, content }) => `${alg} ${content}`).join(),
        /^SHA-512 [\da-f]{128}$/,
      );
    }
    // Neither a time nor a host: two builds are equal.
    assert.doesNotMatch(text, /timestamp|serialNumber|https?:/);
  });

  it('has a README that leads to its repository, and is not made with a secret in it (hazard 72)', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'address-risk-package-'));
    const write = (name: string, text: string): Promise<void> =>
      writeFile(join(folder, name), text);
    const manifest = { name: 'it', publisher: 'p', version: '1.0.0', license: 'MIT' };
    const needed = { engines: { vscode: '^1.103.0' } };
    const home = 'https://example.test/owner/name';
    try {
      await mkdir(join(folder, 'dist'));
      await write('package.json', JSON.stringify({ ...manifest, ...needed }));
      await write('LICENSE', 'MIT');
      await write('README.md', '![A](docs/a.png) [B](docs/b.md) [C](#c)');
      await write('main.js', 'const token = undefined;');
      await packFolder(folder, '--repository', `${home}/`);
      assert.equal(
        await readmeIn(join(folder, 'dist', 'it-1.0.0.vsix')),
        `![A](${home}/raw/HEAD/docs/a.png) [B](${home}/blob/HEAD/docs/b.md) [C](#c)`,
      );
      const plain = packFolder(folder, '--repository', 'http://example.test/owner/name');
      await assert.rejects(plain, /not an https URL/);
      // Made up; in two parts, so that this file is not taken for one that holds a token.
      await write('main.js', `const token = 'npm_aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5';`);
      const secret = packFolder(folder, '--repository', home);
      await assert.rejects(secret, /contains sensitive information/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('has few dependencies, each of an exact version and with a digest (hazard 72)', async () => {
    const { dependencies, devDependencies } = await readManifest();
    assert.ok(Object.keys(dependencies).length <= 6);
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      // The schema of SARIF and PostgreSQL come as beta versions, which are exact ones too.
      assert.match(version, /^(?:npm:[\w-]+@)?\d+\.\d+\.\d+(?:-beta\.\d+)?$/, name);
    }
    const lock = JSON.parse(await readFile(join(repository, 'package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, { integrity?: string; link?: boolean }>>;
    };
    const locked = Object.entries(lock.packages).filter(([path]) => path !== '');
    assert.ok(locked.length > 100);
    for (const [path, { integrity }] of locked) assert.match(integrity ?? '', /^sha512-/, path);
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

function packFolder(folder: string, ...options: readonly string[]): Promise<string> {
  const script = join(repository, 'test', 'harness', 'package.ts');
  return run(process.execPath, [script, '--folder', folder, ...options]);
}

/** From the local header of its entry in a ZIP file: name and extra field come before the data. */
async function readmeIn(file: string): Promise<string> {
  const name = 'extension/readme.md';
  const zip = await readFile(file);
  const at = zip.indexOf(name);
  const extra = zip.readUInt16LE(at - 2);
  return inflateRawSync(zip.subarray(at + name.length + extra)).toString();
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

async function readManifest(): Promise<Manifest> {
  return JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as Manifest;
}

/** The packages that the product's source imports, whatever package.json lists. */
async function importedPackages(): Promise<string[]> {
  const folders = ['src', 'media'].map((name) => join(repository, name));
  const files = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder, { recursive: true }))
        // The command line, with the gateway and its store, has a package of its own.
        .filter((name) => /\.tsx?$/.test(name) && !/^(?:cli|gateway|ledger\/postgres)\b/.test(name))
        .map((name) => join(folder, name)),
    ),
  );
  const texts = await Promise.all(files.flat().map((file) => readFile(file, 'utf8')));
  const names = texts
    .flatMap((text) => [...text.matchAll(/ from '((?:@[^/']+\/)?[^./'][^/']*)/g)])
    .map(([, name = '']) => (name.startsWith('codicon:') ? '@vscode/codicons' : name))
    .filter((name) => !isBuiltin(name) && name !== 'vscode');
  return [...new Set(names)].sort();
}
