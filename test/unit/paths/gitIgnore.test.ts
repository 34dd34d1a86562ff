import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { env } from 'node:process';
import { readIgnore, type Ignore } from '../../../src/paths/gitIgnore.ts';
import { filesBelow } from '../../../src/folder/list.ts';
import { choicesFrom } from '../../support/random.ts';

function ignoreOf(text: string): Ignore {
  const read = readIgnore(text);
  return typeof read === 'string' ? () => undefined : read.matches;
}

const folders = ['', 'a/', 'a/b/', 'a/b/foo/', 'foo/', 'foo/foo/', 'A/', '[x]/', 'b c/', 'x/y/z/'];
const names = [
  ...['a', 'b', 'A', 'foo', 'foobar', 'foo.log', 'bar.ts', '.hidden', 'é', 'a b', '#c', '!d', 'e '],
  ...[
    '{a,b}',
    '+(a)',
    '[g]',
    'h*',
    'i-j',
    '[',
    ']',
    '\\',
    'k\\',
    '^',
    '-',
    'ö1',
    'a.b.c',
    'z\r',
    '\t',
  ],
];
const paths = folders.flatMap((folder) => names.map((name) => folder + name));

/** What the patterns of a file may be, by hand: each was a question of gitignore(5). */
const files = [
  '*.log\n!foo.log',
  '/foo\nfoo/\n!/foo/foo',
  'a/b\n!a/b/foo',
  'a/*\n!a/b/\na/b/*\n!a/b/foo',
  '**/foo\n',
  'a/**/foo',
  'a/**',
  '**/b/**',
  'x/**/z/*',
  'foo**\n',
  'fo**/foo\nx/**z\n',
  '**',
  '*/**\n!**/a',
  '***/foo',
  '/**/a',
  'a/**b',
  '/',
  '//',
  '//foo',
  '!',
  '!/',
  '\\#c\n\\!d',
  '#c\n!d',
  ' foo',
  'e \nfoo   ',
  'e\\ \n',
  'e\\  \n',
  'foo\r\nbar.ts \r\n#c\r\n',
  '\uFEFFfoo\nb',
  '\uFEFF#foo',
  'z\r',
  '\t\n',
  '{a,b}',
  '+(a)',
  '@(a|b)',
  '[a-c]',
  '[!a-c]',
  '[^a-c]',
  '[]]',
  '[!]]',
  '[]-a]',
  '[a-]',
  '[[:alpha:]]',
  '[[:upper:][:digit:]]',
  '[[:nope:]]',
  '[[:alpha]',
  '[\\]]',
  '[\\a-\\c]',
  '[',
  '\\[',
  '[a',
  'a[',
  '\\',
  'k\\',
  'k\\\\',
  '\\\\',
  '?',
  '??',
  'a?b',
  'a/?',
  'h\\*',
  'h*',
  '[+--]',
  '[--/]',
  'i[+--]j',
  'i[!x]j',
  'a[/]b',
  'a[!x]b',
  'é',
  '[é]',
  '\\f\\o\\o',
  'a/b/\n!a/b/foo',
  'foo/*\n!foo/foo',
  'A\n!a',
  'a.*.c',
  '*b*',
  '*a*b*',
  'x/*/z',
  'x/*/*/a',
  '*/a',
  '/*/a',
  '\\*',
  'a\\/b',
  'a//b',
  'a/b//',
  '**/',
  '!**/\n*',
  '*\n!*/\n!a',
  'foo\\',
  'foo\\\\/',
  'x**/-',
  'x/y**/a\n/f**/foo',
];

const tokens = [
  ...['*', '*', '**', '**/', '/**', '/', '/', '?', '[a-c]', '[!a]', '[[:alpha:]]', '\\', ' ', '!'],
  ...[
    '#',
    'a',
    'b',
    'foo',
    'x',
    'y',
    'z',
    '.log',
    'A',
    '{',
    '}',
    '+(',
    ')',
    '[',
    ']',
    '-',
    '\r',
    'é',
  ],
];

describe('.gitignore', () => {
  let root = '';
  const git = (args: readonly string[], input = '') =>
    spawnSync('git', ['-C', root, '-c', 'core.excludesFile=', ...args], { input });

  before(() => {
    root = mkdtempSync(join(tmpdir(), 'ignore-'));
    assert.equal(git(['init', '-q']).status, 0);
    for (const path of paths) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      // A name may be that of a folder already.
      if (!folders.includes(`${path}/`)) writeFileSync(join(root, path), '');
    }
  });
  after(() => rmSync(root, { recursive: true }));

  /** What is left, by git and by us. */
  function compare(ignores: Readonly<Record<string, string>>): void {
    for (const [folder, text] of Object.entries(ignores)) {
      writeFileSync(join(root, folder, '.gitignore'), text);
    }
    const all = paths.filter((path) => !folders.includes(`${path}/`));
    const { stdout } = git(['check-ignore', '--no-index', '--stdin', '-z'], all.join('\0'));
    const ignored = new Set(stdout.toString().split('\0'));
    const { files: found, skipped } = filesBelow(root, '.');
    assert.deepEqual(skipped, []);
    const isOurs = (path: string): boolean => !path.endsWith('.gitignore');
    assert.deepEqual(
      found.filter(isOurs).sort(),
      all.filter((path) => !ignored.has(path)).sort(),
      JSON.stringify(ignores),
    );
  }

  it(`says what git says, by ${files.length} files written by hand`, () => {
    for (const text of files) compare({ '': text, 'a/': '' });
  });

  const rounds = Number(env['ADDRESS_RISK_RUNS'] ?? 40);

  it('says what git says, by generated files, with others in folders below', () => {
    const { below, of } = choicesFrom(20_261_122);
    const generated = (count: number): string =>
      Array.from({ length: count }, () =>
        Array.from({ length: 1 + below(5) }, () => of(tokens)).join(''),
      ).join(of(['\n', '\n', '\r\n']));
    for (let round = 0; round < rounds; round++) {
      compare({ '': generated(1 + below(8)), 'a/': below(2) === 0 ? '' : generated(1 + below(3)) });
    }
  });

  it('takes linear time whatever a pattern is', () => {
    const name = 'a'.repeat(255);
    const deep = 'a/'.repeat(2_000);
    const hostile: Readonly<Record<string, readonly [pattern: string, path: string]>> = {
      '22 braces': ['{a,b}'.repeat(22), name],
      'nested extglobs': [`${'+('.repeat(200)}a${')'.repeat(200)}`, name],
      '300,000 spaces': [`${' '.repeat(300_000)}x${' '.repeat(300_000)}`, name],
      'escaped spaces': ['\\ '.repeat(150_000), name],
      stars: [`${'*a'.repeat(200)}b`, name],
      'stars in a path': [`/${'*a*'.repeat(1_000)}b`, `${deep}${name}`],
      'two stars': [`${'**/a/'.repeat(1_000)}b`, `${deep}${name}`],
      'two stars and one': [`${'**/*a*/'.repeat(1_000)}b`, `${deep}${name}`],
      'stars without end': ['*'.repeat(300_000), name],
      classes: [`${'[a-z]*'.repeat(1_000)}b`, name],
      'brackets that never close': ['['.repeat(300_000), name],
      'named classes that never close': ['[[:'.repeat(100_000), name],
    };
    for (const [what, [pattern, path]] of Object.entries(hostile)) {
      const began = process.cpuUsage();
      ignoreOf(`${pattern}\n`)(path, false);
      const { user, system } = process.cpuUsage(began);
      const ms = (user + system) / 1_000;
      assert.ok(ms < 500, `${what}: ${ms} ms`);
    }
  });

  it('asks a file of 5,460 plain lines about 2,000 paths in little time', () => {
    const lines = Array.from({ length: 5_460 }, (_, index) => `folder${index}/name${index}.txt`);
    const began = process.cpuUsage();
    const ignore = ignoreOf(lines.join('\n'));
    for (let path = 0; path < 2_000; path++) ignore(`folder${path}/name${path}.txt`, false);
    const { user, system } = process.cpuUsage(began);
    assert.ok((user + system) / 1_000 < 1_000, `${(user + system) / 1_000} ms`);
  });

  it('counts for nothing if it is too large or has too many wildcards (hazard 82)', () => {
    assert.equal(readIgnore('*b\n'.repeat(1_400_000)), 'tooLarge');
    assert.equal(readIgnore(`#${'a'.repeat(300_000)}`), 'tooLarge');
    assert.equal(readIgnore('*b\n'.repeat(1_001)), 'tooManyPatterns');
    assert.equal(typeof readIgnore('*b\n'.repeat(1_000)), 'object');
  });
});
