import { isHash, isRevision, type Revision } from '../git/revision.ts';

/** What is asked of a repository. */
export interface RevisionSource {
  readonly state: {
    readonly HEAD: { readonly upstream?: { readonly remote: string } } | undefined;
    readonly remotes: readonly { readonly name: string }[];
  };
  /** Rejects if there is no such commit. */
  getCommit(ref: string): Promise<{ readonly hash: string }>;
  getMergeBase(one: string, other: string): Promise<string | undefined>;
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
    if (hash === ownHash || (await repository.getMergeBase(hash, ownHash)) === hash) return other;
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
  const parted = setting === '' ? await partedFromDefault(repository, hash) : undefined;
  return { kind: 'revision', revision: parted ?? { name, hash, isMergeBase: false } };
}

const none = (reason: NoRevision): Resolved => ({ kind: 'none', reason });

async function partedFromDefault(
  repository: RevisionSource,
  head: string,
): Promise<Revision | undefined> {
  const name = await defaultBranch(repository);
  if (name === undefined) return undefined;
  const hash = (await repository.getMergeBase(head, name)) ?? '';
  return isHash(hash) ? { name, hash, isMergeBase: true } : undefined;
}

/** What the remote says is its default, else a branch with a usual name. */
export async function defaultBranch(repository: RevisionSource): Promise<string | undefined> {
  const { HEAD, remotes } = repository.state;
  const remote = HEAD?.upstream?.remote ?? remotes[0]?.name;
  const names = [
    ...(remote === undefined ? [] : ['HEAD', 'main', 'master'].map((name) => `${remote}/${name}`)),
    ...['main', 'master'],
  ];
  for (const name of names) {
    if (isRevision(name) && (await hashOf(repository, name)) !== undefined) return name;
  }
  return undefined;
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
