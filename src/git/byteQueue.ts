import { GitError } from './gitError.ts';

const timeoutMs = 60_000;

interface TakeOptions {
  /** Nothing is taken behind the first byte of this value. */
  readonly end?: number;
  /** The bytes are read and thrown away. */
  readonly isDropped?: boolean;
}

/** The output of a process as a queue of bytes. One reader takes them, one call after another. */
export class ByteQueue {
  #chunks: Buffer[] = [];
  #wake: (() => void) | undefined;
  #isEnded = false;

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#wake?.();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake?.();
  }

  /** @throws GitError if the process ends before, or is silent for too long */
  async take(length: number, { end, isDropped = false }: TakeOptions): Promise<Buffer> {
    const taken: Buffer[] = [];
    let count = 0;
    while (count < length) {
      const chunk = this.#chunks.shift() ?? (await this.#next());
      const at = end === undefined ? -1 : chunk.indexOf(end);
      const most = at === -1 ? length - count : Math.min(at + 1, length - count);
      const part = chunk.subarray(0, most);
      if (chunk.length > most) this.#chunks.unshift(chunk.subarray(most));
      if (!isDropped) taken.push(part);
      count += part.length;
      if (at !== -1 && part.length === at + 1) break;
    }
    return Buffer.concat(taken);
  }

  async #next(): Promise<Buffer> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const chunk = this.#chunks.shift();
      if (chunk !== undefined) return chunk;
      if (this.#isEnded) throw new GitError('noObject', 'cat-file');
      const leftMs = deadline - performance.now();
      if (leftMs <= 0) throw new GitError('late', 'cat-file');
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}
