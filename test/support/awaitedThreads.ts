import { Threads, type PortionedWork } from '../../src/folder/threads.ts';
import { eventually } from '../harness/waiting.ts';

/** Threads of which one has done a portion before the second result is waited for. */
export class AwaitedThreads extends Threads {
  /** Of the threads, as they came. */
  readonly answers: unknown[] = [];

  override results<Result>(work: PortionedWork<Result>): AsyncGenerator<Result> {
    const counted = {
      ...work,
      begin: (post: (request: unknown) => void) => {
        const { requestOf, resultOf } = work.begin(post);
        return {
          requestOf,
          resultOf: (index: number, answer: unknown) => {
            this.answers.push(answer);
            return resultOf(index, answer);
          },
        };
      },
    };
    return this.#awaited(super.results(counted));
  }

  async *#awaited<Result>(results: AsyncGenerator<Result>): AsyncGenerator<Result> {
    for await (const result of results) {
      yield result;
      await eventually('a portion of a thread', () => this.answers.length > 0);
    }
  }
}
