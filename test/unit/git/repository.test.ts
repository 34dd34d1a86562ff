import assert from 'node:assert/strict';
import { chmodSync, copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { findBase, NoBaseError } from '../../../src/folder/base.ts';
import { trustedPolicy } from '../../../src/folder/check.ts';
import { isRequestedIn, noPathText, requestedRoots } from '../../../src/folder/roots.ts';
import { haveAttributes, indexOfCommit } from '../../../src/git/files.ts';
import { ObjectReader } from '../../../src/git/objectReader.ts';
import { commitOf } from '../../../src/git/refs.ts';
import { findRepository, type Repository } from '../../../src/git/repository.ts';
import { gitEnvironment, runGit } from '../../../src/git/runGit.ts';
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

  it('is read no further once no one reads it', async () => {
    test.write('a.txt', 'a');
    test.commit();
    const reader = new ObjectReader(repository);
    const object = test.git('rev-parse', 'HEAD:a.txt');
    assert.equal(String(await reader.read(object, 9)), 'a');
    const waiting = [reader.read(object, 9), reader.read(object, 9)];
    reader.close();
    const ends = await Promise.allSettled(waiting);
    assert.deepEqual(new Set(ends.map(({ status }) => status)), new Set(['rejected']));
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

  it('names folders of several from that of the user, or alone where nothing outside may be named', async () => {
    const beside = mkdtempSync(join(dirname(test.folder), 'beside-'));
    for (const path of ['.address-risk.json', 'x/.address-risk.json', 'x/y/a.ts', 'z/a.ts'])
      test.write(path, '{}');
    test.commit();
    const [own, other] = [basename(test.folder), basename(beside)];
    const rows = async (isConfined: boolean, ...paths: readonly string[]) => {
      const found = await requestedRoots(dirname(test.folder), paths, request, isConfined);
      return found.map(({ root, ...each }) => [
        ...[root.prefix, root.shownTop, root.shownPrefix, [...new Set(root.others)].join()],
        ...[each.paths.join(), each.above.join(), each.baseCount],
      ]);
    };
    assert.deepEqual(await rows(false, `${own}/x/y`, `${own}/z`), [
      ['x/', '', 'x/', '', 'y', '', 2],
      ['', '', '', 'x/', 'z', '', 4],
    ]);
    assert.deepEqual(await rows(true, `${own}/x/y`), [['x/y/', '', 'x/y/', '', '', '', 1]]);
    assert.deepEqual(await rows(false, own, other), [
      ['', `${own}/`, `${own}/`, 'x/', '', '', 4],
      ['x/', `${own}/`, `${own}/x/`, '', '', '', 2],
      ['', `${other}/`, `${other}/`, '', '', '', 0],
    ]);
    assert.deepEqual(await rows(true, `${own}/x/y`, other), [
      ['x/y/', 'y/', 'y/', '', '', '', 1],
      ['', `${other}/`, `${other}/`, '', '', '', 0],
    ]);
    writeFileSync(join(beside, 'a.ts'), '');
    const [alone] = await requestedRoots(beside, ['a.ts'], request);
    assert.deepEqual(
      [alone?.root.folder, alone?.base, alone?.paths],
      [beside, undefined, ['a.ts']],
    );
    await assert.rejects(requestedRoots(beside, ['b'], request), { message: noPathText('b') });
    assert.equal(noPathText(`0x${'4c'.repeat(32)}`), 'No such file or folder.');
    rmSync(beside, { recursive: true });
    assert.deepEqual(['a', 'a/b', 'ab'].map(isRequestedIn(['a'])), [true, true, false]);
    assert.ok(isRequestedIn([])('a'));
  });

  it('is judged by the policy of its branch, or by the one on the disk where that is trusted', async () => {
    const write = (policy: unknown): void =>
      test.write('.address-risk.json', JSON.stringify({ version: 1, policy }));
    write({ fail: ['new'] });
    test.commit();
    write({ fail: ['checksum'] });
    const [requested] = await requestedRoots(test.folder, [], request);
    assert.ok(requested);
    const judging = async (trustsChange: boolean): Promise<unknown> => {
      const { policy, policyFault } = await trustedPolicy(requested, { trustsChange });
      return policyFault ?? [...policy.severities.keys()].at(-1);
    };
    assert.equal(await judging(false), 'new');
    assert.equal(await judging(true), 'checksum');
    write([]);
    assert.match(String(await judging(true)), /“policy” must be an object/);
    test.write('.address-risk.json', '[');
    assert.match(String(await judging(true)), /JSON/);
  });

  it('has no attributes, unless a file of it or of Git says so, also in a linked work tree', () => {
    test.write('a/b/c.ts', '');
    test.commit();
    const linked = mkdtempSync(join(tmpdir(), 'linked-'));
    test.git('worktree', 'add', '--quiet', '--force', linked);
    const tree = findRepository(linked);
    assert.ok(tree);
    const found = (...paths: readonly string[]): boolean[] =>
      [repository, tree].map((each) => haveAttributes(each, paths));
    assert.deepEqual(found('a/b/c.ts'), [false, false]);
    test.write('a/.gitattributes', '');
    assert.deepEqual(found('a/b/c.ts'), [true, false]);
    assert.deepEqual(found('d/a.ts'), [false, false]);
    test.write('.git/info/attributes', '');
    assert.deepEqual(found(), [true, true]);
    rmSync(linked, { recursive: true });
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

  it('cannot configure what Git is told, and neither can the environment', async () => {
    const told = {
      ...{ 'core.fsmonitor': 'false', 'core.hooksPath': '/dev/null', 'core.pager': 'cat' },
      ...{ 'core.attributesFile': '/dev/null', 'core.excludesFile': '/dev/null' },
      ...{ 'core.quotePath': 'false', 'core.alternateRefsCommand': 'false', 'diff.external': '' },
      ...{ 'diff.colorMoved': 'no', 'diff.orderFile': '/dev/null', 'blame.ignoreRevsFile': '' },
      ...{ 'submodule.recurse': 'false', 'protocol.allow': 'never', 'gc.auto': '0' },
      ...{ 'log.showSignature': 'false' },
    };
    for (const name of Object.keys(told)) test.git('config', name, 'own');
    for (const [name, value] of Object.entries(told)) {
      assert.equal(String(await runGit(repository, ['config', name])), `${value}\n`, name);
    }
    const { PATH, ...environment } = gitEnvironment(
      { TMPDIR: '/t', TEMP: '/e', TMP: '/m', SystemRoot: 'C:', GIT_DIR: '/x', LANG: 'de' },
      '/bin',
    );
    assert.equal(PATH, '/bin');
    assert.deepEqual(environment, {
      ...{ TMPDIR: '/t', TEMP: '/e', TMP: '/m', SystemRoot: 'C:', HOME: '/dev/null', LC_ALL: 'C' },
      ...{ GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_SYSTEM: '/dev/null', GIT_ATTR_NOSYSTEM: '1' },
      ...{ GIT_CONFIG_GLOBAL: '/dev/null', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' },
      ...{ GIT_NO_LAZY_FETCH: '1', GIT_NO_REPLACE_OBJECTS: '1', GIT_ALLOW_PROTOCOL: '' },
      GIT_PAGER: 'cat',
    });
    assert.equal(await commitOf(repository, 'HEAD\0'), undefined, 'no argument of a program');
  });

  it('is read by a Git that ends, that cannot start, or that is silent for a minute', async ({
    mock,
  }) => {
    const program = join(test.folder, 'git');
    const object = 'a'.repeat(40);
    const use = (script: string, mode = 0o755): Repository => {
      writeFileSync(program, `#!/bin/sh\n${script}\n`);
      chmodSync(program, mode);
      return { ...repository, programs: { git: program, path: '/usr/bin:/bin' } };
    };
    // Its input is closed before it answers, and nothing can be written after that.
    const ending = new ObjectReader(use('read -r o; exec 0<&-; printf "$o blob 1\\na\\n"'));
    for (const isThere of [true, false, true]) {
      const reading = ending.read(object, 10);
      if (isThere) assert.equal(String(await reading), 'a');
      else await assert.rejects(reading, { fault: 'noObject' });
    }
    ending.close();
    const locked = use('', 0o600);
    await assert.rejects(runGit(locked, ['status']), { fault: 'failed' });
    await assert.rejects(new ObjectReader(locked).read(object, 10), { fault: 'noObject' });
    rmSync(program);
    await assert.rejects(runGit(locked, ['status']), { fault: 'missing' });
    const silent = use('exec sleep 600');
    mock.timers.enable({ apis: ['setTimeout'] });
    let now = 0;
    mock.method(performance, 'now', () => now);
    const reading = new ObjectReader(silent).read(object, 10);
    const ends = [assert.rejects(reading, { fault: 'late' })];
    ends.push(assert.rejects(runGit(silent, ['status']), { fault: 'late' }));
    await setImmediate();
    now = 60_000;
    mock.timers.tick(now);
    await Promise.all(ends);
  });

  it('is read by no Git of the folder that npm was started in', (context) => {
    const bin = mkdtempSync(join(tmpdir(), 'bin-'));
    const [path, caller] = [process.env['PATH'], process.env['INIT_CWD']];
    writeFileSync(join(bin, 'git'), '', { mode: 0o755 });
    Object.assign(process.env, { PATH: [bin, path].join(delimiter), INIT_CWD: bin });
    context.after(() => {
      Object.assign(process.env, { PATH: path, INIT_CWD: caller });
      if (caller === undefined) delete process.env['INIT_CWD'];
      rmSync(bin, { recursive: true });
    });
    assert.deepEqual(findRepository(test.folder)?.programs, repository.programs);
  });
});
