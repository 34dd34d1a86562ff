import { setImmediate } from 'node:timers/promises';

/** How long work may go on until signals and messages are looked at. */
const longestMs = 50;
/** The same beside a process whose answer is waited for. */
const shortMs = 5;

/** Runs work that yields between slices, so that other work that waits for Git goes on meanwhile. */
export async function runInTurns<T>(steps: Iterator<unknown, T>): Promise<T> {
  const turns = new Turns(shortMs);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    if (turns.isOver) await turns.next();
  }
}

/** Lets the process look at signals and messages during work that waits for nothing. */
export class Turns {
  readonly #ms: number;
  #since = performance.now();

  constructor(ms = longestMs) {
    this.#ms = ms;
  }

  get isOver(): boolean {
    return performance.now() - this.#since >= this.#ms;
  }

  async next(): Promise<void> {
    if (!this.isOver) return;
    await setImmediate();
    this.#since = performance.now();
  }
}
