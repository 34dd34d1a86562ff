import { takeCredentials, type Terminal } from '../../src/cli/terminal.ts';
import { dispatch } from '../../src/cli/dispatch.ts';
import { systemClock } from '../../src/paid/clock.ts';

export interface CommandEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The terminal of a command in this process, and what it has printed so far. */
export function terminalIn(folder: string, env: Terminal['env'], changes: Partial<Terminal> = {}) {
  const printed = { stdout: '', stderr: '' };
  const left = { ...env };
  const credentials = takeCredentials(left);
  const { signal } = new AbortController();
  const terminal: Terminal = {
    ...{ folder, env: left, credentials, isInteractive: false, hasColor: false },
    clock: systemClock,
    write(text) {
      printed.stdout += text;
      return Promise.resolve();
    },
    note: (line) => (printed.stderr += `${line}\n`),
    exitWhenInterrupted: () => undefined,
    interrupted: () => signal,
    progress: () => undefined,
    ...changes,
  };
  return { terminal, printed };
}

/** Runs a command line in this process, as a user in a folder would. */
export async function commandLine(
  folder: string,
  args: readonly string[],
  env: Terminal['env'] = {},
  changes: Partial<Terminal> = {},
): Promise<CommandEnd> {
  const { terminal, printed } = terminalIn(folder, env, changes);
  const code = await dispatch(args, terminal);
  return { code, ...printed };
}
