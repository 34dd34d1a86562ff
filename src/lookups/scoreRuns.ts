import type { Aggregator } from '../api/parameters.ts';
import type { SubjectKey } from '../ledger/store.ts';
import { subjectName } from '../ledger/subjectKey.ts';
import type { ConnectedAccount } from './account.ts';
import type { JobProgress } from './jobRun.ts';
import type { ScoreOutcome, ScorePorts, ScoreRun } from './scoreRun.ts';
import { SharedRuns, type RunWaiter } from './sharedRuns.ts';

/** A score, and with which account it is requested. */
export interface WantedScore {
  readonly account: ConnectedAccount;
  readonly key: SubjectKey;
  readonly aggregator: Aggregator;
}

/** The scores that this window waits for, each in one run. */
export class ScoreRuns {
  readonly #ports: ScorePorts;
  readonly #runs = new SharedRuns<JobProgress, ScoreOutcome>();
  #life = new AbortController();

  constructor(ports: ScorePorts) {
    this.#ports = ports;
  }

  /**
   * Aborted when this window stops polling or leaves the account. Read it when a score is requested,
   * and not later.
   */
  closing(account: ConnectedAccount): AbortSignal {
    return AbortSignal.any([this.#life.signal, account.signal]);
  }

  has(key: SubjectKey, aggregator: Aggregator): boolean {
    return this.#runs.has(subjectName(key, aggregator));
  }

  /** Runs the work once for all callers of this score; surfaces are notified when it ends. */
  share(
    { account, key, aggregator }: WantedScore,
    work: (run: ScoreRun) => Promise<ScoreOutcome>,
    waiter: RunWaiter<JobProgress>,
  ): Promise<ScoreOutcome> {
    const ports = this.#ports;
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
