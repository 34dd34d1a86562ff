import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { listFolder, wantedPaths, type FolderListing } from '../../../src/folder/list.ts';

let root = '';

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

function list(request: { excluded?: string; most?: number } = {}) {
  const listing: FolderListing = listFolder({ root, most: 100, limitMs: 5_000, ...request });
  const { files, links, isCut, uncounted } = listing;
  return { paths: [...files, ...links], isCut, uncounted };
}

describe('the files of a folder', () => {
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'list-folder-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('are listed without what .gitignore files leave out', () => {
    write({
      '.gitignore': 'out/\n*.log\n',
      'a.ts': '',
      'a.log': '',
      'out/a.ts': '',
      'out/.gitignore': '!*',
      'sub/.gitignore': '!b.log\n/deep/c.ts',
      'sub/b.log': '',
      'sub/deep/c.ts': '',
      'sub/deep/d.ts': '',
    });
    const { paths, isCut } = list();
    assert.deepEqual([...paths].sort(), [
      '.gitignore',
      'a.ts',
      'sub/.gitignore',
      'sub/b.log',
      'sub/deep/d.ts',
    ]);
    assert.equal(isCut, false);
    const all = ['a.log', 'out/a.ts', 'sub/deep/c.ts', 'sub/deep/later.log', 'later/a.ts'];
    const ignores = { root };
    assert.deepEqual(wantedPaths({ excluded: '', paths: [...paths, ...all], ignores }), {
      ...{ paths: [...paths, 'later/a.ts'], uncounted: 0 },
    });
    const files = [{ folder: '', text: '*.log' }];
    // Only these, because the repository's own ignore files exclude `dist`.
    const given = { excluded: 'out/', paths: [...all, 'dist/a.ts'], ignores: { files } };
    assert.deepEqual(wantedPaths(given), {
      ...{ paths: ['sub/deep/c.ts', 'later/a.ts', 'dist/a.ts'], uncounted: 0 },
    });
  });

  it('are all listed where a .gitignore is made to be slow, which is counted (hazard 82)', () => {
    write({
      '.gitignore': '*b\n'.repeat(1_400_000),
      'sub/.gitignore': '*c.ts\n'.repeat(2_000),
      ab: '',
      'sub/c.ts': '',
    });
    const began = process.threadCpuUsage();
    const { paths, uncounted } = list();
    const { user, system } = process.threadCpuUsage(began);
    assert.deepEqual([uncounted, paths.length], [2, 4]);
    const text = '*c.ts\n'.repeat(2_000);
    assert.equal(list({ excluded: text }).uncounted, 3, 'what the request leaves out too');
    const given = { excluded: text, paths, ignores: { files: [{ folder: 'sub', text }] } };
    assert.deepEqual(wantedPaths(given), { paths, uncounted: 2 });
    assert.ok((user + system) / 1_000 < 500, `${(user + system) / 1_000} ms`);
  });

  it('have none that the request leaves out, whatever a .gitignore says', () => {
    write({
      '.gitignore': '!node_modules/\n!hidden\n',
      'a.ts': '',
      'node_modules/a/a.ts': '',
      'node_modules/.gitignore': '!*',
      'sub/node_modules/a.ts': '',
      'hidden/a.ts': '',
      'sub/hidden': '',
    });
    const { paths } = list({ excluded: 'node_modules/\nhidden' });
    assert.deepEqual([...paths].sort(), ['.gitignore', 'a.ts']);
  });

  it('are all listed once patterns have taken their time, and those of both are counted', () => {
    write({ '.gitignore': '*.log\n', 'a.log': '', 'a.tmp': '' });
    const { files, uncounted } = listFolder({ root, most: 100, limitMs: -1, excluded: '*.tmp\n' });
    assert.deepEqual([...files].sort(), ['.gitignore', 'a.log', 'a.tmp']);
    assert.equal(uncounted, 2);
  });

  it('are all listed after a while where no limit is given, and that is said', ({ mock }) => {
    const names = Array.from({ length: 40 }, (_, index) => `${index}.log`);
    write({ '.gitignore': '*.log\n', ...Object.fromEntries(names.map((name) => [name, ''])) });
    let now = 0;
    mock.method(performance, 'now', () => (now += 1_000));
    const { files, skipped, uncounted } = listFolder({ root });
    assert.equal(uncounted, 1);
    assert.ok(files.length > 5 && files.length < 15, `${files.length} are listed`);
    assert.deepEqual(skipped, [
      {
        path: '.gitignore',
        reason: 'comparing with patterns takes too long; no more of them count',
      },
    ]);
  });

  it('are those nearest to the root if there are too many', () => {
    write({ 'one/two/c.ts': '', 'one/b.ts': '', 'a.ts': '' });
    assert.deepEqual(list({ most: 2 }), {
      ...{ paths: ['a.ts', 'one/b.ts'], isCut: true, uncounted: 0 },
    });
    const { paths, isCut } = list({ most: 3 });
    assert.deepEqual([paths.length, isCut], [3, false]);
  });

  it('are regular ones and links, of which none is followed, not even an ignore file', () => {
    write({ 'patterns.txt': '*', 'a/b.ts': '', 'a/.gitignore/c.ts': '' });
    symlinkSync('..', join(root, 'a', 'up'));
    symlinkSync('a/b.ts', join(root, 'link.ts'));
    symlinkSync('patterns.txt', join(root, '.gitignore'));
    assert.equal(spawnSync('mkfifo', [join(root, 'pipe')]).status, 0);
    const { paths, uncounted } = list();
    assert.deepEqual([...paths].sort(), [
      ...['.gitignore', 'a/.gitignore/c.ts', 'a/b.ts', 'a/up', 'link.ts', 'patterns.txt'],
    ]);
    assert.equal(uncounted, 0, 'Git knows none of them');
  });

  it('are not looked for in a folder that is left out, whose ignore file does not count', () => {
    const slow = '*b\n'.repeat(1_400_000);
    write({ '.gitignore': 'out/\n', 'out/.gitignore': slow, 'more/.gitignore/a.ts': '' });
    const { paths, uncounted } = list({ excluded: 'more' });
    assert.deepEqual([paths, uncounted], [['.gitignore'], 0]);
  });

  it('are none where the ignore file, which is alone, leaves itself out', () => {
    write({ 'sub/.gitignore': '*', 'other/.gitignore': '' });
    assert.deepEqual(list().paths, ['other/.gitignore']);
  });

  it('are none where there is no folder', () => {
    rmSync(root, { recursive: true });
    assert.deepEqual(list(), { paths: [], isCut: false, uncounted: 0 });
    mkdirSync(root);
  });
});
