import type { Ledger } from '../ledger/ledger.ts';
import type { Scores } from '../lookups/scores.ts';
import type { Accounts } from './accounts.ts';
import type { EngineHost } from './engine.ts';

/** How often a window checks whether another has stored something. */
const watchMs = 1_000;

interface WatchParts {
  readonly host: Pick<EngineHost, 'account' | 'onChange' | 'onUnknown' | 'onFault'>;
  readonly ledger: Ledger;
  readonly accounts: Accounts;
  readonly scores: Scores;
}

/** Watches what other windows store, and follows the jobs that no window follows. */
export class JobWatch {
  readonly #parts: WatchParts;
  readonly #timer: NodeJS.Timeout;
  #last: number | undefined;
  #isActive = true;

  constructor(parts: WatchParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => {
      this.#look().catch((error: unknown) => parts.host.onFault('ledger', error));
    }, watchMs);
  }

  /** Follows what an earlier window left running. Requests the account only if jobs wait. */
  async followJobs(): Promise<void> {
    const { host, ledger, accounts, scores } = this.#parts;
    const jobs = await ledger.listJobs();
    if (!jobs.some(({ state }) => state === 'running' || state === 'intent')) return;
    const account = await host.account();
    if (account === undefined) return;
    await scores.followJobs(await accounts.open(account), (job) => host.onUnknown(job));
  }

  /** While the user is inactive nothing is polled. */
  async setActive(isActive: boolean): Promise<void> {
    if (isActive === this.#isActive) return;
    this.#isActive = isActive;
    if (isActive) await this.followJobs();
    else await this.#parts.scores.leave();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** SQLite changes a number when another connection writes; reading it takes microseconds. */
  async #look(): Promise<void> {
    const version = await this.#parts.ledger.version();
    const isChanged = this.#last !== undefined && version !== this.#last;
    this.#last = version;
    if (!isChanged) return;
    this.#parts.host.onChange(undefined);
    // Another window may have started a job and may close before it ends: watch it here as well.
    if (this.#isActive) await this.followJobs();
  }
}
