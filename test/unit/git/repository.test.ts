import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { findBase, NoBaseError } from '../../../src/folder/base.ts';
import { requestedRoots } from '../../../src/folder/roots.ts';
import { indexOfCommit } from '../../../src/git/files.ts';
import { ObjectReader } from '../../../src/git/objectReader.ts';
import { findRepository, type Repository } from '../../../src/git/repository.ts';
import { TestRepository } from '../../support/gitRepository.ts';

const request = { since: undefined, judge: undefined, isStaged: false };

describe('a repository', () => {
  let test: TestRepository;
  let repository: Repository;
  beforeEach(() => {
    test = new TestRepository();
    const found = findRepository(test.folder);
    assert.ok(found);
    repository = found;
  });
  afterEach(() => test.remove());

  it('is read on after a content that a partial clone lacks', async () => {
    test.write('a.txt', 'one');
    test.commit();
    const lacking = test.git('rev-parse', 'HEAD:a.txt');
    test.git('config', 'uploadpack.allowFilter', 'true');
    const folder = mkdtempSync(join(tmpdir(), 'partial-'));
    const options = ['--quiet', '--no-checkout', '--filter=blob:none'];
    test.git('clone', ...options, `file://${test.folder}`, folder);
    test.write('b.txt', 'two');
    const there = test.git('-C', folder, 'hash-object', '-w', join(test.folder, 'b.txt'));
    const clone = findRepository(folder);
    assert.ok(clone);
    const reader = new ObjectReader(clone);
    await assert.rejects(reader.read(lacking, 100));
    assert.equal(String(await reader.read(there, 100)), 'two');
    reader.close();
    rmSync(folder, { recursive: true });
  });

  it('without a commit has nothing to compare with, unless it has a remote', async () => {
    assert.equal(await findBase(repository, request), undefined);
    await assert.rejects(findBase(repository, { ...request, since: 'main' }), NoBaseError);
    test.git('remote', 'add', 'origin', 'https://git.invalid/a.git');
    await assert.rejects(findBase(repository, request), NoBaseError);
  });

  it('has the closest address book of its branch for each path, whatever the folders are called', async () => {
    for (const folder of ['', 'x/', 'x/.a/']) test.write(`${folder}.address-risk.json`, '{}');
    for (const path of ['a.ts', 'x/a.ts', 'x/.a/a.ts', 'x/.a/b/a.ts']) test.write(path, '');
    test.commit();
    const prefixOf = async (path: string): Promise<(string | readonly string[])[]> => {
      const [found] = await requestedRoots(test.folder, [path], request);
      return [found?.root.prefix ?? '', found?.paths ?? []];
    };
    assert.deepEqual(await prefixOf('a.ts'), ['', ['a.ts']]);
    assert.deepEqual(await prefixOf('x/a.ts'), ['x/', ['a.ts']]);
    assert.deepEqual(await prefixOf('x/.a/a.ts'), ['x/.a/', ['a.ts']]);
    assert.deepEqual(await prefixOf('x/.a/b/a.ts'), ['x/.a/', ['b/a.ts']]);
  });

  it('takes the index that Git names for a commit, and none from elsewhere', () => {
    test.write('a.ts', '');
    test.commit();
    const outside = mkdtempSync(join(tmpdir(), 'index-'));
    const own = join(test.folder, '.git', 'index');
    copyFileSync(own, join(outside, 'index'));
    symlinkSync(join(outside, 'index'), join(test.folder, '.git', 'linked'));
    assert.equal(indexOfCommit(repository, '.git/index'), own);
    assert.equal(indexOfCommit(repository, own), own);
    for (const name of [
      undefined,
      '',
      '.git/none',
      '.git',
      '.git/linked',
      join(outside, 'index'),
    ]) {
      assert.equal(indexOfCommit(repository, name), undefined, name);
    }
    rmSync(outside, { recursive: true });
  });

  it('takes the index of a linked work tree, which is in the folder of the repository', () => {
    test.write('a.ts', '');
    test.commit();
    const linked = mkdtempSync(join(tmpdir(), 'linked-'));
    test.git('worktree', 'add', '--quiet', '--force', linked);
    const tree = findRepository(linked);
    assert.ok(tree);
    const index = test.git(
      '-C',
      linked,
      'rev-parse',
      '--path-format=absolute',
      '--git-path',
      'index',
    );
    assert.equal(indexOfCommit(tree, index), index);
    assert.equal(indexOfCommit(tree, join(test.folder, '.git', 'index')), undefined);
    rmSync(linked, { recursive: true });
  });
});
