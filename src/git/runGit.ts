import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { GitError, type GitFault } from './gitError.ts';
import type { Repository } from './repository.ts';

/** Of one answer, in bytes. The listing of a million files has some 100 MiB. */
const mostOutput = 268_435_456;

const patienceMs = 60_000;

/**
 * What overrides the configuration of a repository. Whatever it names is a program of someone
 * else: hooks, a file monitor, filters, a pager, a helper of a transport.
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
  'submodule.recurse=false',
  'protocol.allow=never',
  'gc.auto=0',
  'log.showSignature=false',
];

/**
 * Nothing of the caller's `GIT_*`, and no configuration but the repository's own. Programs are found
 * by `PATH`; on Windows, they also need the folder of the system.
 */
export function gitEnvironment(from: NodeJS.ProcessEnv): Record<string, string> {
  const kept = ['PATH', 'Path', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP'];
  const inherited = kept.flatMap((name) => {
    const value = from[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(inherited),
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

/** Starts Git on a repository, by arguments and never by a shell. */
export function startGit(
  { top }: Repository,
  args: readonly string[],
): ChildProcessWithoutNullStreams {
  const fixed = ['--no-pager', '--literal-pathspecs', `--git-dir=${join(top, '.git')}`];
  const set = overrides.flatMap((override) => ['-c', override]);
  return spawn('git', [...fixed, `--work-tree=${top}`, ...set, ...args], {
    cwd: top,
    env: gitEnvironment(process.env),
    stdio: 'pipe',
    windowsHide: true,
  });
}

/**
 * What Git prints, as bytes.
 * @returns undefined if it ends with a status other than 0, which says that something is not there
 * @throws GitError
 */
export async function runGit(
  repository: Repository,
  args: readonly string[],
): Promise<Buffer | undefined> {
  const [command = ''] = args;
  const child = startGit(repository, args);
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | undefined>();
  const chunks: Buffer[] = [];
  let length = 0;
  const fail = (fault: GitFault): void => {
    child.kill('SIGKILL');
    reject(new GitError(fault, command));
  };
  const timer = setTimeout(() => fail('late'), patienceMs);
  child.on('error', (error: NodeJS.ErrnoException) =>
    fail(error.code === 'ENOENT' ? 'missing' : 'failed'),
  );
  child.stdin.on('error', () => undefined);
  child.stdin.end();
  child.stderr.resume();
  child.stdout.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > mostOutput) fail('tooMuch');
    else chunks.push(chunk);
  });
  child.on('close', (code) => resolve(code === 0 ? Buffer.concat(chunks) : undefined));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}
