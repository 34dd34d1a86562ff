import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { findPrograms, findRepository } from '../../../src/git/repository.ts';
import { findBase, NoBaseError, type BaseRequest } from '../../../src/folder/base.ts';
import { TestRepository } from '../../support/gitRepository.ts';

/** The result of `findBase` for a folder. */
async function baseIn(folder: string, request: Partial<BaseRequest> = {}) {
  const repository = findRepository(folder);
  assert.ok(repository);
  const whole = { since: undefined, judge: undefined, isStaged: false, ...request };
  const base = await findBase(repository, whole);
  return base && { since: base.commit, judge: base.judge.name, judgedAt: base.judge.commit };
}

/** The error sentence if there is none. */
async function faultIn(folder: string, request: Partial<BaseRequest> = {}): Promise<string> {
  try {
    await baseIn(folder, request);
  } catch (error) {
    if (error instanceof NoBaseError) return error.message;
    throw error;
  }
  return 'none';
}

describe('the base of a check', () => {
  let origin: TestRepository;
  let old = '';
  let tip = '';
  const clones: string[] = [];

  const made = new TestRepository();
  before(() => {
    made.write('a.txt', 'a');
    old = made.commit('old');
    made.write('a.txt', 'b');
    tip = made.commit('tip');
    made.git('checkout', '--quiet', '-b', 'change', old);
    made.write('b.txt', 'b');
    made.commit('change');
    made.git('checkout', '--quiet', 'main');
  });
  beforeEach(() => {
    origin = new TestRepository(made.folder);
  });
  afterEach(() => origin.remove());
  after(() => {
    made.remove();
    for (const clone of clones) rmSync(clone, { recursive: true, force: true });
  });

  function git(folder: string, ...args: readonly string[]): string {
    const env = { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
    const { status, stdout, stderr } = spawnSync('git', [...identity, ...args], {
      ...{ cwd: folder, env, encoding: 'utf8' },
    });
    assert.equal(status, 0, stderr);
    return stdout.trim();
  }

  function clone(...args: readonly string[]): string {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'clone-')));
    clones.push(folder);
    git(folder, 'clone', '--quiet', ...args, `file://${origin.folder}`, '.');
    git(folder, 'checkout', '--quiet', 'change');
    return folder;
  }

  it('is judged by the tip of the target, and what is new begins where HEAD left it (hazard 86)', async () => {
    const judged = { since: old, judge: 'refs/remotes/origin/main', judgedAt: tip };
    assert.deepEqual(await baseIn(clone()), judged);
    assert.deepEqual(await baseIn(clone(), { since: 'origin/main' }), judged);
    assert.deepEqual(await baseIn(clone(), { since: 'refs/remotes/origin/main' }), judged);
    for (const since of ['origin/main~1', 'refs/remotes/origin/main~1'])
      assert.deepEqual(await baseIn(clone(), { since }), judged, since);
    assert.match(
      await faultIn(clone(), { judge: 'refs/remotes/origin/main~1' }),
      /is not a branch: only a branch can judge/,
    );
  });

  it('of a commit is judged by the tip that has it, and never by a branch that has HEAD', async () => {
    const folder = clone();
    const judged = { judge: 'refs/remotes/origin/main', judgedAt: tip };
    assert.deepEqual(await baseIn(folder, { since: old }), { since: old, ...judged });
    const head = git(folder, 'rev-parse', 'HEAD');
    assert.deepEqual(await baseIn(folder, { since: head }), { since: head, ...judged });
    assert.deepEqual(await baseIn(folder, { since: 'HEAD' }), { since: head, ...judged });
  });

  it('of a commit on several other branches asks which one judges', async () => {
    origin.git('checkout', '--quiet', '-b', 'release/1', old);
    origin.write('c.txt', 'c');
    const release = origin.commit();
    origin.git('checkout', '--quiet', '-b', 'release/2');
    origin.write('d.txt', 'd');
    origin.commit();
    origin.git('checkout', '--quiet', 'main');
    const folder = clone();
    assert.match(
      await faultIn(folder, { since: release }),
      /^Several branches have this revision \(refs\/remotes\/origin\/release\/1, refs\/remotes\/origin\/release\/2\).*--judge/,
    );
    const judge = 'refs/remotes/origin/release/1';
    assert.deepEqual(await baseIn(folder, { since: release, judge }), {
      ...{ since: release, judge, judgedAt: release },
    });
    assert.deepEqual(
      await baseIn(folder, { since: old }),
      { since: old, judge: 'refs/remotes/origin/main', judgedAt: tip },
      'the target judges what it has too',
    );
    git(folder, 'update-ref', '-d', 'refs/remotes/origin/release/2');
    git(folder, 'branch', 'mine', release);
    assert.deepEqual(
      await baseIn(folder, { since: release }),
      { since: release, judge, judgedAt: release },
      'a local branch judges nothing that a remote has',
    );
  });

  it('is not found where a name can mean several things, and each is named (hazard 86)', async () => {
    const folder = clone();
    git(folder, 'tag', 'origin/main', 'HEAD');
    assert.match(
      await faultIn(folder, { since: 'origin/main' }),
      /can mean refs\/tags\/origin\/main and refs\/remotes\/origin\/main: .* such as refs\/remotes\/origin\/main,/,
    );
    git(folder, 'branch', old.slice(0, 7), 'HEAD');
    assert.match(
      await faultIn(folder, { since: old.slice(0, 7) }),
      /can mean refs\/heads.* such as refs\/heads.* or the full hash/,
    );
    // Git takes a whole hash as that, also where a change has pushed a branch of this name.
    for (const hash of [old, old.toUpperCase()]) {
      git(folder, 'update-ref', `refs/heads/${hash}`, 'HEAD');
      assert.deepEqual(await baseIn(folder, { since: hash }), {
        ...{ since: old, judge: 'refs/remotes/origin/main', judgedAt: tip },
      });
    }
    // Not every name that could be digits is a commit.
    git(folder, 'branch', 'fix-gdead', old);
    assert.equal(typeof (await baseIn(folder, { since: 'fix-gdead' })), 'object');
    // Git would take these tags for the branch and the file that are missing.
    git(folder, 'tag', 'refs/remotes/origin/release', 'HEAD');
    for (const which of [
      { since: 'refs/remotes/origin/release' },
      { judge: 'refs/remotes/origin/release' },
    ])
      assert.match(await faultIn(folder, which), /There is no revision/);
    for (const name of ['FETCH_HEAD', 'CHERRY_PICK_HEAD']) {
      git(folder, 'tag', name, 'HEAD');
      assert.match(await faultIn(folder, { since: name }), /can mean .* what Git calls/);
    }
    const described = `v0-1-g${old.slice(0, 9)}`;
    git(folder, 'branch', described, 'HEAD');
    assert.match(await faultIn(folder, { since: described }), /and the commit [\da-f]{9}:/);
    git(folder, 'tag', 'MAIN', 'HEAD');
    git(folder, 'branch', 'MAIN', old);
    assert.match(
      await faultIn(folder, { since: 'MAIN' }),
      /refs\/tags\/MAIN and refs\/heads\/MAIN/,
    );
    git(folder, 'tag', 'v1', old);
    git(folder, 'branch', 'v1', 'HEAD');
    assert.match(await faultIn(folder, { since: 'v1~0' }), /can mean .*refs\/tags\/v1/);
    assert.match(await faultIn(folder, { judge: 'refs/tags/v1' }), /is not a branch/);
  });

  it('is not found where nothing names the target, and the message has the option (hazard 86)', async () => {
    const folder = clone();
    git(folder, 'remote', 'set-head', 'origin', '--delete');
    assert.match(await faultIn(folder), /--since refs\/remotes\/origin\/main/);
    // A target elsewhere names no branch of the remote.
    git(folder, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/heads/change');
    assert.match(await faultIn(folder), /--since refs\/remotes\/origin\/main/);
  });

  it("never takes a fork's remote (hazard 86)", async () => {
    const folder = clone();
    const fork = mkdtempSync(join(tmpdir(), 'fork-'));
    clones.push(fork);
    git(fork, 'clone', '--quiet', '--bare', `file://${folder}`, '.');
    git(folder, 'remote', 'add', 'fork', `file://${fork}`);
    git(folder, 'fetch', '--quiet', 'fork');
    git(folder, 'branch', '--quiet', '--set-upstream-to=fork/change');
    assert.deepEqual(await baseIn(folder), {
      ...{ since: old, judge: 'refs/remotes/origin/main', judgedAt: tip },
    });
    git(folder, 'remote', 'rename', 'origin', 'upstream');
    assert.match(await faultIn(folder), /several remotes \(fork, upstream\).*--since refs/);
  });

  it('of a clone of the change itself is the branch with a usual name', async () => {
    origin.git('checkout', '--quiet', 'change');
    assert.deepEqual(await baseIn(clone()), {
      ...{ since: old, judge: 'refs/remotes/origin/main', judgedAt: tip },
    });
  });

  it('of a change that has landed is the target itself', async () => {
    const folder = clone();
    git(folder, 'checkout', '--quiet', 'main');
    assert.deepEqual(await baseIn(folder), {
      ...{ since: tip, judge: 'refs/remotes/origin/main', judgedAt: tip },
    });
  });

  it('without a remote is the usual branch, or the only one', async () => {
    origin.git('checkout', '--quiet', 'change');
    assert.deepEqual(await baseIn(origin.folder), {
      ...{ since: old, judge: 'refs/heads/main', judgedAt: tip },
    });
    origin.git('branch', '--quiet', '--move', 'main', 'trunk');
    assert.match(await faultIn(origin.folder), /--since refs\/heads\/main/);
    origin.git('branch', '--quiet', '--delete', '--force', 'trunk');
    assert.equal(((await baseIn(origin.folder)) as { judge: string }).judge, 'refs/heads/change');
  });

  it('of the index is HEAD', async () => {
    const base = await baseIn(origin.folder, { isStaged: true });
    assert.deepEqual(base, { since: tip, judge: 'HEAD', judgedAt: tip });
  });

  it('of a shallow clone says how to fetch it', async () => {
    const folder = clone('--depth=1', '--no-single-branch');
    assert.match(await faultIn(folder), /no common commit\. The clone is shallow/);
    assert.match(await faultIn(folder, { since: old }), /There is no revision.*shallow/);
  });
});

describe('Git itself', () => {
  it('is found by an absolute path outside of the checkout (hazard 86)', () => {
    const checkout = realpathSync(mkdtempSync(join(tmpdir(), 'checkout-')));
    const bin = join(checkout, 'node_modules/.bin');
    mkdirSync(bin, { recursive: true });
    const name = process.platform === 'win32' ? 'git.exe' : 'git';
    writeFileSync(join(bin, name), '#!/bin/sh\n');
    chmodSync(join(bin, name), 0o755);
    const path = process.env['PATH'] ?? '';
    const found = findPrograms({ PATH: [bin, '.', '', path].join(delimiter) }, [checkout]);
    assert.ok(found.git !== undefined && !found.git.startsWith(checkout));
    assert.ok(!found.path.split(delimiter).some((folder) => folder === bin || folder === '.'));
    assert.equal(findPrograms({ PATH: bin }, [checkout]).git, undefined);
    // Nor where VS Code has found one there.
    assert.equal(findPrograms({ PATH: path }, [checkout], join(bin, name)).git, found.git);
    assert.equal(findPrograms({ PATH: '' }, [checkout], found.git).git, found.git);
    assert.equal(findPrograms({ PATH: path }, [checkout], 'git').git, found.git);
    rmSync(checkout, { recursive: true });
  });
});
