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
});
