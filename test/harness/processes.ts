import { spawn } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';

/** How much of a process's output is kept to explain its failure, in characters. */
const keptOutput = 20_000;

/** A process's output: the last {@link keptOutput} characters of both streams. */
export function keepOutput(child: ChildProcess): () => string {
  let kept = '';
  const keep = (text: string) => (kept = (kept + text).slice(-keptOutput));
  child.stdout?.setEncoding('utf8').on('data', keep);
  child.stderr?.setEncoding('utf8').on('data', keep);
  return () => kept;
}

/**
 * Runs a command to its end and returns what it printed.
 * @throws if it cannot be started or does not exit with 0; the message holds the end of its output.
 */
export async function run(
  command: string,
  args: string[],
  options: SpawnOptions = {},
): Promise<string> {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = keepOutput(child);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === 0) return output();
  throw new Error(`${command} ${args.join(' ')} ended with ${String(code)}:\n${output()}`);
}

/** The environment without what npm, a test runner or a surrounding VS Code has put there. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(npm_|VSCODE_|ELECTRON_|NODE_OPTIONS$|NODE_TEST_CONTEXT$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

/** The little that a process needs which is to see nothing else: programs, and code compiled before. */
export const bareEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);

interface ProcessEntry {
  pid: number;
  parent: number;
  commandLine: string;
}

/** Every process below the given one, parents before children. */
export async function descendants(pid: number): Promise<ProcessEntry[]> {
  const all = await listProcesses();
  const below = (parent: number): ProcessEntry[] =>
    all.filter((entry) => entry.parent === parent).flatMap((entry) => [entry, ...below(entry.pid)]);
  return below(pid);
}

async function listProcesses(): Promise<ProcessEntry[]> {
  if (process.platform === 'win32') {
    const rows = await run('powershell', [
      '-NoProfile',
      '-Command',
      'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId) $($_.ParentProcessId) $($_.CommandLine)" }',
    ]);
    return parseRows(rows);
  }
  // A bare Debian has no `ps`, but it always has /proc.
  if (process.platform !== 'linux') return parseRows(await run('ps', ['-axo', 'pid=,ppid=,args=']));
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const entries = await Promise.all(pids.map(readProcEntry));
  return entries.filter((entry) => entry !== undefined);
}

function parseRows(rows: string): ProcessEntry[] {
  return [...rows.matchAll(/^\s*(\d+)\s+(\d+)\s+(.*)$/gm)].map(
    ([, pid, parent, commandLine = '']) => ({
      pid: Number(pid),
      parent: Number(parent),
      commandLine,
    }),
  );
}

async function readProcEntry(pid: number): Promise<ProcessEntry | undefined> {
  try {
    const [stat, commandLine] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
    ]);
    // The second field is the program's name in parentheses, and may itself hold spaces and
    // parentheses; the parent's id is the second field after it.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    return { pid, parent, commandLine: commandLine.replaceAll('\0', ' ').trim() };
  } catch {
    return undefined; // It ended between the listing and the look at it.
  }
}

/** Sends a signal to a process; one that has already ended isn't an error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * Ends a process started with `detached: true` with all its descendants, and returns when it is
 * gone. Processes outside the group (a service that was started to outlive its parent) are found by
 * walking down from the process first.
 */
export async function endTree(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const below = (await descendants(pid)).map((entry) => entry.pid);
  const closed = once(child, 'exit');
  // Windows has no process groups; there a signal ends the process at once.
  const group = process.platform === 'win32' ? pid : -pid;
  signal(group, 'SIGTERM');
  const impatience = setTimeout(() => signal(group, 'SIGKILL'), 3000);
  await closed;
  clearTimeout(impatience);
  for (const id of below) signal(id, 'SIGKILL');
}
