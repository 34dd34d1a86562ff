import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { devNull } from 'node:os';
import { join } from 'node:path';
import type { Repository } from './repository.ts';

/**
 * `missing`: Git isn't installed. `failed`: Git reports an error. `noObject`: Git lacks a required
 * object. `tooMuch`: more output than allowed. `late`: timeout.
 */
type GitFault = 'missing' | 'failed' | 'noObject' | 'tooMuch' | 'late';

export class GitError extends Error {
  override readonly name = 'GitError';
  readonly fault: GitFault;
  /** The command of Git. */
  readonly command: string;
  /**
   * Git's error message on one line; empty if there is none. It may contain text of the repository.
   */
  readonly report: string;

  constructor(fault: GitFault, command: string, report = '') {
    super(`git ${command}: ${fault}`);
    this.fault = fault;
    this.command = command;
    this.report = report;
  }
}

/** Of one response, in bytes. The listing of a million files has some 100 MiB. */
const maxOutput = 268_435_456;

/** Of what Git reports beside it. */
const maxReport = 4_096;

const timeoutMs = 60_000;

/**
 * Overrides parts of the repository's configuration that run someone else's programs: hooks, a file
 * monitor, a pager, a transport helper. Filters stay, because only comparisons with the work tree
 * run them, and only the editor does that, in a workspace that the user trusts.
 */
const overrides = [
  'core.fsmonitor=false',
  `core.hooksPath=${devNull}`,
  `core.attributesFile=${devNull}`,
  `core.excludesFile=${devNull}`,
  'core.pager=cat',
  'core.quotePath=false',
  'core.alternateRefsCommand=false',
  'diff.external=',
  'diff.colorMoved=no',
  `diff.orderFile=${devNull}`,
  'blame.ignoreRevsFile=',
  'submodule.recurse=false',
  'protocol.allow=never',
  'gc.auto=0',
  'log.showSignature=false',
];

/**
 * Drops the caller's `GIT_*` variables and all configuration except the repository's own. On
 * Windows, programs also need the system folder.
 *
 *  @param path folders of programs, without those of a checkout
 */
export function gitEnvironment(from: NodeJS.ProcessEnv, path: string): Record<string, string> {
  const kept = ['SystemRoot', 'TMPDIR', 'TEMP', 'TMP'];
  const inherited = kept.flatMap((name) => {
    const value = from[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(inherited),
    PATH: path,
    LC_ALL: 'C',
    HOME: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_SYSTEM: devNull,
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    // An empty list: no transport at all.
    GIT_ALLOW_PROTOCOL: '',
    GIT_PAGER: 'cat',
  };
}

/** Input of a Git command besides the repository. */
export interface GitInput {
  /** An index in the place of the usual one; absolute. */
  readonly index?: string | undefined;
  readonly stdin?: Buffer;
}

/** Starts Git on a repository, by arguments and never by a shell. @throws GitError */
export function startGit(
  { top, programs: { git, path } }: Repository,
  args: readonly string[],
  { index }: GitInput = {},
): ChildProcessWithoutNullStreams {
  if (git === undefined) throw new GitError('missing', args[0] ?? '');
  const fixed = ['--no-pager', '--literal-pathspecs', `--git-dir=${join(top, '.git')}`];
  const set = overrides.flatMap((override) => ['-c', override]);
  const env = gitEnvironment(process.env, path);
  return spawn(git, [...fixed, `--work-tree=${top}`, ...set, ...args], {
    cwd: top,
    env: index === undefined ? env : { ...env, GIT_INDEX_FILE: index },
    stdio: 'pipe',
    windowsHide: true,
  });
}

/** Runs Git and returns its output as bytes. @throws GitError also for a nonzero exit status */
export async function runGit(
  repository: Repository,
  args: readonly string[],
  input?: GitInput,
): Promise<Buffer> {
  const { code, output, report } = await ended(repository, args, input);
  if (code === 0) return output;
  throw errorOf(args[0] ?? '', report);
}

/**
 * Like `runGit`, for questions that Git answers with exit status 1 if there is no such thing.
 * @throws GitError
 */
export async function askGit(
  repository: Repository,
  args: readonly string[],
): Promise<Buffer | undefined> {
  const { code, output, report } = await ended(repository, args);
  if (code === 0) return output;
  if (code === 1 && report === '') return undefined;
  throw errorOf(args[0] ?? '', report);
}

/** Words of Git for an object that it needs and does not have, or cannot read. */
const noObject =
  /bad object|bad tree|missing|unable to (?:read|unpack)|could not (?:read|fetch)|not a tree object|corrupt|loose object|does not (?:match|exist)|packfile/i;

function errorOf(command: string, report: string): GitError {
  return new GitError(noObject.test(report) ? 'noObject' : 'failed', command, report);
}

interface Ended {
  /** Null: it was ended by a signal. */
  readonly code: number | null;
  readonly output: Buffer;
  readonly report: string;
}

async function ended(
  repository: Repository,
  args: readonly string[],
  input?: GitInput,
): Promise<Ended> {
  const [command = ''] = args;
  const child = startGit(repository, args, input);
  const { promise, resolve, reject } = Promise.withResolvers<Ended>();
  const chunks: Buffer[] = [];
  let length = 0;
  let report = '';
  const fail = (fault: GitFault): void => {
    child.kill('SIGKILL');
    reject(new GitError(fault, command));
  };
  const timer = setTimeout(() => fail('late'), timeoutMs);
  child.on('error', (error: NodeJS.ErrnoException) =>
    fail(error.code === 'ENOENT' ? 'missing' : 'failed'),
  );
  child.stdin.on('error', () => undefined);
  child.stdin.end(input?.stdin);
  child.stderr.on('data', (chunk: Buffer) => {
    report += chunk.toString('utf8').slice(0, maxReport - report.length);
  });
  child.stdout.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxOutput) fail('tooMuch');
    else chunks.push(chunk);
  });
  child.on('close', (code) =>
    resolve({ code, output: Buffer.concat(chunks), report: report.trim().replaceAll(/\s+/g, ' ') }),
  );
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}
