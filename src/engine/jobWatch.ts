import type { Ledger } from '../ledger/ledger.ts';
import type { Scores } from '../lookups/scores.ts';
import type { Accounts } from './accounts.ts';
import type { EngineHost } from './engine.ts';

/** How often a window checks whether another has stored something. */
const watchMs = 1_000;

/** Watches what other windows store, and follows the jobs that no window follows. */
export interface JobWatch {
  /** Follows what an earlier window left running. */
  followJobs(): Promise<void>;
  /** While the user is inactive nothing is polled. */
  setActive(isActive: boolean): Promise<void>;
  stop(): void;
}

export function createJobWatch(parts: {
  readonly host: Pick<EngineHost, 'account' | 'onChange' | 'onUnknown' | 'onFault'>;
  readonly ledger: Ledger;
  readonly accounts: Accounts;
  readonly scores: Scores;
}): JobWatch {
  const { host, ledger, accounts, scores } = parts;
  let last: number | undefined;
  let isActive = true;

  /** Checks whether jobs wait, and requests the account only if some do. */
  async function followJobs(): Promise<void> {
    const jobs = await ledger.listJobs();
    if (!jobs.some(({ state }) => state === 'running' || state === 'intent')) return;
    const account = await host.account();
    if (account === undefined) return;
    await scores.followJobs(await accounts.open(account), (job) => host.onUnknown(job));
  }

  /** SQLite changes a number when another connection writes; reading it takes microseconds. */
  async function look(): Promise<void> {
    const version = await ledger.version();
    const isChanged = last !== undefined && version !== last;
    last = version;
    if (!isChanged) return;
    host.onChange(undefined);
    // Another window may have started a job and may close before it ends: watch it here as well.
    if (isActive) await followJobs();
  }

  const timer = setInterval(() => {
    look().catch((error: unknown) => host.onFault('ledger', error));
  }, watchMs);

  return {
    followJobs,
    async setActive(next) {
      if (next === isActive) return;
      isActive = next;
      if (isActive) await followJobs();
      else await scores.leave();
    },
    stop() {
      clearInterval(timer);
    },
  };
}
