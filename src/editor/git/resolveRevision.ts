import { isHash, isRevision, type Revision } from '../../git/revision.ts';
import type { GitRef } from './gitApi.ts';

/** What is asked of a repository. */
export interface RevisionSource {
  readonly state: {
    readonly remotes: readonly { readonly name: string }[];
  };
  /** Rejects if there is no such commit. */
  getCommit(ref: string): Promise<{ readonly hash: string }>;
  getMergeBase(one: string, other: string): Promise<string | undefined>;
  getRefs(query: { readonly pattern: string }): Promise<readonly GitRef[]>;
}

/** Why nothing can be compared. */
export type NoRevision =
  | { readonly kind: 'notARevision' | 'noCommit' }
  | { readonly kind: 'unknownRevision'; readonly name: string };

export type Resolved =
  | { readonly kind: 'revision'; readonly revision: Revision }
  | { readonly kind: 'none'; readonly reason: NoRevision };

/** Since when addresses are new, unchecked. */
export interface Since {
  /** Of the user. */
  readonly own: string;
  /** Of the settings of the workspace, which a repository may bring along; empty for none. */
  readonly workspace: string;
}

/**
 * The commit to compare with: the user's. What the workspace has set counts only if it is as far back
 * or further: a change must not end what is new about it.
 */
export async function resolveSince(
  repository: RevisionSource,
  { own, workspace }: Since,
): Promise<Resolved & { readonly ignoredSetting?: string }> {
  const ownRevision = await resolveRevision(repository, own);
  if (workspace === '' || ownRevision.kind === 'none') return ownRevision;
  const other = await resolveRevision(repository, workspace);
  if (other.kind === 'revision') {
    const [hash, ownHash] = [other.revision.hash, ownRevision.revision.hash];
    if (hash === ownHash || (await repository.getMergeBase(hash, ownHash)) === hash) {
      // It may say since when, and never who judges.
      return { ...other, revision: { ...other.revision, judge: ownRevision.revision.judge } };
    }
  }
  return { ...ownRevision, ignoredSetting: workspace };
}

/**
 * The commit that a setting names. Empty: where HEAD and the default branch parted, or HEAD where
 * there is no such branch.
 */
export async function resolveRevision(
  repository: RevisionSource,
  setting: string,
): Promise<Resolved> {
  if (setting !== '' && !isRevision(setting)) return none({ kind: 'notARevision' });
  const name = setting === '' ? 'HEAD' : setting;
  const hash = await hashOf(repository, name);
  if (hash === undefined) {
    return none(setting === '' ? { kind: 'noCommit' } : { kind: 'unknownRevision', name });
  }
  const target = await defaultBranch(repository);
  const parted =
    setting === '' && target !== undefined
      ? await repository.getMergeBase(hash, target.hash)
      : undefined;
  if (target !== undefined && parted !== undefined && isHash(parted)) {
    const revision = { name: target.name, hash: parted, isMergeBase: true, judge: target };
    return { kind: 'revision', revision };
  }
  const own = { name, hash };
  // A branch of a remote that the user has chosen judges itself.
  const isBranch = (await hashOf(repository, `refs/remotes/${name}`)) === hash;
  const judge = isBranch ? own : (target ?? own);
  return { kind: 'revision', revision: { ...own, isMergeBase: false, judge } };
}

const none = (reason: NoRevision): Resolved => ({ kind: 'none', reason });

/**
 * What `origin`, or the only remote, says is its default, else a branch with a usual name. A fork's
 * remote is neither, whatever the branch in use follows.
 */
export async function defaultBranch(
  repository: RevisionSource,
): Promise<Revision['judge'] | undefined> {
  const remotes = repository.state.remotes.map(({ name }) => name);
  const remote = remotes.length === 1 ? remotes[0] : remotes.find((name) => name === 'origin');
  const names = [
    ...(remote === undefined ? [] : ['HEAD', 'main', 'master'].map((name) => `${remote}/${name}`)),
    ...['main', 'master'],
  ];
  for (const name of names) {
    // In full: a tag may be called like a branch.
    const full = `refs/${name.includes('/') ? 'remotes' : 'heads'}/${name}`;
    const hash = isRevision(full) ? await hashOf(repository, full) : undefined;
    if (hash === undefined) continue;
    return {
      name: name === `${remote}/HEAD` ? await targetName(repository, name, hash) : name,
      hash,
    };
  }
  return undefined;
}

/**
 * The branch that `origin/HEAD` points to, which the API does not say: the only one at its commit. Its
 * own name if there are several.
 */
async function targetName(repository: RevisionSource, name: string, hash: string): Promise<string> {
  const pattern = `refs/remotes/${name.slice(0, -'/HEAD'.length)}`;
  const refs = await repository.getRefs({ pattern }).catch(() => []);
  const targets = refs.filter((ref) => ref.commit === hash && ref.name !== name);
  const [target] = targets;
  return targets.length === 1 && target?.name !== undefined ? target.name : name;
}

/** @param name checked by `isRevision`; from then on the hash stands for it */
async function hashOf(repository: RevisionSource, name: string): Promise<string | undefined> {
  try {
    const { hash } = await repository.getCommit(name);
    return isHash(hash) ? hash : undefined;
  } catch {
    return undefined;
  }
}
