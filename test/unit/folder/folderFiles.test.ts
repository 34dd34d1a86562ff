import assert from 'node:assert/strict';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import {
  committedFiles,
  diskFiles,
  readCommitted,
  trackedBelow,
} from '../../../src/folder/folderFiles.ts';
import { textsOf } from '../../../src/folder/folderText.ts';
import { filesBelow } from '../../../src/folder/list.ts';
import { convertedFiles, untrackedIn } from '../../../src/git/files.ts';
import { findRepository, type Repository } from '../../../src/git/repository.ts';
import { runGit } from '../../../src/git/runGit.ts';
import { TestRepository } from '../../support/gitRepository.ts';

let own: TestRepository;
let repository: Repository;

beforeEach(() => {
  own = new TestRepository();
  const found = findRepository(own.folder);
  assert.ok(found);
  repository = found;
});
afterEach(() => own.remove());

describe('the files at or below a path', () => {
  it('have the path as it was given before their names', () => {
    own.write('a.ts', '');
    own.write('sub/.gitignore', 'b.ts');
    own.write('sub/b.ts', '');
    own.write('sub/c/d.ts', '');
    const below = (path: string) => {
      const { files, start } = filesBelow(own.folder, path);
      return [start, files.toSorted()];
    };
    assert.deepEqual(below('a.ts'), [undefined, ['a.ts']]);
    // The path itself counts, whatever is ignored.
    assert.deepEqual(below('sub/b.ts'), [undefined, ['sub/b.ts']]);
    for (const path of ['sub', 'sub/', 'sub//', './sub']) {
      assert.deepEqual(below(path), ['sub/', ['sub/.gitignore', 'sub/c/d.ts']], path);
    }
    for (const path of ['.', './', './/', '']) {
      assert.deepEqual(below(path), ['', ['a.ts', 'sub/.gitignore', 'sub/c/d.ts']], path);
    }
    const { folder } = own;
    assert.deepEqual(below(join(folder, 'sub/c')), [`${folder}/sub/c/`, [`${folder}/sub/c/d.ts`]]);
  });

  it('are none where there is no file or folder, with the reason', () => {
    const skipped = (path: string) => filesBelow(own.folder, path).skipped;
    assert.deepEqual(skipped('none'), [{ path: 'none', reason: 'no such file or directory' }]);
    assert.deepEqual(skipped('/dev/null'), [{ path: '/dev/null', reason: 'not a regular file' }]);
    own.write('sub/.gitignore', Buffer.alloc(3_000_000, 'a'));
    for (const path of ['sub', 'sub//']) {
      assert.deepEqual(
        skipped(path).map((each) => each.path),
        ['sub/.gitignore'],
      );
    }
  });
});

describe('the files that Git has', () => {
  it('are tracked although a pattern names them, in a folder of the repository, and no links', async () => {
    own.write('.gitignore', '*.log');
    for (const path of ['a.log', 'sub/a.log', 'sub/b.log', 'sub/c.ts']) own.write(path, '');
    symlinkSync('a.log', join(own.folder, 'sub/link.log'));
    own.commit();
    own.delete('sub/b.log');
    own.write('sub/d.log', '');
    const sub = join(own.folder, 'sub');
    assert.deepEqual(await trackedBelow(sub, new Set(['c.ts'])), ['a.log']);
    assert.deepEqual(await trackedBelow(own.folder, new Set(['.gitignore', 'sub/c.ts'])), [
      'a.log',
      'sub/a.log',
    ]);
    rmSync(join(own.folder, '.git'), { recursive: true });
    assert.deepEqual(await trackedBelow(own.folder, new Set()), []);
    const root = { repository: undefined, prefix: '', shownTop: '', shownPrefix: '', others: [] };
    const { paths, skipped } = await diskFiles({ ...root, folder: join(own.folder, 'none') });
    assert.deepEqual([paths, skipped], [[], []], 'a folder that only Git has');
  });

  it('are read one by one at a commit, and listed where it has none', async () => {
    own.write('sub/a.ts', 'first');
    const commit = own.commit();
    own.write('sub/a.ts', 'second');
    own.write('.gitignore', '*.log');
    for (const path of ['b.ts', 'b.log', 'new/c.ts', 'new/d.ts']) own.write(path, '');
    const read = async (path: string, largest: number) => {
      const file = await readCommitted(repository, commit, path, largest);
      return file.kind === 'bytes' ? String(file.bytes) : file.kind;
    };
    assert.equal(await read('sub/a.ts', 5), 'first');
    assert.equal(await read('sub/a.ts', 4), 'tooLarge');
    for (const path of ['sub', 'a.ts', 'sub/none.ts']) {
      assert.equal(await read(path, 5), 'missing', path);
    }
    assert.deepEqual([...(await untrackedIn(repository))], ['.gitignore', 'b.ts', 'new/']);
  });

  it('are converted only where an attribute is set, in the index or in the work tree', async () => {
    const paths = ['on.ts', 'encoded.ts', 'off.ts', 'none.ts'];
    for (const path of paths) own.write(path, '');
    own.write('.gitattributes', 'on.ts ident\noff.ts -ident\nnone.ts !ident\n');
    own.commit();
    own.write('.gitattributes', 'encoded.ts working-tree-encoding=UTF-16\n');
    assert.deepEqual([...(await convertedFiles(repository, paths))].sort(), [
      'encoded.ts',
      'on.ts',
    ]);
    assert.deepEqual([...(await convertedFiles(repository, []))], []);
  });

  it('are no texts where they are links, are not UTF-8, or are lost', async () => {
    own.write('.address-risk.json', '{}');
    own.write('bytes', Buffer.of(0xff, 0xfe, 0xfd));
    symlinkSync('bytes', join(own.folder, 'link'));
    own.write('lost', 'content');
    const commit = own.commit();
    const object = own.git('rev-parse', 'HEAD:lost');
    rmSync(join(own.folder, '.git/objects', object.slice(0, 2), object.slice(2)));
    const root = { folder: own.folder, prefix: '', shownTop: '', shownPrefix: '', others: [] };
    const files = await committedFiles({ ...root, repository }, commit);
    const texts = textsOf(files);
    const kinds = ['.address-risk.json', 'bytes', 'link', 'none', 'lost'].map(async (path) => {
      return (await texts.readText(path, 100)).kind;
    });
    assert.deepEqual(await Promise.all(kinds), [
      ...['text', 'unreadable', 'notAFile', 'missing', 'unreadable'],
    ]);
    assert.deepEqual(await texts.readText('lost', 100), {
      ...{ kind: 'unreadable', reason: 'Git does not have it' },
    });
    files.close();
  });

  it('are not there without a Git to run, which is an error of its own', async () => {
    const without = { ...repository, programs: { git: undefined, path: '' } };
    await assert.rejects(runGit(without, ['status']), { fault: 'missing', command: 'status' });
    await assert.rejects(runGit(repository, ['cat-file', '-p', 'HEAD']), { fault: 'failed' });
  });
});
