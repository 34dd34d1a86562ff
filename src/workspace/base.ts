import { commitOf, defaultBranchOf, isShallow, mergeBaseOf } from '../git/revisions.ts';
import type { Repository } from '../git/repository.ts';

/** The revision that a folder is compared with. */
export interface Base {
  /** As the user or Git names it, such as `main`. */
  readonly name: string;
  readonly commit: string;
}

/** The base cannot be found: a check without it would be silent about what it is there for. */
export class NoBaseError extends Error {
  override readonly name = 'NoBaseError';
}

/**
 * The base of a comparison.
 *
 * @param since a revision; undefined for where HEAD and the default branch parted, else HEAD
 * @returns undefined in a repository without a commit
 * @throws NoBaseError, with a sentence for the user
 */
export async function findBase(
  repository: Repository,
  since: string | undefined,
): Promise<Base | undefined> {
  if (since !== undefined) {
    const commit = await commitOf(repository, since);
    if (commit !== undefined) return { name: since, commit };
    throw await missing(repository, `There is no revision ${JSON.stringify(since)}.`);
  }
  const [head, branch] = await Promise.all([
    commitOf(repository, 'HEAD'),
    defaultBranchOf(repository),
  ]);
  if (head === undefined) return undefined;
  const isParted = branch !== undefined && branch.commit !== head;
  const parted = isParted ? await mergeBaseOf(repository, head, branch.commit) : branch?.commit;
  if (branch !== undefined && parted !== undefined) return { name: branch.name, commit: parted };
  // Of a clone that was cut off, HEAD alone would make nothing new.
  if (await isShallow(repository)) {
    throw await missing(repository, 'This clone does not reach the default branch.');
  }
  return { name: 'HEAD', commit: head };
}

async function missing(repository: Repository, reason: string): Promise<NoBaseError> {
  const isCut = await isShallow(repository).catch(() => false);
  return new NoBaseError(
    isCut
      ? `${reason} The clone is shallow: fetch the base with “git fetch --unshallow”, or with “git fetch --deepen=100 origin BRANCH” until it is there (in GitHub Actions, fetch-depth: 0).`
      : reason,
  );
}
