const ignore = (): void => undefined;

/**
 * Work that brings something up to date, one run at a time. All requests during a run share the one
 * that follows it. Each caller waits for the first run that starts after its request, and for no
 * later one, so changes without end keep no one waiting.
 */
export class Refresh {
  readonly #work: () => Promise<void>;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /** Resolves or rejects with the first run that starts after this call. */
  run(): Promise<void> {
    if (this.#next !== undefined) return this.#next;
    if (this.#running === undefined) return this.#start();
    this.#next = this.#running.catch(ignore).then(() => {
      this.#next = undefined;
      return this.#start();
    });
    return this.#next;
  }

  /** Resolves or rejects with the last run that was requested; at once if it has ended. */
  async settled(): Promise<void> {
    await (this.#next ?? this.#running);
  }

  #start(): Promise<void> {
    // In a microtask: if the work itself requests a run, that is the next one.
    this.#running = Promise.resolve()
      .then(this.#work)
      .finally(() => (this.#running = undefined));
    return this.#running;
  }
}
