import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { ByteQueue } from './byteQueue.ts';
import { GitError } from './gitError.ts';
import { startGit } from './runGit.ts';
import type { Repository } from './repository.ts';

/** A line of `cat-file` is a hash, a kind, and a size. */
const maxHeader = 256;

/**
 * Reads the contents of files by one process, one after the other. It runs no filter and no
 * conversion, and fetches nothing.
 */
export class ObjectReader {
  readonly #repository: Repository;
  readonly #bytes = new ByteQueue();
  #child: ChildProcessWithoutNullStreams | undefined;

  constructor(repository: Repository) {
    this.#repository = repository;
  }

  /**
   * @param object the full name of a content
   * @param largest in bytes
   * @returns undefined if it is larger
   * @throws GitError also for one that is not there, as in a partial clone
   */
  async read(object: string, largest: number): Promise<Buffer | undefined> {
    this.#child ??= this.#start();
    this.#child.stdin.write(`${object}\n`);
    const header = (await this.#bytes.take(maxHeader, { end: 0x0a })).toString('latin1');
    const [, kind, digits] = /^[\da-f]+ (\w+) (\d+)\n$/.exec(header) ?? [];
    if (digits === undefined) throw new GitError('noObject', 'cat-file');
    const size = Number(digits);
    const isWanted = kind === 'blob' && size <= largest;
    const content = await this.#bytes.take(size + 1, { isDropped: !isWanted });
    return isWanted ? content.subarray(0, size) : undefined;
  }

  close(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  #start(): ChildProcessWithoutNullStreams {
    const child = startGit(this.#repository, ['cat-file', '--batch']);
    const end = (): void => this.#bytes.end();
    child.on('error', end);
    child.on('close', end);
    child.stdin.on('error', end);
    child.stderr.resume();
    child.stdout.on('data', (chunk: Buffer) => this.#bytes.push(chunk));
    return child;
  }
}
