import type { RiskScore } from '../api/decode.ts';
import type { Answer } from '../api/readAnswer.ts';
import type { Instant, JobRow, Stop, StoredResult } from '../ledger/store.ts';
import { pollJob, type PollAnswer, type PollEvent } from '../risk/poll.ts';
import { holdJob, type JobFollower } from './jobRun.ts';
import { claimOf } from './lease.ts';
import { OwnPollTurn } from './pollTurn.ts';
import type { JobPorts } from './ports.ts';
import { tryWrite, writeUntilStored } from './writeUntilStored.ts';
import { stopCalls } from './stopAfter.ts';
import type { FailureKind, Outcome } from '../api/failure.ts';

/** Failures that end or delay the wait for a job; after any other, polling continues. */
const meanings: Partial<Record<FailureKind, PollAnswer<never>>> = {
  notReady: { kind: 'notReady' },
  quotaUsedUp: { kind: 'quota' },
  keyInvalid: { kind: 'auth' },
  keyRevoked: { kind: 'auth' },
  jobNotFound: { kind: 'notFound' },
  parametersRefused: { kind: 'invalidId' },
  refusedHere: { kind: 'invalidId' },
  cancelled: { kind: 'cancelled' },
};

/** With status 200, the result was sent, and was damaged, cut off, too large, or too slow. */
const resultLosses: readonly FailureKind[] = ['badAnswer', 'tooLarge', 'network', 'tls', 'timeout'];

/** Interprets the outcome of a status call for its job. */
export function pollAnswerOf(outcome: Outcome<Answer<RiskScore>>): PollAnswer<Answer<RiskScore>> {
  if (outcome.ok) return { kind: 'ready', result: outcome.value };
  const { kind, status, retryAfterMs } = outcome.failure;
  if (status === 200 && resultLosses.includes(kind)) return { kind: 'unreadable' };
  return meanings[kind] ?? { kind: 'trouble', ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

type ScoreAnswer = Answer<RiskScore>;

type RunningJob = JobRow & { readonly jobId: string };

/**
 * Polls a job that this window holds until it ends, until another window holds it, or until the
 * follower stops.
 */
export async function pollHeldJob(
  ports: JobPorts,
  job: RunningJob,
  follower: JobFollower,
): Promise<void> {
  const lease = holdJob(ports, job.id);
  const signal = AbortSignal.any([follower.signal, lease.lost]);
  const held = new HeldJob(ports, job, { ...follower, signal });
  try {
    for await (const event of held.poll()) {
      if (!(await held.handle(event))) return;
    }
  } finally {
    lease.end();
    // A run stopped between its turn and its request must release the turn.
    await held.turn.end();
    // Release it so that another window need not wait for the lease to expire. (A settled job is
    // not held.)
    await tryWrite(ports.ledger.settleJob(job.id, { state: 'running' }, claimOf(ports)));
  }
}

/** Recorded with a job for a readable response. */
const readable = { status: 200, unread: undefined, wasSent: true } as const;

type Seen = Pick<JobRow, 'polls' | 'status' | 'unreadBody' | 'unansweredAt'>;

/** A job that this window holds and polls, and what its responses have changed so far. */
class HeldJob {
  readonly turn: OwnPollTurn;
  readonly #ports: JobPorts;
  readonly #job: RunningJob;
  readonly #follower: JobFollower;
  #seen: Seen;
  #isOutOfReach = false;

  constructor(ports: JobPorts, job: RunningJob, follower: JobFollower) {
    this.turn = new OwnPollTurn(ports, follower.account.key);
    this.#ports = ports;
    this.#job = job;
    this.#follower = follower;
    const { polls, status, unreadBody, unansweredAt } = job;
    this.#seen = { polls, status, unreadBody, unansweredAt };
  }

  poll(): AsyncGenerator<PollEvent<ScoreAnswer>, void, undefined> {
    const { clock, policy } = this.#ports;
    const { rhythm, waitsSince = 0 } = policy();
    const age = Math.max(0, clock.now() - Math.max(this.#job.createdAt, waitsSince));
    const ports = {
      ask: async () => {
        try {
          return await this.#ask();
        } finally {
          await this.turn.end();
        }
      },
      turn: (until: AbortSignal) => this.turn.take(until),
      clock,
    };
    return pollJob(ports, rhythm, clock.tick() - age, this.#follower.signal);
  }

  /** Reports and stores one step; returns false if there is nothing more to do. */
  async handle(event: PollEvent<ScoreAnswer>): Promise<boolean> {
    const { ledger, clock } = this.#ports;
    const { onProgress } = this.#follower;
    const { polls } = this.#seen;
    const { id } = this.#job;
    switch (event.kind) {
      case 'waiting':
        onProgress({
          ...{ kind: 'waiting', polls, nextCheckAt: clock.now() + event.waitMs },
          isOutOfReach: this.#isOutOfReach,
        });
        return true;
      case 'asking':
        this.#seen = { ...this.#seen, polls: polls + 1 };
        onProgress({ kind: 'asking', polls: polls + 1 });
        // Or else it is not sent: the only response may be lost with this process.
        return this.#note(this.#unanswered());
      case 'answered':
        // Bookkeeping is allowed to fail.
        return event.answer.kind === 'ready' || this.#note(this.#seen).catch(() => true);
      case 'end': {
        // Detached: our polling ended, not the job. The caller that stopped us decides its state.
        if (event.state === 'detached') return false;
        const answer = event.state === 'done' ? event.result : undefined;
        const result = answer && resultOf(this.#job, answer, clock.now());
        const change = { state: event.state, ...this.#seen };
        await writeUntilStored(clock, () =>
          ledger.settleJob(id, change, claimOf(this.#ports), result),
        );
        return false;
      }
    }
  }

  /** As long as no response is stored. */
  #unanswered(): Seen {
    return { ...this.#seen, unansweredAt: this.#seen.unansweredAt ?? this.#ports.clock.now() };
  }

  /** Returns false if the job is no longer ours. */
  async #note(seen: Seen): Promise<boolean> {
    return (await this.#ports.ledger.changeJob(this.#job.id, seen, claimOf(this.#ports))) !== null;
  }

  /** The check that was noted before it was sent, and was not. */
  #uncount(): void {
    this.#seen = { ...this.#seen, polls: this.#seen.polls - 1 };
  }

  /** One status call in the account's turn, unless a stop applies. */
  async #ask(): Promise<PollAnswer<ScoreAnswer>> {
    const { account, signal } = this.#follower;
    const { key, credential, client } = account;
    // A stop from another job or window applies here too, without another call.
    const stops = await this.#ports.ledger.readStops(key, credential).catch(() => []);
    const isStopped = (by: Stop['scope']): boolean => stops.some(({ scope }) => scope === by);
    const stopped = isStopped('credential') ? 'auth' : isStopped('risk') ? 'quota' : undefined;
    if (stopped !== undefined) {
      this.#uncount();
      return { kind: stopped };
    }
    const outcome = await this.turn.call('job', signal, () =>
      client.status(this.#job.jobId, signal, this.turn),
    );
    const { status = null, unread, wasSent } = outcome.ok ? readable : outcome.failure;
    this.#isOutOfReach = !wasSent;
    if (!wasSent) this.#uncount();
    this.#seen = { ...this.#seen, status, unreadBody: unread ?? this.#seen.unreadBody };
    if (wasSent && status === null) this.#seen = this.#unanswered();
    if (!outcome.ok) await stopCalls(this.#ports, account, outcome.failure);
    return pollAnswerOf(outcome);
  }
}

function resultOf(job: JobRow, { body, ageMs = 0 }: ScoreAnswer, now: Instant): StoredResult {
  const { account, chain, address, aggregator } = job;
  return { account, chain, address, part: aggregator, body, receivedAt: now - ageMs };
}
