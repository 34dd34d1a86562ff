import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { systemClock, type Clock } from '../lookups/clock.ts';
import { visible } from '../words/visible.ts';
import { takeCredentials, type GivenCredentials } from './credentials.ts';
import { UsageError } from './usageError.ts';

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
  /** Aborted when the user ends the command; the first call installs the handler. */
  interrupted(): AbortSignal;
  /** Shows progress in one line, which the next one replaces; null removes it. */
  progress(line: string | null): void;
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const { env, stderr, stdout } = process;
  const credentials = takeCredentials(env);
  const isInteractive = stderr.isTTY;
  let isOpen = false;
  let interruption: AbortSignal | undefined;
  const clear = (): void => {
    if (isOpen) stderr.write('\r\u001b[2K');
    isOpen = false;
  };
  return {
    folder: resolve(env['INIT_CWD'] ?? '.'),
    env,
    credentials,
    isInteractive,
    hasColor: stdout.isTTY && (env['NO_COLOR'] ?? '') === '',
    clock: systemClock,
    write(text) {
      if (stdout.write(text)) return Promise.resolve();
      return new Promise((done) => stdout.once('drain', done));
    },
    note(line) {
      clear();
      stderr.write(`${line}\n`);
    },
    interrupted: () => (interruption ??= interruptionOf()),
    progress(line) {
      if (!isInteractive) return;
      clear();
      if (line === null) return;
      isOpen = true;
      stderr.write(line.slice(0, (stderr.columns || 80) - 1));
    },
  };
}

function interruptionOf(): AbortSignal {
  const controller = new AbortController();
  // A second one ends the process at once.
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());
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
    await writeFile(resolve(terminal.folder, output), text);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      `${JSON.stringify(output)} cannot be written: ${code ?? 'unknown error'}.`,
    );
  }
}
