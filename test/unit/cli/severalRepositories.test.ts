/** Paths that lead to several repositories in one run. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { dirname, join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { commandLine } from '../../support/commandLine.ts';
import { TestRepository } from '../../support/gitRepository.ts';

const line = `// ethereum\nexport const carol = '0x7f367cc41522ce07553e823bf3be79a889debe1b';\n`;

describe('two repositories with the same file', () => {
  const [one, other] = [new TestRepository(), new TestRepository()];
  const folder = dirname(one.folder);
  const names = [one, other].map((each) => relative(folder, each.folder)).sort();
  let commits: readonly string[] = [];
  before(() => {
    commits = [one, other].map((each) => {
      each.write('src/a.ts', line);
      return each.commit(each.folder);
    });
  });
  after(() => {
    one.remove();
    other.remove();
  });
  const run = async (...args: string[]): Promise<string> =>
    (await commandLine(folder, [...args, ...names])).stdout;

  it('have a finding each, by a path from the folder of the user', async () => {
    const text = await run('check');
    const places = [...text.matchAll(/^warning unlisted (\S+) /gm)].map(([, place]) => place);
    assert.deepEqual(
      places,
      names.map((name) => `${name}/src/a.ts:2:23`),
    );
    assert.match(text, /^2 files checked: 0 errors, 2 warnings, 0 new addresses\.$/m);
  });

  it('are compared and judged each by its own revisions', async () => {
    const text = await run('check');
    for (const [index, { folder: top }] of [one, other].entries()) {
      const [name, hash] = [relative(folder, top), commits[index]?.slice(0, 7)];
      const sentence = `${name}/: Compared with main (${hash}), judged by refs/heads/main (${hash}).`;
      assert.ok(text.includes(sentence), text);
    }
    const json = JSON.parse(await run('check', '--format', 'json')) as {
      summary: { base: unknown; bases: readonly { path: string; base: { commit: string } }[] };
    };
    assert.equal(json.summary.base, null);
    assert.deepEqual(new Set(json.summary.bases.map(({ base }) => base.commit)), new Set(commits));
  });

  it('are both named by a report, with the places of each', async () => {
    const text = await run('report', '--format', 'markdown');
    for (const commit of commits) assert.ok(text.includes(`- Last commit: ${commit}`));
    const csv = await run('report', '--format', 'csv');
    for (const name of names) assert.ok(csv.includes(`,${name}/src/a.ts,2`));
  });
});

describe('a folder that is named beside the one above it', () => {
  const outer = new TestRepository();
  after(() => outer.remove());

  it('is read once, with the policy of its own address book', async () => {
    const folder = dirname(outer.folder);
    const name = relative(folder, outer.folder);
    const inner = join(outer.folder, 'lib');
    outer.write('src/a.ts', line);
    outer.commit();
    outer.write('lib/src/a.ts', line);
    outer.write(
      'lib/.address-risk.json',
      JSON.stringify({ version: 1, policy: { fail: ['unlisted'] } }),
    );
    for (const words of [
      ['init', '--quiet', '--initial-branch=main'],
      ['add', '--all'],
      ['-c', 'user.name=T', '-c', 'user.email=t@example.com', 'commit', '--quiet', '-m', 'lib'],
    ]) {
      assert.equal(spawnSync('git', words, { cwd: inner }).status, 0);
    }
    const { stdout } = await commandLine(folder, ['check', name, `${name}/lib`]);
    assert.match(stdout, /^2 files checked: 1 error, 1 warning/m, stdout);
    assert.match(stdout, new RegExp(`^error unlisted ${name}/lib/src/a\\.ts:2`, 'm'));
    assert.match(stdout, new RegExp(`^warning unlisted ${name}/src/a\\.ts:2`, 'm'));
  });
});

describe('folders with address books of their own', () => {
  it('are checked where they are named, and not for the sake of one beside them', async () => {
    const repository = new TestRepository();
    for (const name of ['a', 'b']) {
      repository.write(`${name}/.address-risk.json`, JSON.stringify({ version: 1 }));
      repository.write(`${name}/src/a.ts`, line);
    }
    repository.commit();
    const filesIn = async (...paths: string[]) => {
      const { stdout } = await commandLine(repository.folder, ['check', '--all', ...paths]);
      return [...stdout.matchAll(/^warning unlisted (\w)\//gm)].map(([, name]) => name);
    };
    assert.deepEqual(await filesIn('a'), ['a']);
    assert.deepEqual(await filesIn('b/src'), ['b']);
    assert.deepEqual(await filesIn('.'), ['a', 'b']);
    // What is in no folder with a book is read with the book at the top.
    repository.write('.address-risk.json', JSON.stringify({ version: 1 }));
    repository.write('c/src/a.ts', line);
    repository.commit();
    assert.deepEqual((await filesIn('.')).sort(), ['a', 'b', 'c']);
    repository.remove();
  });

  it('of which the closest counts, wherever its name comes in the order of Git', async () => {
    const repository = new TestRepository();
    const book = (fail: readonly string[]) => JSON.stringify({ version: 1, policy: { fail } });
    repository.write('.address-risk.json', book([]));
    repository.write('+app/.address-risk.json', book(['unlisted']));
    repository.write('+app/src/a.ts', line);
    repository.commit();
    const { stdout } = await commandLine(repository.folder, ['check', '--all', '+app/src']);
    assert.match(stdout, /^error unlisted \+app\/src\/a\.ts:2/m);
    repository.remove();
  });
});

describe('the last line of a check of everything', () => {
  it('says how many findings are not new, where some are', async () => {
    const repository = new TestRepository();
    repository.write('src/a.ts', line);
    repository.commit();
    const lastLine = async () =>
      (await commandLine(repository.folder, ['check'])).stdout.trim().split('\n').at(-1);
    assert.equal(await lastLine(), '1 file checked: 0 errors, 1 warning, 0 new addresses.');
    repository.write('src/b.ts', line.replace('debe1b', 'debe1c'));
    const counts = '0 errors, 2 warnings (1 not new), 1 new address';
    assert.equal(await lastLine(), `2 files checked: ${counts}.`);
    repository.remove();
  });
});
