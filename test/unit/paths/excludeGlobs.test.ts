import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gitPatternsOf } from '../../../src/paths/excludeGlobs.ts';
import { IgnoreTree } from '../../../src/paths/gitIgnore.ts';

describe('the globs of files.exclude', () => {
  it('exclude as patterns what they exclude as globs', () => {
    const excludes = new IgnoreTree();
    const globs = [
      '**/.git',
      'dist',
      'a/b',
      '**/*.log',
      'c/**',
      '**/d/**/e',
      '*.tmp',
      ' f',
      '**/x/y',
    ];
    const patterns = gitPatternsOf({
      ...Object.fromEntries(globs.map((glob) => [glob, true])),
      '**/off': false,
    });
    assert.ok(patterns !== undefined);
    excludes.set('', patterns);
    const isExcluded = (path: string): boolean => excludes.isIgnored(path);
    assert.deepEqual(
      [
        ...['.git/config', 'z/.git/config', 'z/.git', 'dist', 'dist/z.ts', 'a/b/z.ts', 'z.log'],
        ...['z/z.log', 'c/z.ts', 'c/z/z.ts', 'd/e', 'z/d/z/z/e/z.ts', 'z.tmp', ' f/z.ts', 'z/x/y'],
      ].filter((path) => !isExcluded(path)),
      [],
    );
    assert.deepEqual(
      [
        'z.git',
        'z/dist',
        'z/a/b',
        'a/z',
        'logs/z',
        'z/c/z',
        'e',
        'z/z.tmp',
        'f',
        'off',
        'c',
      ].filter(isExcluded),
      [],
    );
  });

  it('are left to VS Code where a pattern may mean something else', () => {
    for (const glob of [
      ...['', '/', '/dist', 'dist/', 'a//b', '**/{a,b}', 'a[0-9]', 'a?', '!a', '#a', 'a\\b', 'a**'],
      ...['**a', '***', 'a ', 'a\nb'],
    ]) {
      assert.equal(gitPatternsOf({ '**/b': true, [glob]: true }), undefined, glob);
    }
    assert.equal(gitPatternsOf({ '**/*.js': { when: '$(basename).ts' } }), undefined);
    assert.equal(gitPatternsOf({ '**/*.js': 'yes' }), undefined);
  });
});
