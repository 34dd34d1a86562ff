import type { JobRow } from '../ledger/store.ts';
import type { JobState } from '../risk/jobState.ts';
import type { ConnectedAccount } from '../paid/account.ts';
import { claimOf } from '../paid/lease.ts';
import type { JobPorts } from '../paid/ports.ts';
import { reportUnknown, type Scores } from '../paid/scores.ts';

export interface JobKeeperParts {
  readonly account: ConnectedAccount;
  readonly ports: JobPorts;
  readonly scores: Scores;
  /** How soon a job whose polls were rejected is polled again. */
  readonly pauseMs: number;
  readonly log: {
    write(event: 'startLost', fields: { readonly job: string }): void;
    fault(where: string, error: unknown): void;
  };
}

/** Polls of it were rejected or brought nothing; later ones may bring its result. */
const heldUp: readonly JobState[] = ['pausedQuota', 'pausedAuth', 'stale'];

/**
 * Polls jobs to their end: those of this process, and those whose process has ended. It starts no
 * calculation.
 */
export class JobKeeper {
  readonly #parts: JobKeeperParts;
  readonly #followed = new Set<string>();
  #triedAt = -Infinity;

  constructor(parts: JobKeeperParts) {
    this.#parts = parts;
  }

  /** How many jobs this process follows. */
  get count(): number {
    return this.#followed.size;
  }

  /** Polls a job unless it is followed here. Never rejects. */
  follow({ id }: JobRow): void {
    if (this.#followed.has(id)) return;
    this.#followed.add(id);
    const { account, scores, log } = this.#parts;
    const { signal } = new AbortController();
    scores
      .resume(account, id, () => undefined, signal)
      .catch((error: unknown) => log.fault('job', error))
      .finally(() => this.#followed.delete(id));
  }

  /** The next look polls again what was rejected, however short ago. */
  retry(): void {
    this.#triedAt = -Infinity;
  }

  /** Looks once for jobs that no process follows, and for starts whose process has ended. */
  async look(): Promise<void> {
    const { account, ports, log } = this.#parts;
    const { ledger, clock } = ports;
    await reportUnknown(ports, ({ id }) => log.write('startLost', { job: id }));
    for (const job of await ledger.listJobsInProgress(account.key)) {
      if (job.state !== 'running' || this.#followed.has(job.id)) continue;
      // Null while another process holds it.
      const claimed = await ledger.claimJob(job.id, claimOf(ports), 'running');
      if (claimed !== null) this.follow(job);
    }
    if (clock.now() - this.#triedAt < this.#parts.pauseMs) return;
    this.#triedAt = clock.now();
    for (const job of await ledger.listJobs(account.key)) {
      if (heldUp.includes(job.state)) this.follow(job);
    }
  }
}
