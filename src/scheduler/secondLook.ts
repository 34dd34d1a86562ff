/** Longer than watchers collect what they report as one change. */
const secondLookMs = 2_000;

/**
 * Looks when a watcher reports a change, and once more later: some report nothing for a file that is
 * deleted right after it was created, and between the two it may be read.
 */
export class SecondLook {
  readonly #look: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #isDisposed = false;

  constructor(look: () => Promise<void>) {
    this.#look = look;
  }

  /** Resolves with the first look. */
  async changed(): Promise<void> {
    if (this.#isDisposed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), secondLookMs);
    await this.#look();
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
  }
}
