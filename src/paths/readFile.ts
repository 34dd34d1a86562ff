import { createHash } from 'node:crypto';
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
import { diskPathOf } from './fileName.ts';

export type FileReading =
  | {
      readonly kind: 'bytes';
      readonly bytes: Buffer;
      /** Whether they are the target of a symbolic link. */
      readonly isLink?: boolean;
    }
  | {
      readonly kind: 'notAFile' | 'tooLarge' | 'unreadable';
      /** In the words of a sentence. */
      readonly reason: string;
    };

/**
 * In bytes: fits into a string, and into Node's default memory. Larger files are read in slices.
 */
export const maxReadSize = 268_435_456;

const sliceBytes = 33_554_432;

/** How far before the end of a slice a byte that splits no address is searched for. */
const maxCutLength = 65_536;

/** Of what is not there on every system. */
const flags = constants as Partial<Record<'O_NONBLOCK' | 'O_NOFOLLOW', number>>;
/** The file may have become a pipe in the meantime, so opening must not block. */
const reading = constants.O_RDONLY | (flags.O_NONBLOCK ?? 0);
/** The same for what must not be a link by then. */
export const notFollowing = reading | (flags.O_NOFOLLOW ?? 0);

/**
 * Reads a file if it is regular. Pipes, devices, and sockets are never opened: opening a pipe waits
 * for a writer, and reading takes data from its real reader.
 *
 *  @param largest in bytes
 * @param allocate provides a buffer of at least a given size, used until the next read
 */
export function readRegularFile(
  path: string,
  largest: number,
  allocate?: (size: number) => Buffer,
): FileReading {
  return readOpened(path, reading, largest, allocate);
}

/** The same for what a listing had as a regular file; a link that it may be now is not followed. */
export function readListedFile(
  path: string,
  largest: number,
  allocate: (size: number) => Buffer,
): FileReading {
  return readOpened(path, notFollowing, largest, allocate);
}

function readOpened(
  path: string,
  how: number,
  largest: number,
  allocate?: (size: number) => Buffer,
): FileReading {
  let file: number | undefined;
  try {
    if (how === reading && !statSync(diskPathOf(path)).isFile()) return notRegular;
    file = openSync(diskPathOf(path), how);
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

/** The message of a file system error, without the path that Node appends. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const { errno } = error as NodeJS.ErrnoException;
  const [, text] = (errno === undefined ? undefined : getSystemErrorMap().get(errno)) ?? [];
  return text ?? error.message;
}

/** A file that is too large to be read at once. */
export interface LargeFile {
  /** Its parts, which split no address. Each is valid until the next one. */
  slices(): Iterable<Buffer>;
  /** Git's object name for its content. @param algorithm that of the repository */
  objectName(algorithm: 'sha1' | 'sha256'): string;
}

/** Both of its methods throw what the file system does. */
export const largeFileAt = (path: string): LargeFile => ({
  slices: () => slicesOf(path),
  objectName(algorithm) {
    const { size } = statSync(diskPathOf(path));
    const hashed = createHash(algorithm).update(`blob ${size}\0`);
    for (const bytes of slicesOf(path)) hashed.update(bytes);
    return hashed.digest('hex');
  },
});

function* slicesOf(path: string): Generator<Buffer> {
  const file = openSync(diskPathOf(path), notFollowing);
  try {
    const buffer = Buffer.allocUnsafeSlow(sliceBytes);
    for (let kept = 0; ;) {
      const read = readSync(file, buffer, kept, sliceBytes - kept, null);
      const length = kept + read;
      if (read !== 0 && length < sliceBytes) {
        kept = length;
        continue;
      }
      const end = read === 0 ? length : cutBefore(buffer);
      if (end > 0) yield buffer.subarray(0, end);
      if (read === 0) return;
      buffer.copy(buffer, 0, end, length);
      kept = length - end;
    }
  } finally {
    closeSync(file);
  }
}

/** Behind the last byte that is in no address, not even one in UTF-16. In a run without end, anywhere. */
function cutBefore(buffer: Buffer): number {
  const { length } = buffer;
  for (let at = length - 1; at >= length - maxCutLength; at--) {
    const byte = buffer[at] ?? 0;
    // `+`, `-`, and `/` are digits of base64.
    const isDigit = byte === 0x2b || byte === 0x2d || byte === 0x2f;
    if (byte !== 0 && byte < 0x30 && !isDigit) return at + 1;
  }
  return length;
}
