import type { RiskScore } from '../api/decode.ts';
import type { Outcome } from '../api/failure.ts';
import type { Answer } from '../api/readAnswer.ts';
import type { JobChange, JobRow, StoredResult } from '../ledger/store.ts';
import type { PollAnswer, PollEvent } from '../risk/poll.ts';
import type { JobFollower } from './jobRun.ts';
import { claimOf } from './lease.ts';
import { OwnPollTurn } from './pollTurn.ts';
import type { JobPorts } from './ports.ts';
import { retryWrite } from './retryWrite.ts';
import { stopCalls } from './stopAfter.ts';

export type ScoreAnswer = Answer<RiskScore>;

export interface RunningJob extends JobRow {
  readonly jobId: string;
}

/** A job that this window holds and polls, and what its responses have changed so far. */
export class PolledJob {
  readonly ports: JobPorts;
  readonly job: RunningJob;
  readonly follower: JobFollower;
  readonly turn: OwnPollTurn;
  #seen: Required<Pick<JobChange, 'polls' | 'status' | 'unreadBody'>>;

  constructor(ports: JobPorts, job: RunningJob, follower: JobFollower) {
    this.ports = ports;
    this.job = job;
    this.follower = follower;
    this.turn = new OwnPollTurn(ports, follower.account.key);
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
    const { key, credential } = this.follower.account;
    const stops = await this.ports.ledger.readStops(key, credential).catch(() => []);
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
    await stopCalls(this.ports, this.follower.account, failure);
  }

  /** False if the job is no longer ours. Bookkeeping is allowed to fail. */
  async save(): Promise<boolean> {
    const changed = this.ports.ledger.changeJob(this.job.id, this.#seen, claimOf(this.ports));
    return changed.then((row) => row !== null).catch(() => true);
  }

  /** Stores how the polling ended, with the result if there is one. */
  async settle(event: Extract<PollEvent<ScoreAnswer>, { kind: 'end' }>): Promise<void> {
    const { ports, job } = this;
    const { ledger, clock } = ports;
    const result = event.state === 'done' ? resultOf(job, event.result, clock.now()) : undefined;
    const change = { state: event.state, ...this.#seen };
    await retryWrite(clock, () => ledger.settleJob(job.id, change, claimOf(ports), result));
  }
}

function resultOf(job: JobRow, { body, ageMs = 0 }: ScoreAnswer, now: number): StoredResult {
  const { account, chain, address, aggregator } = job;
  return { account, chain, address, part: aggregator, body, receivedAt: now - ageMs };
}
