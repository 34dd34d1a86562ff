import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { bareEnvironment } from '../harness/processes.ts';

/** The command line: as it is published if that was built for all suites, else from its source. */
export const program =
  process.env['ADDRESS_RISK_CLI'] ?? join(import.meta.dirname, '../../src/cli/main.ts');

/** A command line in a process of its own. */
export interface CliProcess {
  readonly child: ChildProcess;
  /** What it has written to stderr so far. */
  readonly stderr: () => string;
  /** Its exit code; null if a signal ended it. */
  readonly end: Promise<{ readonly code: number | null; readonly stdout: string }>;
}

export function spawnCli(
  folder: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  input = '',
): CliProcess {
  const child = spawn(process.execPath, ['--no-warnings', program, ...args], {
    cwd: folder,
    env: { ...bareEnvironment, HOME: folder, ...env },
    stdio: 'pipe',
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const end = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout }));
  return { child, stderr: () => stderr, end };
}

/** A gateway or a sample service in a process of its own, and where it listens once it does. */
export function spawnServer(
  args: readonly string[],
  env: NodeJS.ProcessEnv = bareEnvironment,
  options: readonly string[] = ['--no-warnings'],
) {
  const child = spawn(process.execPath, [...options, program, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (bytes: Buffer) => (log += bytes.toString()));
  const lines = createInterface(child.stdout);
  const ended = once(child, 'close') as Promise<[code: number | null]>;
  const url = Promise.race([once(lines, 'line'), once(lines, 'close')]).then(
    ([line = '']: string[]) => {
      const [, place] = /^(?:Gateway|Sample service): (https?:\/\/\S+)$/.exec(line) ?? [];
      if (place === undefined) throw new Error(`${line} ${log}`);
      return place;
    },
  );
  /** Ends it without warning, as a crash would. */
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  return { child, lines, log: () => log, url, ended, kill };
}
