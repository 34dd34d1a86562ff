import { pollJob, type PollAnswer, type PollEvent } from '../risk/poll.ts';
import { dayOf } from './clock.ts';
import { holdJob, type JobFollower } from './jobRun.ts';
import { claimOf } from './lease.ts';
import type { JobPorts } from './ports.ts';
import { PolledJob, type RunningJob, type ScoreAnswer } from './polledJob.ts';
import { OwnPollTurn } from './pollTurn.ts';
import { pollAnswerOf } from './statusAnswer.ts';
import { ifPossible, retryWrite } from './retryWrite.ts';

/** The polling of one job that this window holds. */
interface Poll {
  readonly ports: JobPorts;
  readonly job: RunningJob;
  readonly follower: JobFollower;
  readonly polled: PolledJob;
  readonly turn: OwnPollTurn;
}

/**
 * Polls a job that this window holds until it ends, until another window holds it, or until the
 * follower stops.
 */
export async function pollHeldJob(
  ports: JobPorts,
  job: RunningJob,
  follower: JobFollower,
): Promise<void> {
  const { account } = follower;
  const turn = new OwnPollTurn(ports, account.key);
  const poll = { ports, job, follower, polled: new PolledJob(ports, job, account), turn };
  const lost = new AbortController();
  const signal = AbortSignal.any([follower.signal, lost.signal]);
  const lease = holdJob(ports, job.id, () => lost.abort());
  try {
    for await (const event of eventsOf(poll, signal)) {
      if (!(await handleEvent(poll, event))) return;
    }
  } finally {
    lease.end();
    // A run stopped between its turn and its request must release the turn.
    await turn.end();
    // Release it so that another window need not wait for the lease to expire. (A settled job is
    // not held.)
    await ifPossible(ports.ledger.settleJob(job.id, { state: 'running' }, claimOf(ports)));
  }
}

function eventsOf(
  poll: Poll,
  signal: AbortSignal,
): AsyncGenerator<PollEvent<ScoreAnswer>, void, undefined> {
  const { ports, job, turn } = poll;
  const { clock, policy } = ports;
  const { rhythm, waitsSince = job.createdAt } = policy();
  const age = Math.max(0, clock.now() - Math.max(job.createdAt, waitsSince));
  return pollJob(
    {
      ask: () => callStatus(poll, signal).finally(() => turn.end()),
      turn: (until) => turn.take(until),
      wait: (ms, until) => clock.wait(ms, until),
      now: () => clock.tick(),
      random: () => clock.random(),
    },
    rhythm,
    clock.tick() - age,
    signal,
  );
}

/** One status call in the account's turn, unless a stop applies. */
async function callStatus(
  { ports, job, follower, polled, turn }: Poll,
  signal: AbortSignal,
): Promise<PollAnswer<ScoreAnswer>> {
  const { ledger, clock } = ports;
  const { account } = follower;
  const stopped = await polled.stopped();
  if (stopped !== undefined) return stopped;
  const day = dayOf(clock.now());
  const count = (): Promise<void> => ledger.countPoll(account.key, day, 'job');
  // A count that cannot be written now is written later: it does not end the wait.
  await count().catch(() => void ifPossible(retryWrite(clock, count)));
  // If the ledger was busy for long, the turn expired: another window may be polling.
  while (turn.isOver() && !signal.aborted) {
    await turn.end();
    await turn.take(signal);
  }
  const outcome = await account.client.status(job.jobId, signal, turn);
  if (!outcome.ok && !outcome.failure.wasSent) {
    await ifPossible(ledger.uncountPoll(account.key, day, 'job'));
  }
  await polled.note(outcome);
  return pollAnswerOf(outcome);
}

/** Reports and stores one step; false if there is nothing more to do. */
async function handleEvent(
  { ports, follower, polled }: Poll,
  event: PollEvent<ScoreAnswer>,
): Promise<boolean> {
  switch (event.kind) {
    case 'waiting':
      follower.onProgress({
        kind: 'waiting',
        polls: polled.polls,
        nextCheckAt: ports.clock.now() + event.waitMs,
      });
      return true;
    case 'asking':
      polled.countPoll();
      follower.onProgress({ kind: 'asking', polls: polled.polls });
      return true;
    case 'answered':
      return event.answer.kind === 'ready' || polled.save();
    case 'end':
      // Detached: our polling ended, not the job. The caller that stopped us decides its state.
      if (event.state !== 'detached') await polled.settle(event);
      return false;
  }
}
