import { setImmediate } from 'node:timers/promises';

/** How long work may go on until signals and messages are looked at. */
const longestMs = 50;

/** Lets the process look at signals and messages during work that waits for nothing. */
export class Turns {
  #since = performance.now();

  async next(): Promise<void> {
    if (performance.now() - this.#since < longestMs) return;
    await setImmediate();
    this.#since = performance.now();
  }
}
