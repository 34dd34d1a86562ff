import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { baseNamed, baseSince, defaultBranch, type BaseReading } from '../../../src/folder/base.ts';
import { changedFiles } from '../../../src/git/files.ts';
import { commitOfLine, lastCommits, tipsIn } from '../../../src/git/refs.ts';
import { findRepository } from '../../../src/git/repository.ts';
import { isHash, isRevision, shortHash } from '../../../src/git/revision.ts';
import { TestRepository } from '../../support/gitRepository.ts';

const made: TestRepository[] = [];
after(() => made.forEach((each) => each.remove()));

/** A repository with a commit on `work`, and the branches of its remotes that are named. */
function repositoryWith(...names: readonly string[]) {
  const own = new TestRepository();
  made.push(own);
  own.git('checkout', '--quiet', '-b', 'work');
  own.write('a.txt', 'a');
  const first = own.commit('first');
  const put = (name: string, commit = first): string => own.git('update-ref', name, commit);
  for (const name of names) put(name);
  for (const name of new Set(
    names.flatMap((name) => /^refs\/remotes\/(\w+)/.exec(name)?.[1] ?? []),
  ))
    own.git('remote', 'add', name, '/nowhere');
  const git = findRepository(own.folder);
  assert.ok(git);
  return { own, git, first, put };
}

/** A repository whose HEAD left `origin/main` at `base`. */
function changedRepository() {
  const { own, git, put, first: old } = repositoryWith('refs/remotes/origin/main');
  const base = own.commit('base');
  const head = own.commit('HEAD');
  own.git('checkout', '--quiet', '-b', 'other', old);
  const aside = own.commit('aside');
  own.git('checkout', '--quiet', '-b', 'target', base);
  // The target has gone on since HEAD left it.
  const tip = own.commit('tip');
  own.git('checkout', '--quiet', 'work');
  put('refs/remotes/origin/main', tip);
  own.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
  for (const [name, commit] of Object.entries({ old, aside })) own.git('tag', name, commit);
  return { git, own, names: new Map(Object.entries({ old, base, HEAD: head, aside, tip })), tip };
}

const baseOf = (found: BaseReading) => {
  assert.equal(found.kind, 'base');
  return found.base;
};

describe('the revision since which addresses are new', () => {
  const { git, own, names, tip } = changedRepository();

  async function since(user: string, workspace: string): Promise<string> {
    const found = await baseSince(git, { own: user, workspace });
    if (found.kind === 'none') return found.reason.kind;
    const [name = ''] = [...names].find(([, commit]) => commit === found.base.commit) ?? [];
    // Whatever a workspace says, the tip of the target judges.
    assert.deepEqual(found.base.judge, { name: 'refs/remotes/origin/main', commit: tip });
    return found.ignoredSetting === undefined ? name : `${name}, not ${found.ignoredSetting}`;
  }

  for (const [what, user, workspace, expected] of [
    ['is where HEAD and the default branch parted', '', '', 'base'],
    ['is the one of the user', 'HEAD', '', 'HEAD'],
    ['is that of the workspace if it is further back', '', 'old', 'old'],
    ['is that of the workspace if it is the same', '', 'HEAD~1', 'base'],
    ['is not that of the workspace if it is closer', '', 'HEAD', 'base, not HEAD'],
    ['is not that of the workspace on another branch', '', 'aside', 'base, not aside'],
    ['is not that of the workspace if Git does not know it', '', 'nonsense', 'base, not nonsense'],
    ['is none if the user’s is unknown', 'nonsense', 'old', 'unknownRevision'],
  ] as const) {
    it(what, async () => assert.equal(await since(user, workspace), expected));
  }

  // Options of Git, and what is a file, a range, or more than a revision.
  for (const value of ['--output=x', 'HEAD --output=x', '-h', 'HEAD:x', '..']) {
    it(`is neither the user’s nor that of the workspace if it is ${value}`, async () => {
      assert.equal(await since(value, ''), 'notARevision');
      assert.equal(await since('', value), `base, not ${value}`);
    });
  }

  it('is none where a pushed tag has the name of the branch that was chosen (hazard 86)', async () => {
    assert.equal(await since('work', ''), 'HEAD');
    own.git('tag', 'work', 'aside');
    assert.equal(await since('work', ''), 'unknownRevision');
    assert.equal(await since('', 'work'), 'base, not work');
    // As the picker names one of two that are called the same.
    assert.equal(await since('refs/heads/work', ''), 'HEAD');
    own.git('tag', '--delete', 'work');
  });
});

describe('the default branch', () => {
  const nameOf = async ({ git }: ReturnType<typeof repositoryWith>) =>
    (await defaultBranch(git))?.name;

  it('is called like the branch that HEAD of the remote points to, as in a check', async () => {
    const beside = repositoryWith('refs/remotes/up/develop', 'refs/remotes/up/main');
    beside.own.git('symbolic-ref', 'refs/remotes/up/HEAD', 'refs/remotes/up/develop');
    assert.equal(await nameOf(beside), 'refs/remotes/up/develop');
  });

  it('is what the remote says is its default, else one with a usual name, and never of a fork', async () => {
    const [up, origin] = ['refs/remotes/up/', 'refs/remotes/origin/'];
    for (const [names, expected] of [
      [[`${up}main`, `${origin}main`], `${origin}main`],
      [[`${up}main`, `${origin}master`, 'refs/heads/main'], `${origin}master`],
      [[`${origin}develop`, 'refs/heads/main'], 'refs/heads/main'],
      [['refs/heads/main', 'refs/heads/master'], 'refs/heads/main'],
      [['refs/heads/master'], 'refs/heads/master'],
      [[], undefined],
      [[`${up}main`, 'refs/remotes/fork/main', 'refs/heads/master'], 'refs/heads/master'],
      // A tag may be called like a branch.
      [['refs/tags/main'], undefined],
    ] as const) {
      assert.equal(await nameOf(repositoryWith(...names)), expected, names.join());
    }
  });
});

describe('the revision of a repository', () => {
  it('is where both parted, or HEAD', async () => {
    const { own, git, first, put } = repositoryWith('refs/heads/main');
    const head = own.commit('HEAD');
    const main = { name: 'refs/heads/main', commit: first };
    const parted = { name: 'main', commit: first, judge: main };
    assert.deepEqual(baseOf(await baseNamed(git, '')), parted);
    const other = new TestRepository();
    made.push(other);
    const unrelated = other.commit('unrelated');
    own.git('fetch', '--quiet', other.folder, 'main');
    put('refs/heads/main', unrelated);
    const judge = { ...main, commit: unrelated };
    const alone = { name: 'HEAD', commit: head };
    const apart = { ...alone, judge, isMergeBaseMissing: true as const };
    assert.deepEqual(baseOf(await baseNamed(git, '')), apart);
    own.git('branch', '--quiet', '--delete', '--force', 'main');
    assert.deepEqual(baseOf(await baseNamed(git, '')), { ...alone, judge: alone });
  });

  it('is what a setting names, or none', async () => {
    const remote = 'refs/remotes/up/main';
    const { git, first, own } = repositoryWith('refs/heads/main', 'refs/heads/next', remote);
    const judge = { name: remote, commit: first };
    const next = { name: 'next', commit: first, judge };
    assert.deepEqual(baseOf(await baseNamed(git, 'next')), next);
    // The user's own choice of a branch of a remote.
    own.git('update-ref', 'refs/remotes/up/next', first);
    const chosen = baseOf(await baseNamed(git, 'up/next')).judge;
    assert.deepEqual(chosen, { name: 'refs/remotes/up/next', commit: first });
    const empty = new TestRepository();
    made.push(empty);
    const unborn = findRepository(empty.folder);
    assert.ok(unborn);
    for (const [repository, setting, reason] of [
      [unborn, '', { kind: 'noCommit' }],
      [git, 'v1', { kind: 'unknownRevision', name: 'v1' }],
      [git, '--all', { kind: 'notARevision' }],
    ] as const) {
      assert.deepEqual(await baseNamed(repository, setting), { kind: 'none', reason });
    }
  });

  it('has a full hash, of which seven digits are shown', () => {
    assert.ok(isHash('a1'.repeat(20)) && isHash('a1'.repeat(32)));
    for (const text of ['a1'.repeat(19), 'a1'.repeat(21), `x${'a1'.repeat(20)}`, 'A1'.repeat(20)]) {
      assert.ok(!isHash(text), text);
    }
    assert.ok(!isHash(`${'a1'.repeat(32)}x`));
    assert.equal(shortHash('0123456789'), '0123456');
    assert.ok(isRevision('a'.repeat(200)));
  });

  it('is offered by its name, the newest first', async () => {
    const { git, own, first } = repositoryWith('refs/heads/main', 'refs/remotes/up/main');
    own.git('tag', '--annotate', '--message', 'one', 'v1', first);
    own.git('symbolic-ref', 'refs/remotes/up/HEAD', 'refs/remotes/up/main');
    // What has a message is not the commit itself.
    assert.deepEqual(await tipsIn(git, ['refs/tags/'], { newest: 5 }), [
      { name: 'refs/tags/v1', commit: first },
    ]);
    const branches = await tipsIn(git, ['refs/heads/', 'refs/remotes/'], { newest: 9 });
    const names = ['refs/heads/main', 'refs/heads/work', 'refs/remotes/up/main'];
    assert.deepEqual(branches.map(({ name }) => name).sort(), names);
    const second = own.commit('a subject');
    assert.deepEqual(await lastCommits(git, 1), [{ commit: second, subject: 'a subject' }]);
  });
});

describe('what has changed since a commit', () => {
  it('has files that were moved, deleted, staged, in conflict, or another type, with what was there', async () => {
    const { own, git } = repositoryWith();
    for (const name of ['kept', 'touched', 'edited', 'moved', 'deleted', 'conflict', 'ä b']) {
      own.write(`below/${name}.txt`, name);
    }
    own.git('config', 'diff.renames', 'copies');
    const base = own.commit('base');
    own.git('checkout', '--quiet', '-b', 'other');
    own.write('below/conflict.txt', 'theirs');
    own.commit('theirs');
    own.git('checkout', '--quiet', 'work');
    own.write('below/conflict.txt', 'ours');
    own.write('below/copy.txt', 'kept');
    own.git('mv', 'below/moved.txt', 'elsewhere.txt');
    own.delete('below/edited.txt');
    symlinkSync('a.txt', join(own.folder, 'below/edited.txt'));
    own.commit('ours');
    assert.throws(() => own.git('merge', '--quiet', 'other'));
    own.write('below/ä b.txt', 'other');
    own.delete('below/deleted.txt');
    own.write('below/untracked.txt', '');
    utimesSync(join(own.folder, 'below/touched.txt'), 0, 0);
    own.write('below/staged.txt', '');
    own.git('add', 'below/staged.txt');
    const changed = new Map<string, string>();
    for (const { path, before } of await changedFiles(git, base)) {
      changed.set(path, before === undefined ? '' : own.git('cat-file', '-p', before));
    }
    assert.deepEqual(
      [...changed].sort(([one], [other]) => (one < other ? -1 : 1)),
      [
        ['below/conflict.txt', 'conflict'],
        ['below/copy.txt', ''],
        ['below/deleted.txt', 'deleted'],
        ['below/edited.txt', 'edited'],
        ['below/moved.txt', 'moved'],
        ['below/staged.txt', ''],
        ['below/ä b.txt', 'ä b'],
        ['elsewhere.txt', ''],
      ],
    );
  });

  it('has no submodule, which is no file, unless one takes its place', async () => {
    const { own, git } = repositoryWith();
    const link = (name: string, commit: string): string =>
      own.git('update-index', '--add', '--cacheinfo', `160000,${commit},${name}`);
    for (const name of ['moved', 'replaced']) link(name, 'a'.repeat(40));
    own.write('file.txt', 'a file');
    own.git('add', 'file.txt');
    own.git('commit', '--quiet', '--message=base');
    const base = own.git('rev-parse', 'HEAD');
    for (const name of ['moved', 'added']) link(name, 'b'.repeat(40));
    own.git('rm', '--quiet', '--cached', 'replaced', 'file.txt');
    link('file.txt', 'b'.repeat(40));
    own.delete('file.txt');
    mkdirSync(join(own.folder, 'file.txt'));
    own.write('replaced', 'now a file');
    own.git('add', 'replaced');
    const changed = [...(await changedFiles(git, base))];
    assert.deepEqual(
      changed.map(({ path, before }) => [path, before !== undefined]),
      [
        ['file.txt', true],
        ['replaced', false],
      ],
    );
  });

  it('has the commit of a line, if the line is in one', async () => {
    const { own, git } = repositoryWith();
    own.write('-b.txt', 'one\ntwo\n');
    const hash = own.commit('Add two lines\n\nmore');
    own.write('-b.txt', 'one\nthree\n');
    const found = await commitOfLine(git, '-b.txt', 1);
    assert.deepEqual([found?.hash, found?.subject], [hash, 'Add two lines']);
    assert.ok(Math.abs(Date.now() - (found?.at ?? 0)) < 60_000);
    assert.equal(await commitOfLine(git, '-b.txt', 2), undefined, 'it is not committed');
    // As Git for Windows writes it to the disk.
    own.write('-b.txt', 'one\r\nthree\r\n');
    assert.equal((await commitOfLine(git, '-b.txt', 1))?.hash, hash);
    await assert.rejects(commitOfLine(git, '../outside.txt', 1));
  });
});
