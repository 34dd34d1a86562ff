import { LedgerError } from '../ledger/faults.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Scores } from '../paid/scores.ts';
import type { Accounts } from './accounts.ts';
import type { EngineHost } from './engine.ts';
import { watchFolder } from '../paths/watchFolder.ts';

/** Files of the ledger begin with this: its log changes with each commit. */
const ledgerName = 'ledger.sqlite';
/** From a change of a file to the look at it, in milliseconds: most writes come in groups. */
const pauseMs = 250;
/** How often to look if the system cannot watch the folder. */
const lookMs = 1_000;
/** How often jobs in progress are taken up that no window follows any more, whatever ended that. */
const superviseMs = 60_000;

interface WatchParts {
  /** Of the ledger. */
  readonly folder: string;
  readonly host: Pick<EngineHost, 'account' | 'onChange' | 'onUnknown' | 'onFault'>;
  readonly ledger: Ledger;
  readonly accounts: Accounts;
  readonly scores: Scores;
}

/**
 * Watches what other windows store, and follows the jobs that no window follows. While nothing is
 * stored and no job is in progress, it has no timer and reads nothing.
 */
export class JobWatch {
  readonly #parts: WatchParts;
  readonly #endWatch: () => void;
  #last: number | undefined;
  #isActive = true;
  #supervising: NodeJS.Timeout | undefined;

  constructor(parts: WatchParts) {
    this.#parts = parts;
    this.#endWatch = watchLedger(parts.folder, () => {
      this.#look().catch((error: unknown) => this.#report('ledger', error));
    });
  }

  /** Follows what an earlier window left running. Requests the account only if jobs wait. */
  async followJobs(): Promise<void> {
    const { host, ledger, accounts, scores } = this.#parts;
    // Also if the ledger cannot be read now: there may be jobs.
    this.#superviseLater();
    this.#last ??= await ledger.version();
    if ((await ledger.listJobsInProgress()).length === 0) {
      clearTimeout(this.#supervising);
      return;
    }
    const account = await host.account();
    if (account === undefined) return;
    await scores.followJobs(await accounts.open(account), (job) => host.onUnknown(job));
  }

  /** Only while there are such jobs: then the next look decides about the one after it. */
  #superviseLater(): void {
    clearTimeout(this.#supervising);
    this.#supervising = setTimeout(() => {
      if (!this.#isActive) return;
      this.followJobs().catch((error: unknown) => {
        this.#superviseLater();
        this.#report('resume', error);
      });
    }, superviseMs);
  }

  /** While the user is inactive nothing is polled. */
  async setActive(isActive: boolean): Promise<void> {
    if (isActive === this.#isActive) return;
    this.#isActive = isActive;
    if (isActive) await this.followJobs();
    else await this.#parts.scores.leave();
  }

  stop(): void {
    this.#endWatch();
    clearTimeout(this.#supervising);
  }

  /** That the ledger cannot be written now has a notice of its own; the next look tries again. */
  #report(where: string, error: unknown): void {
    if (!(error instanceof LedgerError)) this.#parts.host.onFault(where, error);
  }

  /** SQLite changes a number when another connection writes; reading it takes microseconds. */
  async #look(): Promise<void> {
    const version = await this.#parts.ledger.version();
    if (version === this.#last) return;
    this.#last = version;
    this.#parts.host.onChange(undefined, 'scores');
    // Another window may have started a job and may close before it ends: watch it here as well.
    if (this.#isActive) await this.followJobs();
  }
}

/**
 * Calls back when someone else may have stored something. Without changes of a file of the ledger, it has
 * no timer.
 * @returns what stops watching
 */
function watchLedger(folder: string, look: () => void): () => void {
  let waiting: NodeJS.Timeout | undefined;
  const stop = watchFolder(folder, {
    onChange(name) {
      if (name !== null && !name.startsWith(ledgerName)) return;
      waiting ??= setTimeout(() => {
        waiting = undefined;
        look();
      }, pauseMs);
    },
    onLost() {
      clearTimeout(waiting);
      waiting = setInterval(look, lookMs);
    },
  });
  return () => {
    stop();
    clearInterval(waiting);
  };
}
