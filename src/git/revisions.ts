import { isHash, isRevision } from '../inventory/revision.ts';
import { runGit } from './runGit.ts';
import type { Repository } from './repository.ts';

async function hashFrom(
  repository: Repository,
  args: readonly string[],
): Promise<string | undefined> {
  const text = (await runGit(repository, args))?.toString('latin1').trim();
  return text !== undefined && isHash(text) ? text : undefined;
}

/** @returns the full name of the commit; from then on it stands for the revision */
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

export async function isShallow(repository: Repository): Promise<boolean> {
  const text = await runGit(repository, ['rev-parse', '--is-shallow-repository']);
  return text?.toString('latin1').trim() === 'true';
}

/** What the remote says is its default, else a branch with a usual name. */
export async function defaultBranchOf(
  repository: Repository,
): Promise<{ readonly name: string; readonly commit: string } | undefined> {
  const remote = await remoteOf(repository);
  const ofRemote = remote === undefined ? [] : ['HEAD', 'main', 'master'];
  for (const name of [...ofRemote.map((branch) => `${remote}/${branch}`), 'main', 'master']) {
    const commit = await commitOf(repository, name);
    if (commit !== undefined) return { name, commit };
  }
  return undefined;
}

/** That of the branch in use, else the first one. */
async function remoteOf(repository: Repository): Promise<string | undefined> {
  const upstream = await runGit(repository, [
    ...['rev-parse', '--symbolic-full-name', '--verify', '--quiet', '--end-of-options', '@{u}'],
  ]);
  const [, named] = /^refs\/remotes\/([^/\s]+)\//.exec(upstream?.toString() ?? '') ?? [];
  if (named !== undefined) return named;
  const remotes = await runGit(repository, ['remote']);
  return remotes?.toString().split('\n', 1)[0] || undefined;
}
