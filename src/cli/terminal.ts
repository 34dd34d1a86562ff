import { basename, resolve, dirname, join, relative } from 'node:path';
import { systemClock, type Clock } from '../paid/clock.ts';
import { visible } from '../messages/visible.ts';
import { exitCodes, UsageError } from '../options/options.ts';
import { realpath, stat, writeFile } from 'node:fs/promises';
import type { Skipped } from '../folder/list.ts';
import { findRepository } from '../git/repository.ts';
import { replaceFile } from '../paths/replaceFile.ts';
import { isBelow, pathFrom, realPathOf } from '../paths/inside.ts';
import { readSync } from 'node:fs';

/** Where a command reads from and writes to. */
export interface Terminal {
  /** The user's folder; npm runs scripts in the package's folder. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly credentials: ReturnType<typeof takeCredentials>;
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
  /** Shows progress lines that the next ones replace. They are never removed. */
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
 * Makes repository text safe for one line of a terminal or a CI log: shows invisible characters by
 * number, and prevents CI commands.
 */
export function safe(text: string): string {
  return visible(text).replaceAll('##', '#⟨U+0023⟩').replaceAll('::', ':⟨U+003A⟩');
}

/** Quoted: a name may hold line breaks, and sequences that a terminal obeys. */
export function skippedText({ path, reason }: Skipped): string {
  return `Skipped ${JSON.stringify(path)}: ${reason}`;
}

export const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

/** Writes a result to a file or to the output, and warns if commands will read that file. */
export async function writeResult(
  terminal: Terminal,
  text: string,
  output: string | undefined,
): Promise<void> {
  if (output === undefined) return terminal.write(text);
  try {
    await writeResultFile(terminal.folder, output, text);
  } catch (error) {
    const reason =
      error instanceof LinkError ? 'its path has a link of the checkout' : writeProblem(error);
    throw new UsageError(`${JSON.stringify(output)} cannot be written: ${reason}.`);
  }
  if (await isRead(terminal.folder, output)) terminal.note(readAgainText);
}

const readAgainText =
  'The result is in a folder that check and other commands read, with its addresses. Write it outside, or add it to .gitignore.';

/** Whether a file is among those that commands read in a folder or its repository. */
async function isRead(folder: string, output: string): Promise<boolean> {
  const { wantedPaths } = await import('../folder/list.ts');
  const here = realPathOf(folder) ?? folder;
  const root = findRepository(here)?.top ?? here;
  const given = resolve(here, output);
  const file = join(realPathOf(dirname(given)) ?? dirname(given), basename(given));
  const paths = isBelow(root, file) ? [pathFrom(root, file)] : [];
  return wantedPaths({ paths, ignores: { root } }).paths.length > 0;
}

/** Why a file was not written, as the end of a sentence. @param error of the file system */
export function writeProblem(error: unknown): string {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  return writeProblems[code] ?? code;
}

const writeProblems: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'a part of its path is a file and not a folder',
  EEXIST: 'something else has its name',
  EISDIR: 'it is a folder',
  EACCES: 'you have no permission to write there',
  EPERM: 'you have no permission to write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your disk quota is used up',
};

export class LinkError extends Error {
  override readonly name = 'LinkError';
}

/**
 * The change decides what links a checkout has: below its top, none is followed.
 *
 * @param top without links
 * @throws LinkError
 */
export async function requireNoLink(top: string, parent: string): Promise<void> {
  for (let at = parent; at !== top && isBelow(top, at); at = dirname(at)) {
    const real = await realpath(at).catch(() => undefined);
    if (real !== undefined && real !== at) throw new LinkError();
    if (real !== undefined) return;
  }
}

/**
 * Writes a result. Inside the checkout, a link in its place is replaced; elsewhere it is followed,
 * since users have links of their own and devices such as `/dev/stdout`.
 *
 *  @param folder the user's working folder
 * @throws LinkError, or the error of the file system
 */
async function writeResultFile(folder: string, output: string, text: string): Promise<void> {
  const here = await realpath(folder);
  const top = await realpath(findRepository(here)?.top ?? here);
  const given = resolve(folder, output);
  const file = isBelow(folder, given) ? join(here, relative(folder, given)) : given;
  if (isBelow(top, file)) {
    await requireNoLink(top, dirname(file));
    return replaceFile(file, text);
  }
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return replaceFile(file, text);
  return found.isFile() ? replaceFile(await realpath(file), text) : writeFile(file, text);
}

const names = {
  url: 'ADDRESS_RISK_URL',
  tenant: 'ADDRESS_RISK_TENANT',
  key: 'ADDRESS_RISK_KEY',
} as const;

/** Takes the credentials out of an environment, so that no process that is started from it has them. */
export function takeCredentials(env: Record<string, string | undefined>) {
  const take = (name: string): string | undefined => {
    const value = env[name];
    Reflect.deleteProperty(env, name);
    return value === '' ? undefined : value;
  };
  return { url: take(names.url), tenant: take(names.tenant), key: take(names.key) };
}

/** Restores the credentials in an environment, for code that reads them there. */
export function withCredentials(
  env: Readonly<Record<string, string | undefined>>,
  { url, tenant, key }: Terminal['credentials'],
): Record<string, string | undefined> {
  return { ...env, [names.url]: url, [names.tenant]: tenant, [names.key]: key };
}

/** In bytes. */
const maxKeyLength = 4_096;

/** Reads a key from an open file, such as a pipe that a CI system fills. @throws UsageError */
export function keyFrom(fd: number): string {
  const buffer = Buffer.alloc(maxKeyLength);
  let length = 0;
  try {
    for (let read = -1; read !== 0 && length < maxKeyLength; length += read) {
      read = readSync(fd, buffer, length, maxKeyLength - length, null);
    }
  } catch {
    throw new UsageError(`--key-fd: nothing can be read from ${fd}.`);
  }
  const text = buffer.toString('utf8', 0, length);
  buffer.fill(0);
  return text.replace(/\r?\n$/, '');
}
