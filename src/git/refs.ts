import { isHash, isRevision } from './revision.ts';
import { askGit, runGit } from './runGit.ts';
import type { Repository } from './repository.ts';

/** A branch by its full name, and the commit that it is at. */
export interface Tip {
  readonly name: string;
  /** Its full hash. */
  readonly commit: string;
}

async function hashFrom(
  repository: Repository,
  args: readonly string[],
): Promise<string | undefined> {
  const text = (await askGit(repository, args))?.toString('latin1').trim();
  return text !== undefined && isHash(text) ? text : undefined;
}

/** @returns the full hash of a commit; undefined if the name means none @throws GitError */
export async function commitOf(repository: Repository, name: string): Promise<string | undefined> {
  if (!isRevision(name)) return undefined;
  return hashFrom(repository, [
    ...['rev-parse', '--verify', '--quiet', '--end-of-options'],
    `${name}^{commit}`,
  ]);
}

/** Where two commits parted; undefined if they have no common one, or a shallow clone lacks it. */
export function mergeBaseOf(
  repository: Repository,
  one: string,
  other: string,
): Promise<string | undefined> {
  return hashFrom(repository, ['merge-base', '--end-of-options', one, other]);
}

/** Whether a commit is another one or an ancestor of it. */
export async function isIn(
  repository: Repository,
  commit: string,
  other: string,
): Promise<boolean> {
  const args = ['merge-base', '--is-ancestor', '--end-of-options', commit, other];
  return (await askGit(repository, args)) !== undefined;
}

export async function isShallow(repository: Repository): Promise<boolean> {
  const text = await runGit(repository, ['rev-parse', '--is-shallow-repository']);
  return text.toString('latin1').trim() === 'true';
}

/** The full names that a short one can mean (gitrevisions(7), `<refname>`). */
export async function meaningsOf(repository: Repository, name: string): Promise<string[]> {
  const names = [
    ...[`refs/${name}`, `refs/tags/${name}`, `refs/heads/${name}`],
    ...[`refs/remotes/${name}`, `refs/remotes/${name}/HEAD`],
  ];
  const listing = await linesOf(repository, ['for-each-ref', '--format=%(refname)', ...names]);
  return listing.filter((each) => names.includes(each));
}

/**
 * The branches below a name.
 * @param scope such as `refs/heads/`
 * @param commit one that they have; any if it is missing
 */
export async function tipsIn(
  repository: Repository,
  scope: string,
  commit?: string,
): Promise<Tip[]> {
  const lines = await linesOf(repository, [
    ...['for-each-ref', '--format=%(objectname) %(refname) %(symref)'],
    ...(commit === undefined ? [] : [`--contains=${commit}`]),
    scope,
  ]);
  return lines.flatMap((line) => {
    const [hash = '', name = '', target = ''] = line.split(' ');
    return target === '' && isHash(hash) ? [{ name, commit: hash }] : [];
  });
}

export const remotesOf = (repository: Repository): Promise<string[]> =>
  linesOf(repository, ['remote']);

/** What a name points to, such as that of `HEAD`; undefined if it is there in no such way. */
export async function targetOf(repository: Repository, name: string): Promise<string | undefined> {
  const target = await askGit(repository, ['symbolic-ref', '--quiet', name]);
  return target?.toString('utf8').trim();
}

async function linesOf(repository: Repository, args: readonly string[]): Promise<string[]> {
  const text = (await runGit(repository, args)).toString('utf8');
  return text.split('\n').filter((line) => line !== '');
}
