import {
  closeSync,
  constants,
  fstat,
  fstatSync,
  open,
  openSync,
  read,
  readSync,
  realpathSync,
} from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { largestFile, readingOf, type TextReading } from './fileText.ts';

/** Not `FileHandle`: for a small file, its objects cost as much as reading it. */
const later = { open: promisify(open), stat: promisify(fstat), read: promisify(read) };

/** A call to the disk, in both ways: a thread of its own can wait, the extension host cannot. */
interface Step {
  readonly now: () => unknown;
  readonly later: () => Promise<unknown>;
}

type Steps<T> = Generator<Step, T, unknown>;

/**
 * Reads text files of a folder on the disk. Follows no link: it may lead out of the folder, or back
 * into it. The rules are the same whether the reader waits for the disk or not.
 */
export class DiskReader {
  readonly #root: string;
  readonly #allocate: (size: number) => Buffer;
  #realRoot: string | undefined;
  /** Whether folders are really in the root. Each of their files needs it. */
  readonly #folders = new Map<string, boolean>();

  /** @param allocate a buffer for the bytes of a file, of at least a size; used until the next read */
  constructor(
    root: string,
    allocate: (size: number) => Buffer = (size) => Buffer.allocUnsafe(size),
  ) {
    this.#root = root;
    this.#allocate = allocate;
  }

  /** @param path absolute */
  async read(path: string): Promise<TextReading> {
    try {
      return await runLater(this.#steps(path));
    } catch (error) {
      return noneAfter(error);
    }
  }

  /** The same, and blocks the thread meanwhile. */
  readNow(path: string): TextReading {
    try {
      return runNow(this.#steps(path));
    } catch (error) {
      return noneAfter(error);
    }
  }

  /** A folder may have become a link. */
  forget(): void {
    this.#folders.clear();
  }

  *#steps(path: string): Steps<TextReading> {
    if (!(yield* this.#isInside(dirname(path)))) return { kind: 'other' };
    const names = constants as Partial<Record<'O_NONBLOCK' | 'O_NOFOLLOW', number>>;
    // A pipe would wait for a writer.
    const flags = constants.O_RDONLY | (names.O_NONBLOCK ?? 0) | (names.O_NOFOLLOW ?? 0);
    const file = yield* call(
      () => openSync(path, flags),
      () => later.open(path, flags),
    );
    try {
      const stats = yield* call(
        () => fstatSync(file),
        () => later.stat(file),
      );
      if (!stats.isFile()) return { kind: 'other' };
      const { size } = stats;
      if (size > largestFile) return { kind: 'tooLarge' };
      const buffer = this.#allocate(size);
      // What is appended meanwhile is an event of its own.
      const length = yield* call(
        () => readSync(file, buffer, 0, size, 0),
        async () => (await later.read(file, buffer, 0, size, 0)).bytesRead,
      );
      return readingOf(buffer.subarray(0, length));
    } finally {
      // At once: nothing was written that could delay it, and a thread of the pool would.
      closeSync(file);
    }
  }

  *#isInside(folder: string): Steps<boolean> {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    this.#realRoot ??= yield* realPathOf(this.#root);
    const below = relative(this.#realRoot, yield* realPathOf(folder));
    const isInside = below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below);
    this.#folders.set(folder, isInside);
    return isInside;
  }
}

/** What is gone is nothing that was left out. */
function noneAfter(error: unknown): TextReading {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return { kind: code === 'ENOENT' || code === 'ENOTDIR' ? 'gone' : 'other' };
}

const realPathOf = (path: string): Steps<string> =>
  call(
    () => realpathSync.native(path),
    () => realpath(path),
  );

function* call<T>(now: () => T, inPool: () => Promise<T>): Steps<T> {
  return (yield { now, later: inPool }) as T;
}

function runNow<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (step.done !== true) {
    let answer: unknown;
    try {
      answer = step.value.now();
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next(answer);
  }
  return step.value;
}

async function runLater<T>(steps: Steps<T>): Promise<T> {
  let step = steps.next();
  while (step.done !== true) {
    let answer: unknown;
    try {
      answer = await step.value.later();
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next(answer);
  }
  return step.value;
}
