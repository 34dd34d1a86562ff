import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { program } from '../../support/cliProcess.ts';

export interface ServiceProcess {
  readonly url: string;
  /** Ends it without warning, as a crash would. */
  kill(): Promise<void>;
}

/** `npm run sample-service` without npm, which would stand between us and the process. */
export async function spawnService(args: readonly string[]): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [program, 'sample-service', ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^Sample service: (http:\/\/127\.0\.0\.1:\d+)$/.exec(line)?.[1];
    if (url !== undefined) return { url, kill: () => killed(child) };
  }
  throw new Error('The service ended before it listened');
}

/** Runs it to its end, for what it says when it cannot start. */
export async function runService(
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly stderr: string }> {
  const child = spawn(process.execPath, [program, 'sample-service', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stderr };
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
