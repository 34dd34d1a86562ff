import type { RiskScore } from '../api/decode.ts';
import type { Outcome } from '../api/failure.ts';
import type { Answer } from '../api/readAnswer.ts';
import type { JobChange, JobRow, StoredResult } from '../ledger/store.ts';
import type { PollAnswer, PollEvent } from '../risk/poll.ts';
import type { ConnectedAccount } from './account.ts';
import type { Clock } from './clock.ts';
import type { JobPorts } from './ports.ts';
import { claimOf } from './lease.ts';
import { ifPossible, retryWrite } from './retryWrite.ts';
import { stopAfter } from './stopAfter.ts';

export type ScoreAnswer = Answer<RiskScore>;

export interface RunningJob extends JobRow {
  readonly jobId: string;
}

/** A job that this window holds and polls, and what its responses have changed so far. */
export class PolledJob {
  readonly #ports: JobPorts;
  readonly #job: RunningJob;
  readonly #account: ConnectedAccount;
  #seen: Required<Pick<JobChange, 'polls' | 'status' | 'unreadBody'>>;

  constructor(ports: JobPorts, job: RunningJob, account: ConnectedAccount) {
    this.#ports = ports;
    this.#job = job;
    this.#account = account;
    this.#seen = { polls: job.polls, status: job.status, unreadBody: job.unreadBody };
  }

  get polls(): number {
    return this.#seen.polls;
  }

  countPoll(): void {
    this.#seen = { ...this.#seen, polls: this.#seen.polls + 1 };
  }

  /** A stop from another job or window applies here too, without another call. */
  async stopped(): Promise<PollAnswer<never> | undefined> {
    const { key, credential } = this.#account;
    const stops = await this.#ports.ledger.readStops(key, credential).catch(() => []);
    if (stops.some(({ scope }) => scope === 'credential')) return { kind: 'auth' };
    return stops.some(({ scope }) => scope === 'risk') ? { kind: 'quota' } : undefined;
  }

  async note(outcome: Outcome<ScoreAnswer>): Promise<void> {
    if (outcome.ok) {
      this.#seen = { ...this.#seen, status: 200 };
      return;
    }
    const { failure } = outcome;
    const unreadBody = failure.unread ?? this.#seen.unreadBody;
    this.#seen = { ...this.#seen, status: failure.status ?? null, unreadBody };
    const { ledger, clock } = this.#ports;
    const { key, credential } = this.#account;
    const stop = stopAfter(failure, clock.now());
    if (stop === undefined) return;
    // If it cannot be stored, it still ends this job; the next one receives its own.
    await ifPossible(ledger.setStop(key, credential, stop));
  }

  /** False if the job is no longer ours. Bookkeeping is allowed to fail. */
  async save(): Promise<boolean> {
    const { ledger } = this.#ports;
    const changed = ledger.changeJob(this.#job.id, this.#seen, claimOf(this.#ports));
    return changed.then((row) => row !== null).catch(() => true);
  }

  /** Stores how the polling ended, with the result if there is one. */
  async settle(event: Extract<PollEvent<ScoreAnswer>, { kind: 'end' }>): Promise<void> {
    const { ledger, clock } = this.#ports;
    const { id } = this.#job;
    const result = event.state === 'done' ? resultOf(this.#job, event.result, clock) : undefined;
    const change = { state: event.state, ...this.#seen };
    await retryWrite(clock, () => ledger.settleJob(id, change, claimOf(this.#ports), result));
  }
}

function resultOf(job: JobRow, { body, ageMs = 0 }: ScoreAnswer, clock: Clock): StoredResult {
  const { account, chain, address, aggregator } = job;
  return { account, chain, address, part: aggregator, body, receivedAt: clock.now() - ageMs };
}
