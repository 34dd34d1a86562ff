import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs';
import { getSystemErrorMap } from 'node:util';

export type FileReading =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | {
      readonly kind: 'notAFile' | 'tooLarge' | 'unreadable';
      /** In the words of a sentence. */
      readonly reason: string;
    };

/** Text of this many bytes fits into a string, and into the memory that Node takes by default. */
export const largestFile = 268_435_456;

/** Of what is not there on every system. */
const flags = constants as Partial<Record<'O_NONBLOCK' | 'O_NOFOLLOW', number>>;
/** What was a file a moment ago may be a pipe now: then opening must not wait. */
const reading = constants.O_RDONLY | (flags.O_NONBLOCK ?? 0);

/**
 * Reads a file if it is a regular one. A pipe, a device, or a socket is never opened: opening a
 * pipe waits for a writer, and reading takes what is in it from its reader.
 *
 * @param largest in bytes
 * @param allocate a buffer of at least a size, which is used until the next read
 */
export function readRegularFile(
  path: string,
  largest: number,
  allocate?: (size: number) => Buffer,
): FileReading {
  try {
    if (!statSync(path).isFile()) return notRegular;
  } catch (error) {
    return { kind: 'unreadable', reason: reasonOf(error) };
  }
  return readOpened(path, reading, largest, allocate);
}

/** The same for what a listing had as a regular file; a link that it may be now is not followed. */
export function readListedFile(
  path: string,
  largest: number,
  allocate: (size: number) => Buffer,
): FileReading {
  return readOpened(path, reading | (flags.O_NOFOLLOW ?? 0), largest, allocate);
}

function readOpened(
  path: string,
  how: number,
  largest: number,
  allocate: ((size: number) => Buffer) | undefined,
): FileReading {
  let file: number | undefined;
  try {
    file = openSync(path, how);
    const stats = fstatSync(file);
    if (!stats.isFile()) return notRegular;
    if (stats.size > largest) {
      return { kind: 'tooLarge', reason: `larger than ${largest / 1_048_576} MiB` };
    }
    // A file of the system may have a size of 0 and a content.
    const isWhole = allocate === undefined || stats.size === 0;
    return {
      kind: 'bytes',
      bytes: isWhole ? readFileSync(file) : readInto(file, stats.size, allocate),
    };
  } catch (error) {
    return { kind: 'unreadable', reason: reasonOf(error) };
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function readInto(file: number, size: number, allocate: (size: number) => Buffer): Buffer {
  const buffer = allocate(size);
  let length = 0;
  for (let read = -1; read !== 0 && length < size; length += read) {
    read = readSync(file, buffer, length, size - length, null);
  }
  return buffer.subarray(0, length);
}

const notRegular = { kind: 'notAFile', reason: 'not a regular file' } as const;

/** What an error of the file system says, without the path that Node puts behind it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const { errno } = error as NodeJS.ErrnoException;
  const [, text] = (errno === undefined ? undefined : getSystemErrorMap().get(errno)) ?? [];
  return text ?? error.message;
}
