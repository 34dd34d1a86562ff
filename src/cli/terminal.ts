import { resolve } from 'node:path';
import { systemClock, type Clock } from '../lookups/clock.ts';
import { visible } from '../words/visible.ts';
import { takeCredentials, type GivenCredentials } from './credentials.ts';
import { exitCodes, UsageError } from '../options/usageError.ts';
import { LinkError, writeResultFile } from './resultFile.ts';

/** Where a command reads from and writes to. */
export interface Terminal {
  /** The folder that the user is in; npm runs scripts in that of the package. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly credentials: GivenCredentials;
  /** Whether progress is shown, and lines are overwritten. */
  readonly isInteractive: boolean;
  readonly hasColor: boolean;
  readonly clock: Clock;
  /** Writes a part of the result, and waits until it is taken. */
  write(text: string): Promise<void>;
  /** Writes a line that is not the result. */
  note(line: string): void;
  /** From here on, an interruption ends the process at once, unless `interrupted` is called. */
  exitWhenInterrupted(): void;
  /** Aborted when the user ends the command, which then ends in its own way. */
  interrupted(): AbortSignal;
  /** Shows progress in lines, which the next ones replace; none removes them. */
  progress(lines: readonly string[]): void;
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const { env, stderr, stdout } = process;
  const credentials = takeCredentials(env);
  const isInteractive = stderr.isTTY;
  let openLines = 0;
  let interruption: AbortSignal | undefined;
  const clear = (): void => {
    if (openLines > 0) stderr.write(`\r${'\u001b[2K\u001b[1A'.repeat(openLines - 1)}\u001b[2K`);
    openLines = 0;
  };
  const exit = (): void => {
    clear();
    process.exit(exitCodes.interrupted);
  };
  return {
    folder: resolve(env['INIT_CWD'] ?? '.'),
    env,
    credentials,
    isInteractive,
    hasColor: stdout.isTTY && (env['NO_COLOR'] ?? '') === '',
    clock: systemClock,
    write(text) {
      return new Promise((done) => {
        // The callback comes for a pipe that was closed too, for which no event may come anymore.
        if (stdout.write(text, () => done())) done();
      });
    },
    note(line) {
      clear();
      stderr.write(`${line.split('\n').map(safe).join('\n')}\n`);
    },
    exitWhenInterrupted() {
      for (const name of interruptions) process.once(name, exit);
    },
    interrupted() {
      for (const name of interruptions) process.off(name, exit);
      return (interruption ??= interruptionOf());
    },
    progress(lines) {
      if (!isInteractive) return;
      clear();
      openLines = lines.length;
      // A line that wraps would be two.
      const most = (stderr.columns || 80) - 1;
      stderr.write(lines.map((line) => line.slice(0, most)).join('\n'));
    },
  };
}

const interruptions = ['SIGINT', 'SIGTERM'] as const;

function interruptionOf(): AbortSignal {
  const controller = new AbortController();
  // A second one ends the process at once.
  for (const name of interruptions) process.once(name, () => controller.abort());
  return controller.signal;
}

/**
 * Text of a repository on one line of a terminal or of a CI log: what cannot be seen is shown by its
 * number, and nothing in it begins a command of a CI system.
 */
export function safe(text: string): string {
  return visible(text).replaceAll('##', '#⟨U+0023⟩').replaceAll('::', ':⟨U+003A⟩');
}

/** Writes a result to a file, or where results go. */
export async function writeResult(
  terminal: Terminal,
  text: string,
  output: string | undefined,
): Promise<void> {
  if (output === undefined) return terminal.write(text);
  try {
    await writeResultFile(terminal.folder, output, text);
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    const reason = error instanceof LinkError ? 'its path has a link of the checkout' : code;
    throw new UsageError(`${JSON.stringify(output)} cannot be written: ${reason}.`);
  }
}
