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

/** Whether the hash of an object begins with these digits; at least four. */
export async function isAnObject(repository: Repository, digits: string): Promise<boolean> {
  return (await linesOf(repository, ['rev-parse', `--disambiguate=${digits}`])).length > 0;
}

/** Where two commits parted; undefined if they have no common one, or a shallow clone lacks it. */
export function mergeBaseOf(
  repository: Repository,
  one: string,
  other: string,
): Promise<string | undefined> {
  return hashFrom(repository, ['merge-base', '--end-of-options', one, other]);
}

/** Whether a commit equals another one or is an ancestor of it. */
export async function isIn(
  repository: Repository,
  commit: string,
  other: string,
): Promise<boolean> {
  if (commit === other) return true;
  const args = ['merge-base', '--is-ancestor', '--end-of-options', commit, other];
  return (await askGit(repository, args)) !== undefined;
}

export async function isShallow(repository: Repository): Promise<boolean> {
  const text = await runGit(repository, ['rev-parse', '--is-shallow-repository']);
  return text.toString('latin1').trim() === 'true';
}

/** A branch, a tag, or another name of that kind. */
export interface Ref {
  /** In full. */
  readonly name: string;
  /** The full hash of its commit; undefined for a tag of another tag, of a file, or of a folder. */
  readonly commit: string | undefined;
  /** Of a symbolic name such as `refs/remotes/origin/HEAD`: the full name of the branch behind it. */
  readonly target: string | undefined;
}

/** The existing refs among some full names, in their order. @throws GitError */
export async function refsNamed(
  repository: Repository,
  names: readonly string[],
): Promise<readonly Ref[]> {
  if (names.length === 0) return [];
  // Git also lists what is below a name.
  const found = Map.groupBy(await refsIn(repository, names), ({ name }) => name);
  return names.flatMap((name) => found.get(name) ?? []);
}

/**
 * The branches or tags below some names.
 * @param scopes such as `refs/heads/`
 * @param options.commit one that they have; any if it is missing
 * @param options.newest how many, the most recent ones first; all if it is missing
 */
export async function tipsIn(
  repository: Repository,
  scopes: readonly string[],
  { commit, newest }: { readonly commit?: string; readonly newest?: number } = {},
): Promise<Tip[]> {
  const refs = await refsIn(repository, [
    ...(commit === undefined ? [] : [`--contains=${commit}`]),
    ...(newest === undefined ? [] : ['--sort=-creatordate', `--count=${newest}`]),
    ...scopes,
  ]);
  return refs.flatMap(({ name, commit: tip, target }) =>
    tip === undefined || target !== undefined ? [] : [{ name, commit: tip }],
  );
}

const refFormat = '%(objecttype)%(*objecttype) %(objectname) %(*objectname) %(refname) %(symref)';

async function refsIn(repository: Repository, args: readonly string[]): Promise<Ref[]> {
  const lines = await linesOf(repository, [...['for-each-ref', `--format=${refFormat}`], ...args]);
  return lines.map((line) => {
    const [type = '', hash = '', tagged = '', name = '', target = ''] = line.split(' ');
    // A tag with a message is an object of its own.
    const commit = /^(?:tag)?commit$/.test(type) ? tagged || hash : undefined;
    return { name, commit, target: target || undefined };
  });
}

/** The last commits of HEAD. */
export async function lastCommits(
  repository: Repository,
  most: number,
): Promise<{ readonly commit: string; readonly subject: string }[]> {
  const lines = await linesOf(repository, ['log', `--max-count=${most}`, '--format=%H %s']);
  return lines.map((line) => {
    const [commit = ''] = line.split(' ', 1);
    return { commit, subject: line.slice(commit.length + 1) };
  });
}

/**
 * The commit that last changed a line of a file; undefined if the line is not committed.
 * @param path below the top, with slashes
 * @param line from 1; changes of whitespace, such as line ends of Windows, don’t count
 * @throws GitError also for a file that is not in the repository
 */
export async function commitOfLine(
  repository: Repository,
  path: string,
  line: number,
): Promise<{ readonly hash: string; readonly at: number; readonly subject: string } | undefined> {
  const range = `-L${line},${line}`;
  const rows = await linesOf(repository, [
    ...['blame', '--porcelain', '--no-textconv', '-w', range, '--', path],
  ]);
  const valueOf = (name: string): string =>
    rows.find((row) => row.startsWith(`${name} `))?.slice(name.length + 1) ?? '';
  const hash = rows[0]?.split(' ', 1)[0] ?? '';
  if (!isHash(hash) || /^0+$/.test(hash)) return undefined;
  return { hash, at: Number(valueOf('committer-time')) * 1_000, subject: valueOf('summary') };
}

export const remotesOf = (repository: Repository): Promise<string[]> =>
  linesOf(repository, ['remote']);

/** The target of a symbolic ref such as `HEAD`; undefined if it isn't symbolic. */
export async function targetOf(repository: Repository, name: string): Promise<string | undefined> {
  const target = await askGit(repository, ['symbolic-ref', '--quiet', name]);
  return target?.toString('utf8').trim();
}

async function linesOf(repository: Repository, args: readonly string[]): Promise<string[]> {
  const text = (await runGit(repository, args)).toString('utf8');
  return text.split('\n').filter((line) => line !== '');
}
