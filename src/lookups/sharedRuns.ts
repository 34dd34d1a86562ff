/** What ends a run before its work does. */
export interface Stops {
  /** The user canceled. */
  readonly byUser: AbortSignal;
  /** The user canceled, or this window closes. */
  readonly any: AbortSignal;
}

export type Work<Progress, Outcome> = (
  report: (progress: Progress) => void,
  stops: Stops,
) => Promise<Outcome>;

/** One of those who wait for a run. */
export interface RunWaiter<Progress> {
  readonly onProgress: (progress: Progress) => void;
  /** Stops the run for all who wait. */
  readonly signal: AbortSignal;
  /**
   * Aborted when this window leaves; captured at the time of the request, because a window that has
   * left since starts nothing.
   */
  readonly closing: AbortSignal;
}

interface Run<Progress, Outcome> {
  readonly outcome: Promise<Outcome>;
  readonly watchers: Set<(progress: Progress) => void>;
  readonly stop: () => void;
  readonly isStopped: () => boolean;
}

/** Work done once in this window, however many callers wait for it. */
export class SharedRuns<Progress, Outcome> {
  readonly #runs = new Map<string, Run<Progress, Outcome>>();

  /** Joins the run of this name, or starts it. */
  async share(
    name: string,
    work: Work<Progress, Outcome>,
    waiter: RunWaiter<Progress>,
  ): Promise<Outcome> {
    const { onProgress, signal } = waiter;
    // A run that was canceled, or whose window had left, ends without what is wanted now, and may still read a response.
    while (this.#runs.get(name)?.isStopped() === true) {
      await this.#runs.get(name)?.outcome.catch(() => undefined);
    }
    const run = this.#runs.get(name) ?? this.#begin(name, work, waiter);
    run.watchers.add(onProgress);
    signal.addEventListener('abort', run.stop, { once: true });
    if (signal.aborted) run.stop();
    try {
      return await run.outcome;
    } finally {
      run.watchers.delete(onProgress);
      signal.removeEventListener('abort', run.stop);
    }
  }

  /** Whether a run of this name is in progress. */
  has(name: string): boolean {
    return this.#runs.get(name)?.isStopped() === false;
  }

  /** Resolves when all runs in progress have ended, successfully or not. */
  async ended(): Promise<void> {
    await Promise.allSettled([...this.#runs.values()].map(({ outcome }) => outcome));
  }

  #begin(
    name: string,
    work: Work<Progress, Outcome>,
    first: RunWaiter<Progress>,
  ): Run<Progress, Outcome> {
    const stopped = new AbortController();
    const watchers = new Set([first.onProgress]);
    const report = (progress: Progress): void => {
      for (const watcher of watchers) watcher(progress);
    };
    const any = AbortSignal.any([stopped.signal, first.closing]);
    const run: Run<Progress, Outcome> = {
      watchers,
      stop: () => stopped.abort(),
      isStopped: () => any.aborted,
      outcome: work(report, { byUser: stopped.signal, any }).finally(() => this.#runs.delete(name)),
    };
    this.#runs.set(name, run);
    return run;
  }
}
