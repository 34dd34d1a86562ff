import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  defaultBranch,
  resolveSince,
  type RevisionSource,
} from '../../../src/editor/git/resolveRevision.ts';

/** Commits in a line, the oldest first, and one beside it. */
const commits = ['old', 'base', 'HEAD', 'aside', 'tip'];
const hashOf = (name: string): string => String(commits.indexOf(name)).repeat(40);

/** A repository whose HEAD left `origin/main` at `base`. */
const repository: RevisionSource = {
  state: { remotes: [{ name: 'origin' }] },
  getCommit(full: string) {
    const name = full.replace(/^refs\/(?:heads\/(?=\w+$)|remotes\/(?=\w+\/))/, '');
    // The target has gone on since HEAD left it.
    const known = name === 'origin/main' ? 'tip' : commits.find((each) => each === name);
    if (known === undefined) return Promise.reject(new Error('There is no such commit.'));
    return Promise.resolve({ hash: hashOf(known) });
  },
  getMergeBase(one: string, other: string) {
    const named = (hash: string): string => (hash === hashOf('tip') ? hashOf('base') : hash);
    const [first = '', second = ''] = [named(one), named(other)].sort();
    return Promise.resolve(second === hashOf('aside') ? hashOf('old') : first);
  },
  getRefs: () => Promise.resolve([]),
};

async function since(own: string, workspace: string): Promise<string> {
  const resolved = await resolveSince(repository, { own, workspace });
  if (resolved.kind === 'none') return resolved.reason.kind;
  const name = commits[Number(resolved.revision.hash.charAt(0))] ?? '';
  // Whatever a workspace says, the tip of the target judges.
  assert.deepEqual(resolved.revision.judge, { name: 'origin/main', hash: hashOf('tip') });
  return resolved.ignoredSetting === undefined ? name : `${name}, not ${resolved.ignoredSetting}`;
}

describe('the revision since which addresses are new', () => {
  for (const [what, own, workspace, expected] of [
    ['is where HEAD and the default branch parted', '', '', 'base'],
    ['is the one of the user', 'HEAD', '', 'HEAD'],
    ['is that of the workspace if it is further back', '', 'old', 'old'],
    ['is that of the workspace if it is the same', '', 'base', 'base'],
    ['is not that of the workspace if it is closer', '', 'HEAD', 'base, not HEAD'],
    ['is not that of the workspace on another branch', '', 'aside', 'base, not aside'],
    ['is not that of the workspace if Git does not know it', '', 'nonsense', 'base, not nonsense'],
    ['is none if the user’s is unknown', 'nonsense', 'old', 'unknownRevision'],
  ] as const) {
    it(what, async () => assert.equal(await since(own, workspace), expected));
  }

  // Options of Git, and what is a file, a range, or more than a revision.
  for (const value of ['--output=x', 'HEAD --output=x', '-h', 'HEAD:x', '..']) {
    it(`is neither the user’s nor that of the workspace if it is ${value}`, async () => {
      assert.equal(await since(value, ''), 'notARevision');
      assert.equal(await since('', value), `base, not ${value}`);
    });
  }
});

describe('the default branch', () => {
  /** Of a remote whose HEAD is at its tip, where these branches are. */
  const nameBeside = async (...branches: readonly string[]): Promise<string | undefined> => {
    const refs = ['origin/HEAD', ...branches].map((name) => ({
      type: 1,
      name,
      commit: hashOf('tip'),
    }));
    const found = await defaultBranch({
      ...repository,
      getCommit: () => Promise.resolve({ hash: hashOf('tip') }),
      getRefs: ({ pattern }) => {
        assert.equal(pattern, 'refs/remotes/origin');
        return Promise.resolve([...refs, { type: 1, name: 'origin/old', commit: hashOf('old') }]);
      },
    });
    assert.equal(found?.hash, hashOf('tip'));
    return found.name;
  };

  it('is called like the branch that HEAD of the remote points to, as in a check', async () => {
    assert.equal(await nameBeside('origin/develop'), 'origin/develop');
  });

  it('is called HEAD where more than one branch is at its commit, or none', async () => {
    assert.equal(await nameBeside('origin/develop', 'origin/main'), 'origin/HEAD');
    assert.equal(await nameBeside(), 'origin/HEAD');
  });
});
