import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { IgnoreTree } from '../../../src/paths/gitIgnore.ts';

describe('the .gitignore files of a folder', () => {
  it('decide from the nearest, and what is in an ignored folder stays ignored', () => {
    const tree = new IgnoreTree();
    assert.equal(tree.isIgnored('out/a.ts'), false);
    tree.set('', 'out/\n*.log\n/top.txt\n!kept/a.log\n');
    tree.set('sub', '!*.log\ninner/*.ts\n');
    tree.set('out', '!*');
    const ignored = (path: string): boolean => tree.isIgnored(path);
    assert.deepEqual(
      ['out/a.ts', 'out/deep/a.ts', 'sub/out/a.ts', 'a.log', 'top.txt', 'sub/inner/a.ts'].filter(
        (path) => !ignored(path),
      ),
      [],
    );
    assert.deepEqual(
      ['sub/a.log', 'sub/top.txt', 'kept/a.log', 'sub/inner/deep/a.ts', 'a.ts', 'output'].filter(
        ignored,
      ),
      [],
    );
  });

  it('counts the wildcards of all files together (hazard 82)', () => {
    const tree = new IgnoreTree();
    const many = '*b\n'.repeat(1_000);
    const problems = ['', 'a', 'b', 'c', 'd'].map((folder) => tree.set(folder, many));
    assert.deepEqual(problems, [...Array.from({ length: 4 }, () => undefined), 'tooManyPatterns']);
    assert.equal(tree.set('e', 'plain\n'), undefined);
  });

  it('counts the length of all files together', () => {
    const tree = new IgnoreTree();
    const long = `${'x'.repeat(100)}\n`.repeat(2_000);
    const problems = Array.from({ length: 22 }, (_, index) => tree.set(String(index), long));
    assert.deepEqual(problems.slice(19), [undefined, 'tooLarge', 'tooLarge']);
  });

  it('ends with its time, and says how many files no longer count (hazard 82)', () => {
    const tree = new IgnoreTree(0);
    tree.set('', '*.log\n');
    tree.set('sub', '*.txt\n');
    assert.equal(tree.unhonored, 0);
    assert.equal(tree.isIgnored('a.log'), true, 'the first one is compared');
    assert.equal(tree.isIgnored('b.log'), false);
    assert.equal(tree.unhonored, 2);
  });

  it('takes what is set above into account, whatever was asked below', () => {
    const tree = new IgnoreTree(Infinity, 'from/it');
    tree.set('', '*.tmp\n');
    const ask = (): readonly boolean[] =>
      ['a/b/c/x.log', 'a/b/x.log', 'a/x.log', 'from/it/on/x.log'].map((path) =>
        tree.isIgnored(path),
      );
    assert.deepEqual(ask(), [false, false, false, false]);
    tree.set('a', 'b/\n');
    assert.deepEqual(ask(), [true, true, false, false]);
    tree.set('from', '*.log\n');
    assert.deepEqual(ask(), [true, true, false, true]);
    tree.set('from/it', '!*.log\n');
    tree.set('a', '');
    assert.deepEqual(ask(), [false, false, false, false]);
    tree.set('', '*.log\n');
    assert.deepEqual(ask(), [true, true, true, false]);
  });

  it('takes time that a chain of files does not multiply by its own length', () => {
    const tree = new IgnoreTree();
    let folder = 'd';
    const began = process.threadCpuUsage();
    for (let depth = 1; depth <= 400; depth++) {
      tree.set(folder, '*.a*b\n*.c*d\ne/*.f\n');
      assert.equal(tree.isIgnored(`${folder}/x.ts`), false);
      folder += '/d';
      assert.equal(tree.isFolderIgnored(folder), false);
    }
    const { user, system } = process.threadCpuUsage(began);
    // The fourth power of the depth took 18 s.
    assert.ok((user + system) / 1_000 < 3_000, `${(user + system) / 1_000} ms`);
  });
});
