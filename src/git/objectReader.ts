import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { GitError, startGit } from './runGit.ts';
import type { Repository } from './repository.ts';

/** A line of `cat-file` is a hash, a kind, and a size. */
const maxHeader = 256;

const lineFeed = 0x0a;

/** How long Git may be silent. */
const timeoutMs = 60_000;

/** `cat-file`, and what it has printed that no one has taken yet. */
interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly chunks: AsyncIterator<Buffer, undefined>;
  rest: Buffer;
}

/**
 * Reads the contents of files by one process, one after the other. It runs no filter and no
 * conversion, and fetches nothing.
 */
export class ObjectReader {
  readonly #repository: Repository;
  #running: Running | undefined;
  /** The last read; it never rejects. */
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(repository: Repository) {
    this.#repository = repository;
  }

  /**
   * @param object the full name of a content
   * @param largest in bytes
   * @returns undefined if it is larger
   * @throws GitError also for one that is not there, as in a partial clone
   */
  read(object: string, largest: number): Promise<Buffer | undefined> {
    const reading = this.#last.then(() => this.#read(object, largest));
    // Git can have ended: without a lazy fetch, it does at the first object that a clone lacks.
    this.#last = reading.catch(() => this.#end());
    return reading;
  }

  async #read(object: string, largest: number): Promise<Buffer | undefined> {
    if (this.#isClosed) throw new GitError('noObject', 'cat-file');
    const running = (this.#running ??= start(this.#repository));
    running.child.stdin.write(`${object}\n`);
    const header = (await take(running, maxHeader, { end: lineFeed })).toString('latin1');
    const [, kind, digits] = /^[\da-f]+ (\w+) (\d+)\n$/.exec(header) ?? [];
    if (digits === undefined) throw new GitError('noObject', 'cat-file');
    const size = Number(digits);
    const isWanted = kind === 'blob' && size <= largest;
    const content = await take(running, size + 1, { isDropped: !isWanted });
    return isWanted ? content.subarray(0, size) : undefined;
  }

  /** Pending reads fail. */
  close(): void {
    this.#isClosed = true;
    this.#end();
  }

  #end(): void {
    this.#running?.child.kill('SIGKILL');
    this.#running = undefined;
  }
}

function start(repository: Repository): Running {
  const child = startGit(repository, ['cat-file', '--batch']);
  // Its output ends too.
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.stderr.resume();
  const chunks = child.stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  return { child, chunks, rest: Buffer.alloc(0) };
}

interface TakeOptions {
  /** Stop before the first byte of this value. */
  readonly end?: number;
  /** The bytes are read and thrown away. */
  readonly isDropped?: boolean;
}

/** @throws GitError if the process ends before, or is silent for too long */
async function take(
  running: Running,
  length: number,
  { end, isDropped = false }: TakeOptions,
): Promise<Buffer> {
  const taken: Buffer[] = [];
  for (let left = length; left > 0;) {
    if (running.rest.length === 0) running.rest = await nextChunk(running);
    const { rest } = running;
    const at = end === undefined ? -1 : rest.indexOf(end);
    const part = rest.subarray(0, at === -1 ? left : Math.min(at + 1, left));
    running.rest = rest.subarray(part.length);
    if (!isDropped) taken.push(part);
    left = part.length === at + 1 ? 0 : left - part.length;
  }
  return Buffer.concat(taken);
}

async function nextChunk({ child, chunks }: Running): Promise<Buffer> {
  const deadlineMs = performance.now() + timeoutMs;
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  try {
    // Where Git could not be started, its output is an error.
    const { value } = await chunks.next().catch(() => ({ value: undefined }));
    if (value !== undefined) return value;
    throw new GitError(performance.now() < deadlineMs ? 'noObject' : 'late', 'cat-file');
  } finally {
    clearTimeout(timer);
  }
}
