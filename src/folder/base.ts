import {
  commitOf,
  isAnObject,
  isIn,
  isShallow,
  mergeBaseOf,
  refsNamed,
  remotesOf,
  tipsIn,
  type Tip,
} from '../git/refs.ts';
import type { Repository } from '../git/repository.ts';
import { isHash, isRevision, shortName } from '../git/revision.ts';

/** Which revision a folder is compared with, and which one judges. */
export interface Base {
  /** As the user or Git names it, such as `main`. */
  readonly name: string;
  /** Addresses that this commit doesn't have are new. */
  readonly commit: string;
  /** Policy, lists, entries, and rules for networks come from there: the tip of the target branch. */
  readonly judge: Tip;
  /** In an editor: this is HEAD, since Git lacks the commit where it and the judge parted. */
  readonly isMergeBaseMissing?: true;
}

/** The user's options for both. */
export interface BaseRequest {
  readonly since: string | undefined;
  /** The name of a branch. */
  readonly judge: string | undefined;
  readonly isStaged: boolean;
}

/** The base or the judge cannot be found: a check without them would be silent about what it is for. */
export class NoBaseError extends Error {
  override readonly name = 'NoBaseError';
}

/**
 * Finds the base and the judge. Nothing that a change or a pushed name controls decides them: an
 * ambiguous name is an error, and so is a target that can't be identified.
 *
 *  @returns undefined in a repository without a commit
 * @throws NoBaseError with a sentence for the user; GitError
 */
export async function findBase(
  repository: Repository,
  { since, judge, isStaged }: BaseRequest,
): Promise<Base | undefined> {
  const head = await commitOf(repository, 'HEAD');
  const given = judge === undefined ? undefined : await tipNamed(repository, judge);
  if (since === undefined && isStaged) {
    if (head === undefined) return undefined;
    return { name: 'HEAD', commit: head, judge: given ?? { name: 'HEAD', commit: head } };
  }
  // There are no commits yet, so there is nothing to compare with.
  const isUnborn = head === undefined && (await remotesOf(repository)).length === 0;
  if (isUnborn && since === undefined && given === undefined) return undefined;
  const named: Meaning =
    since === undefined
      ? { ...(given ?? (await targetBranch(repository, head))), isBranch: true }
      : await meaningOf(repository, since);
  const shown = since ?? shortName(named.name);
  const { commit: tip, isBranch } = named;
  if (!isBranch) {
    return {
      name: shown,
      commit: tip,
      judge: given ?? (await tipContaining(repository, tip, head)),
    };
  }
  const commit =
    head === undefined || head === tip ? tip : await mergeBaseOf(repository, head, tip);
  if (commit === undefined) {
    throw await missing(repository, `HEAD and ${named.name} have no common commit.`);
  }
  return { name: shown, commit, judge: given ?? { name: named.name, commit: tip } };
}

/** A resolved revision: a branch with its full name, or a commit with the given name. */
interface Meaning extends Tip {
  /** False for a commit behind a branch, such as `main~1`, which would judge by an old address book. */
  readonly isBranch: boolean;
}

const isBranchName = (name: string): boolean => /^refs\/(?:heads|remotes)\//.test(name);

/** @throws NoBaseError if it is not the name of one branch */
async function tipNamed(repository: Repository, name: string): Promise<Tip> {
  const { isBranch, ...tip } = await meaningOf(repository, name);
  if (isBranch) return tip;
  throw new NoBaseError(`${JSON.stringify(name)} is not a branch: only a branch can judge.`);
}

async function meaningOf(repository: Repository, given: string): Promise<Meaning> {
  const end = given.search(/[~^]|@\{/);
  const short = end === -1 ? given : given.slice(0, end);
  const suffix = given.slice(short.length);
  const refs = await refsNamed(repository, namesFor(short));
  const meanings = refs.map(({ name }) => name);
  // Git also takes the first digits of a hash, and a name as `git describe` prints it.
  const [, digits] = /(?:^|-g)([\da-f]{4,40})$/i.exec(short) ?? [];
  if (digits !== undefined && (await isAnObject(repository, digits))) {
    meanings.push(`the commit ${digits}`);
  }
  if (isOfGit(short)) meanings.push(`what Git calls ${short}`);
  if (meanings.length > 1) {
    const branch = meanings.find((name) => isBranchName(name) && !name.endsWith('/HEAD'));
    throw new NoBaseError(
      `${JSON.stringify(given)} can mean ${meanings.join(' and ')}: give the full name of one, such as ${branch ?? 'refs/heads/main'}, or the full hash of a commit.`,
    );
  }
  const [ref] = refs;
  // Git would take a tag that is called like a missing branch: `refs/tags/refs/heads/main`.
  const isMissing = ref === undefined && short.startsWith('refs/');
  const commit = isMissing
    ? undefined
    : ((suffix === '' ? ref?.commit : undefined) ??
      (await commitOf(repository, (ref?.name ?? short) + suffix)));
  if (commit === undefined) {
    throw await missing(
      repository,
      `There is no revision ${JSON.stringify(given)}. “git branch --all” lists the branches of this clone.`,
    );
  }
  if (suffix !== '' || ref === undefined) return { name: given, commit, isBranch: false };
  const name = ref.target ?? ref.name;
  return { name, commit, isBranch: isBranchName(name) };
}

/** `HEAD`, `FETCH_HEAD`, and others that are files of Git. */
const isOfGit = (name: string): boolean => /^(?:[A-Z]+_)*HEAD$/.test(name);

/** The full names that a name can be short for (gitrevisions(7), `<refname>`). */
function namesFor(name: string): readonly string[] {
  // `@` is HEAD, and the full hash of a commit is that commit, whatever else is called so.
  if (name === '@' || name === '' || isHash(name.toLowerCase())) return [];
  if (name.startsWith('refs/')) return [name];
  return ['', 'tags/', 'heads/', 'remotes/']
    .map((kind) => `refs/${kind}${name}`)
    .concat(`refs/remotes/${name}/HEAD`);
}

/**
 * The branch that changes target: the default of `origin`. If HEAD is on that one, and another
 * branch with a usual name lacks HEAD, then a clone of the change has given its own branch that
 * name.
 */
async function targetBranch(repository: Repository, head: string | undefined): Promise<Tip> {
  const remote = await remoteOf(repository);
  if (remote === undefined) return localBranch(repository);
  const scope = `refs/remotes/${remote}/`;
  const named = await defaultOf(repository, scope);
  if (named === undefined) {
    throw await missing(
      repository,
      `Nothing here names the target branch (${scope}HEAD is missing): give it in full, such as --since ${scope}main, or run “git remote set-head ${remote} --auto”.`,
    );
  }
  const isOwn = head !== undefined && (await isIn(repository, head, named.commit));
  if (!isOwn) return named;
  for (const other of await tipsNamed(repository, usualIn(scope))) {
    if (other.name !== named.name && !(await isIn(repository, head, other.commit))) return other;
  }
  return named;
}

/** The default branch of a remote. @param scope of its branches */
async function defaultOf(repository: Repository, scope: string): Promise<Tip | undefined> {
  const [{ target: name, commit } = {}] = await refsNamed(repository, [`${scope}HEAD`]);
  return name?.startsWith(scope) === true && commit !== undefined ? { name, commit } : undefined;
}

const usualIn = (scope: string): string[] => ['main', 'master'].map((name) => scope + name);

/**
 * Undefined without remotes. @throws NoBaseError if there are several, and none is called origin
 */
async function remoteOf(repository: Repository): Promise<string | undefined> {
  const remotes = await remotesOf(repository);
  if (remotes.length <= 1) return remotes[0];
  if (remotes.includes('origin')) return 'origin';
  throw new NoBaseError(
    `There are several remotes (${remotes.join(', ')}), and none is called origin: give the target branch in full, such as --since refs/remotes/${remotes[0] ?? ''}/main.`,
  );
}

/** Without a remote: the branch with a usual name, else the only one. */
async function localBranch(repository: Repository): Promise<Tip> {
  const [usual] = await tipsNamed(repository, usualIn('refs/heads/'));
  if (usual !== undefined) return usual;
  const [only, ...others] = await tipsIn(repository, ['refs/heads/']);
  if (only !== undefined && others.length === 0) return only;
  throw new NoBaseError(
    'Nothing here names the target branch: give it in full, such as --since refs/heads/main.',
  );
}

/** The branches that exist of some, in this order. */
async function tipsNamed(repository: Repository, names: readonly string[]): Promise<Tip[]> {
  const refs = await refsNamed(repository, names);
  return refs.flatMap(({ name, commit }) => (commit === undefined ? [] : [{ name, commit }]));
}

/**
 * The branch that judges changes since a commit: the target if it contains the commit, else the
 * only other branch that does. A branch that also contains HEAD may be the change itself, so it
 * doesn't count.
 */
async function tipContaining(
  repository: Repository,
  commit: string,
  head: string | undefined,
): Promise<Tip> {
  const remote = await remoteOf(repository).catch(() => undefined);
  const target = await targetBranch(repository, head).catch((error: unknown) => {
    if (error instanceof NoBaseError) return error;
    throw error;
  });
  const isNamed = !(target instanceof NoBaseError);
  if (isNamed && (await isIn(repository, commit, target.commit))) return target;
  const scope = remote === undefined ? 'refs/heads/' : `refs/remotes/${remote}/`;
  const others: Tip[] = [];
  for (const tip of await tipsIn(repository, [scope], { commit })) {
    if (head === undefined || !(await isIn(repository, head, tip.commit))) others.push(tip);
  }
  const [first, second] = others;
  if (second !== undefined) {
    const names = others.slice(0, 5).map(({ name }) => name);
    throw new NoBaseError(
      `Several branches have this revision (${names.join(', ')}): name the one that judges with --judge.`,
    );
  }
  if (first !== undefined) return first;
  if (isNamed) return target;
  throw target;
}

async function missing(repository: Repository, reason: string): Promise<NoBaseError> {
  const isCut = await isShallow(repository).catch(() => false);
  return new NoBaseError(
    isCut
      ? `${reason} The clone is shallow: fetch the base with “git fetch --unshallow”, or with “git fetch --deepen=100 origin BRANCH” until it is there (in GitHub Actions, fetch-depth: 0).`
      : reason,
  );
}

/** Why nothing can be compared. */
export type NoBase =
  | { readonly kind: 'notARevision' | 'noCommit' }
  | { readonly kind: 'unknownRevision'; readonly name: string };

export type BaseReading =
  | { readonly kind: 'base'; readonly base: Base }
  | { readonly kind: 'none'; readonly reason: NoBase };

/** Since when addresses are new in an editor, unchecked. */
export interface Since {
  /** Of the user. */
  readonly own: string;
  /** Of the settings of the workspace, which a repository may bring along; empty for none. */
  readonly workspace: string;
}

/**
 * The base in an editor: the user's own setting. A workspace setting counts only if it is the same
 * or an older revision, so that a change cannot make its own addresses count as old.
 * @throws GitError
 */
export async function baseSince(
  repository: Repository,
  { own, workspace }: Since,
): Promise<BaseReading & { readonly ignoredSetting?: string }> {
  const found = await baseNamed(repository, own);
  if (workspace === '' || found.kind === 'none') return found;
  const other = await baseNamed(repository, workspace);
  const { commit, judge } = found.base;
  if (other.kind === 'base' && (await isIn(repository, other.base.commit, commit))) {
    // It decides what is new, but never who judges.
    return { kind: 'base', base: { ...other.base, judge } };
  }
  return { ...found, ignoredSetting: workspace };
}

/**
 * The base that a setting names, as it is: here a person sees which one it is, so a branch is a
 * revision like others, and a target that nothing names is guessed.
 * @param setting empty for the merge base of HEAD and the default branch, or for HEAD without one
 * @throws GitError
 */
export async function baseNamed(repository: Repository, setting: string): Promise<BaseReading> {
  if (setting !== '' && !isRevision(setting)) return none({ kind: 'notARevision' });
  const target = await defaultBranch(repository);
  if (setting !== '') {
    const named = await meaningOf(repository, setting).catch(unlessNoBase);
    if (named === undefined) return none({ kind: 'unknownRevision', name: setting });
    const own = { name: setting, commit: named.commit };
    // A branch of a remote that the user has chosen judges itself.
    const isRemote = named.isBranch && named.name.startsWith('refs/remotes/');
    const judge = isRemote ? { name: named.name, commit: named.commit } : (target ?? own);
    return { kind: 'base', base: { ...own, judge } };
  }
  const head = await commitOf(repository, 'HEAD');
  if (head === undefined) return none({ kind: 'noCommit' });
  const parted = target && (await mergeBaseOf(repository, head, target.commit));
  if (target !== undefined && parted !== undefined) {
    return { kind: 'base', base: { name: shortName(target.name), commit: parted, judge: target } };
  }
  const own = { name: 'HEAD', commit: head };
  if (target === undefined) return { kind: 'base', base: { ...own, judge: own } };
  return { kind: 'base', base: { ...own, judge: target, isMergeBaseMissing: true } };
}

const none = (reason: NoBase): BaseReading => ({ kind: 'none', reason });

/**
 * The default branch of `origin` or of the only remote, else a branch with a usual name. A fork's
 * remote never counts, whatever the current branch tracks.
 * @throws GitError
 */
export async function defaultBranch(repository: Repository): Promise<Tip | undefined> {
  const remote = await remoteOf(repository).catch(unlessNoBase);
  const names = usualIn('refs/heads/');
  if (remote !== undefined) {
    const scope = `refs/remotes/${remote}/`;
    const named = await defaultOf(repository, scope);
    if (named !== undefined) return named;
    names.unshift(...usualIn(scope));
  }
  const [usual] = await tipsNamed(repository, names);
  return usual;
}

function unlessNoBase(error: unknown): undefined {
  if (!(error instanceof NoBaseError)) throw error;
}
