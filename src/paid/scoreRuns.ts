import type { Aggregator } from '../api/parameters.ts';
import type { SubjectKey } from '../ledger/store.ts';
import { subjectName } from '../ledger/subjectKey.ts';
import type { ConnectedAccount } from './account.ts';
import type { JobProgress } from './jobRun.ts';
import type { LookupPorts } from './ports.ts';
import type { ScoreOutcome, ScoreRun } from './scoreRun.ts';

export type OnProgress = (progress: JobProgress) => void;

/** One caller that waits for a score. */
type ScoreWaiter = ReturnType<ScoreRuns['waiter']>;

type SharedRun = ReturnType<typeof begin>;

type Work = (run: ScoreRun) => Promise<ScoreOutcome>;

/** The scores that this window waits for, each in one run for all of its callers. */
export class ScoreRuns {
  readonly #ports: LookupPorts;
  readonly #runs = new Map<string, SharedRun>();
  #life = new AbortController();

  constructor(ports: LookupPorts) {
    this.#ports = ports;
  }

  /**
   * Made when a score is requested, and not later: it ends when this window stops polling, and a
   * window that has left since starts nothing.
   * @param signal stops the run for all who wait; undefined for one that only follows a job
   */
  waiter(account: ConnectedAccount, onProgress: OnProgress, signal: AbortSignal | undefined) {
    const closing = AbortSignal.any([this.#life.signal, account.signal]);
    return { account, onProgress, signal, closing };
  }

  /** Whether a run of this score is in progress. */
  has(key: SubjectKey, aggregator: Aggregator): boolean {
    return this.#runs.get(subjectName(key, aggregator))?.stopped.aborted === false;
  }

  /** Joins the run of this score, or starts it; surfaces are notified when it ends. */
  async share(
    key: SubjectKey,
    aggregator: Aggregator,
    work: Work,
    waiter: ScoreWaiter,
  ): Promise<ScoreOutcome> {
    const { onProgress, signal } = waiter;
    const name = subjectName(key, aggregator);
    // A run that was canceled, or whose window had left, ends without what is wanted now, and may still read a response.
    let run = this.#runs.get(name);
    while (run?.stopped.aborted === true) {
      await run.outcome.catch(() => undefined);
      run = this.#runs.get(name);
    }
    if (run === undefined) {
      const onEnd = (): void => {
        this.#runs.delete(name);
        this.#ports.onChange(key, 'scores');
      };
      run = begin(this.#ports, work, waiter, onEnd);
      this.#runs.set(name, run);
    }
    run.watchers.add(onProgress);
    if (signal !== undefined) run.request();
    signal?.addEventListener('abort', run.cancel, { once: true });
    if (signal?.aborted === true) run.cancel();
    try {
      return await run.outcome;
    } finally {
      run.watchers.delete(onProgress);
      signal?.removeEventListener('abort', run.cancel);
    }
  }

  /**
   * Stops all runs; resolves when they have ended, successfully or not. Runs shared later belong to
   * the next session of the window.
   */
  async leave(): Promise<void> {
    this.#life.abort();
    this.#life = new AbortController();
    await Promise.allSettled([...this.#runs.values()].map(({ outcome }) => outcome));
  }
}

function begin(
  ports: LookupPorts,
  work: Work,
  { account, onProgress, closing }: ScoreWaiter,
  onEnd: () => void,
) {
  const canceled = new AbortController();
  const signal = AbortSignal.any([canceled.signal, closing]);
  const watchers = new Set([onProgress]);
  let isRequested = false;
  const run: ScoreRun = {
    ports,
    account,
    signal,
    canceled: canceled.signal,
    isRequested: () => isRequested,
    onProgress: (progress) => watchers.forEach((watcher) => watcher(progress)),
  };
  const outcome = work(run).finally(onEnd);
  const request = (): void => void (isRequested = true);
  return { outcome, watchers, request, cancel: () => canceled.abort(), stopped: signal };
}
