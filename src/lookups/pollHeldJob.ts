import { pollJob, type PollAnswer, type PollEvent } from '../risk/poll.ts';
import { dayOf } from './clock.ts';
import { holdJob, type JobFollower } from './jobRun.ts';
import { claimOf } from './lease.ts';
import { PolledJob, type RunningJob, type ScoreAnswer } from './polledJob.ts';
import type { JobPorts } from './ports.ts';
import { ifPossible, retryWrite } from './retryWrite.ts';
import { pollAnswerOf } from './statusAnswer.ts';

/**
 * Polls a job that this window holds until it ends, until another window holds it, or until the
 * follower stops.
 */
export async function pollHeldJob(
  ports: JobPorts,
  job: RunningJob,
  follower: JobFollower,
): Promise<void> {
  const polled = new PolledJob(ports, job, follower);
  const lost = new AbortController();
  const signal = AbortSignal.any([follower.signal, lost.signal]);
  const lease = holdJob(ports, job.id, () => lost.abort());
  try {
    for await (const event of eventsOf(polled, signal)) {
      if (!(await handleEvent(polled, event))) return;
    }
  } finally {
    lease.end();
    // A run stopped between its turn and its request must release the turn.
    await polled.turn.end();
    // Release it so that another window need not wait for the lease to expire. (A settled job is
    // not held.)
    await ifPossible(ports.ledger.settleJob(job.id, { state: 'running' }, claimOf(ports)));
  }
}

function eventsOf(
  polled: PolledJob,
  signal: AbortSignal,
): AsyncGenerator<PollEvent<ScoreAnswer>, void, undefined> {
  const { ports, job, turn } = polled;
  const { clock, policy } = ports;
  const { rhythm, waitsSince = job.createdAt } = policy();
  const age = Math.max(0, clock.now() - Math.max(job.createdAt, waitsSince));
  return pollJob(
    {
      ask: () => callStatus(polled, signal).finally(() => turn.end()),
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
  polled: PolledJob,
  signal: AbortSignal,
): Promise<PollAnswer<ScoreAnswer>> {
  const { ports, job, follower, turn } = polled;
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
async function handleEvent(polled: PolledJob, event: PollEvent<ScoreAnswer>): Promise<boolean> {
  const { ports, follower } = polled;
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
