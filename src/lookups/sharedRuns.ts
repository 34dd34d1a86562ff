/** What ends a run before its work does. */
export interface Stops {
  /** The user canceled. */
  readonly said: AbortSignal;
  /** The user canceled, or this window closes. */
  readonly any: AbortSignal;
}

export type Work<Progress, Outcome> = (
  report: (progress: Progress) => void,
  stops: Stops,
) => Promise<Outcome>;

/** Work done once in this window, however many callers wait for it. */
export interface SharedRuns<Progress, Outcome> {
  /**
   * Joins the run of this name, or starts it; an aborted signal stops it for all callers.
   * @param left aborted when this window leaves, captured at the time of the request: a window
   *   that has left since starts nothing
   */
  share(
    name: string,
    work: Work<Progress, Outcome>,
    onProgress: (progress: Progress) => void,
    signal: AbortSignal,
    left: AbortSignal,
  ): Promise<Outcome>;
  /** Whether a run of this name is in progress. */
  has(name: string): boolean;
  /** Resolves when all runs in progress have ended, successfully or not. */
  ended(): Promise<void>;
}

interface Run<Progress, Outcome> {
  readonly outcome: Promise<Outcome>;
  readonly watchers: Set<(progress: Progress) => void>;
  readonly stop: () => void;
}

export function createSharedRuns<Progress, Outcome>(): SharedRuns<Progress, Outcome> {
  const runs = new Map<string, Run<Progress, Outcome>>();

  function begin(
    name: string,
    work: Work<Progress, Outcome>,
    first: (progress: Progress) => void,
    left: AbortSignal,
  ): Run<Progress, Outcome> {
    const stopped = new AbortController();
    const watchers = new Set([first]);
    const report = (progress: Progress): void => {
      for (const watcher of watchers) watcher(progress);
    };
    const any = AbortSignal.any([stopped.signal, left]);
    const run: Run<Progress, Outcome> = {
      watchers,
      stop: () => stopped.abort(),
      outcome: work(report, { said: stopped.signal, any }).finally(() => runs.delete(name)),
    };
    runs.set(name, run);
    return run;
  }

  return {
    async share(name, work, onProgress, signal, left) {
      const run = runs.get(name) ?? begin(name, work, onProgress, left);
      run.watchers.add(onProgress);
      signal.addEventListener('abort', run.stop, { once: true });
      if (signal.aborted) run.stop();
      try {
        return await run.outcome;
      } finally {
        run.watchers.delete(onProgress);
        signal.removeEventListener('abort', run.stop);
      }
    },
    has: (name) => runs.has(name),
    async ended() {
      await Promise.allSettled([...runs.values()].map(({ outcome }) => outcome));
    },
  };
}
