import type { Aggregator } from '../api/parameters.ts';
import type { SubjectKey } from '../ledger/store.ts';
import { subjectName } from '../ledger/subjectKey.ts';
import type { ConnectedAccount } from './account.ts';
import type { JobProgress } from './jobRun.ts';
import type { LookupPorts } from './ports.ts';
import type { ScoreOutcome, ScoreRun } from './scoreRun.ts';
import { SharedRuns, type RunWaiter } from './sharedRuns.ts';

interface ScoreWaiter extends RunWaiter<JobProgress> {
  readonly account: ConnectedAccount;
}

/** The scores that this window waits for, each in one run. */
export class ScoreRuns {
  readonly #ports: LookupPorts;
  readonly #runs = new SharedRuns<JobProgress, ScoreOutcome>();
  #life = new AbortController();

  constructor(ports: LookupPorts) {
    this.#ports = ports;
  }

  /** Made when a score is requested, and not later: it ends when this window stops polling. */
  waiter(
    account: ConnectedAccount,
    onProgress: (progress: JobProgress) => void,
    signal: AbortSignal,
  ): ScoreWaiter {
    const closing = AbortSignal.any([this.#life.signal, account.signal]);
    return { account, onProgress, signal, closing };
  }

  has(key: SubjectKey, aggregator: Aggregator): boolean {
    return this.#runs.has(subjectName(key, aggregator));
  }

  /** Runs the work once for all callers of this score; surfaces are notified when it ends. */
  share(
    key: SubjectKey,
    aggregator: Aggregator,
    work: (run: ScoreRun) => Promise<ScoreOutcome>,
    waiter: ScoreWaiter,
  ): Promise<ScoreOutcome> {
    const ports = this.#ports;
    const { account } = waiter;
    return this.#runs.share(
      subjectName(key, aggregator),
      (report, stops) => work({ ports, account, report, stops }).finally(() => ports.onChange(key)),
      waiter,
    );
  }

  /** Stops all runs. Those that are shared later belong to a new life of the window. */
  async leave(): Promise<void> {
    this.#life.abort();
    this.#life = new AbortController();
    await this.#runs.ended();
  }
}
