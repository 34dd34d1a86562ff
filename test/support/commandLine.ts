import { takeCredentials } from '../../src/cli/credentials.ts';
import { dispatch } from '../../src/cli/dispatch.ts';
import { systemClock } from '../../src/lookups/clock.ts';
import type { Terminal } from '../../src/cli/terminal.ts';

export interface CommandEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in this process, as a user in a folder would. */
export async function commandLine(
  folder: string,
  args: readonly string[],
  env: Terminal['env'] = {},
  changes: Partial<Terminal> = {},
): Promise<CommandEnd> {
  let stdout = '';
  let stderr = '';
  const left = { ...env };
  const credentials = takeCredentials(left);
  const { signal } = new AbortController();
  const code = await dispatch(args, {
    ...{ folder, env: left, credentials, isInteractive: false, hasColor: false },
    clock: systemClock,
    write(text) {
      stdout += text;
      return Promise.resolve();
    },
    note: (line) => (stderr += `${line}\n`),
    exitWhenInterrupted: () => undefined,
    interrupted: () => signal,
    progress: () => undefined,
    ...changes,
  });
  return { code, stdout, stderr };
}
