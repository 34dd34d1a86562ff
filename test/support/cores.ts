import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CoreMessage, CoreOptions } from './coreProcess.ts';

/** A core in a process of its own, by whose id it is stopped and killed. */
export interface Core {
  readonly messages: readonly CoreMessage[];
  /** Resolves with the first message that is meant; never where the core ends before. */
  until(isMeant: (message: CoreMessage) => boolean): Promise<CoreMessage>;
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Signs the user out, which it reports. */
  signOut(): void;
  kill(): Promise<void>;
}

const source = fileURLToPath(new URL('coreProcess.ts', import.meta.url));

/** @param program `coreProcess.ts`, or a bundle of it */
export function startCore(options: CoreOptions, program = source): Core {
  const child: ChildProcess = fork(program, [], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const messages: CoreMessage[] = [];
  const listeners = new Set<(message: CoreMessage) => void>();
  child.on('message', (message: CoreMessage) => {
    messages.push(message);
    for (const listener of listeners) listener(message);
  });
  // A core that is killed at once receives nothing, and needs nothing.
  child.send(options, () => undefined);
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return {
    messages,
    until(isMeant) {
      const { promise, resolve } = Promise.withResolvers<CoreMessage>();
      const known = messages.find(isMeant);
      if (known !== undefined) resolve(known);
      listeners.add((message) => {
        if (isMeant(message)) resolve(message);
      });
      return promise;
    },
    signal(name) {
      if (!hasEnded()) child.kill(name);
    },
    signOut() {
      if (!hasEnded()) child.send('sign out', () => undefined);
    },
    async kill() {
      if (hasEnded()) return;
      const ended = once(child, 'exit');
      // Takes effect on a stopped process, too.
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** A folder for one ledger, gone after the work. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'address-risk-cores-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
