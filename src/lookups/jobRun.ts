import { randomUUID } from 'node:crypto';
import type { Answer } from '../api/client.ts';
import type { RiskScore } from '../api/decode.ts';
import type { Failure, Outcome } from '../api/failure.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Claim, JobRow, StoredResult } from '../ledger/store.ts';
import type { JobState } from '../risk/jobState.ts';
import { pollJob, type PollAnswer } from '../risk/poll.ts';
import type { Account } from './account.ts';
import { dayOf, type Clock } from './clock.ts';
import type { Policy } from './policy.ts';
import { untilKept } from './untilKept.ts';
import { stopAfter } from './verdict.ts';

export interface JobPorts {
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** This window's name in leases; another after every reload. */
  readonly owner: string;
  readonly policy: () => Policy;
}

/** What a job is doing just now, for whoever shows it. */
export type JobProgress =
  | { readonly kind: 'starting' }
  | { readonly kind: 'waiting'; readonly polls: number; readonly nextInMs: number }
  | { readonly kind: 'asking'; readonly polls: number }
  /** Another window asks; this one looks on. */
  | { readonly kind: 'elsewhere'; readonly polls: number };

const heartbeatMs = 3_000;
const followMs = 500;
/** Well within a turn, and within what a window that is stalled may be stalled for. */
const renewMs = 1_500;

/**
 * Sees a job to its end: asks for it where this window holds it, looks on where another does, and
 * takes it over where that one falls silent. Ends with the row as it was settled; null where the
 * job was forgotten meanwhile.
 */
export async function runJob(
  ports: JobPorts,
  account: Account,
  id: string,
  onProgress: (progress: JobProgress) => void,
  signal: AbortSignal,
): Promise<JobRow | null> {
  const { ledger, clock } = ports;
  for (;;) {
    const job = await ledger.readJob(id);
    if (job === null || !isUnderWay(job.state)) return job;
    if (signal.aborted) return job;
    if (job.state === 'running' && job.jobId !== null) {
      const mine = await ledger.claimJob(id, claimOf(ports));
      if (mine !== null) {
        await driveJob(ports, account, { ...mine, jobId: job.jobId }, onProgress, signal);
        continue;
      }
    } else {
      await ledger.settleOrphans(clock.now(), clock.tick());
    }
    onProgress({ kind: 'elsewhere', polls: job.polls });
    await clock.wait(followMs, signal);
  }
}

export function claimOf({ owner, clock }: Pick<JobPorts, 'owner' | 'clock'>): Claim {
  return { owner, now: clock.now(), tick: clock.tick() };
}

/** Keeps a job held while its holder works; calls back when it is held no longer. */
export function holdJob(ports: JobPorts, id: string, onLost: () => void): () => void {
  const timer = setInterval(() => {
    ports.ledger
      .changeJob(id, {}, claimOf(ports))
      .then((row) => {
        if (row === null) onLost();
      })
      // A ledger that is busy for a moment has not taken the job away.
      .catch(() => undefined);
  }, heartbeatMs);
  return () => clearInterval(timer);
}

function isUnderWay(state: JobState): boolean {
  return state === 'intent' || state === 'running';
}

async function driveJob(
  ports: JobPorts,
  account: Account,
  job: JobRow & { readonly jobId: string },
  onProgress: (progress: JobProgress) => void,
  outer: AbortSignal,
): Promise<void> {
  const { ledger, clock } = ports;
  const lost = new AbortController();
  const signal = AbortSignal.any([outer, lost.signal]);
  const release = holdJob(ports, job.id, () => lost.abort());
  const turn = createTurn(ports, account.key);
  const age = Math.max(0, clock.now() - job.createdAt);
  let polls = job.polls;
  let status = job.status;
  let { unreadBody } = job;

  async function ask(): Promise<PollAnswer<Answer<RiskScore>>> {
    const stopped = await stopOf(ports, account);
    if (stopped !== undefined) return stopped;
    await ledger.countUsage(account.key, dayOf(clock.now()), 'poll', 'job');
    // A ledger that was busy for long has let the turn run out: another one may be asking.
    while (turn.isOver() && !signal.aborted) {
      await turn.end();
      await turn.take(signal);
    }
    const outcome = await account.client.status(job.jobId, signal);
    status = outcome.ok ? 200 : (outcome.failure.status ?? null);
    if (!outcome.ok) {
      unreadBody = outcome.failure.unread ?? unreadBody;
      const stop = stopAfter(outcome.failure, clock.now());
      if (stop !== undefined) await ledger.setStop(account.key, account.credential, stop);
    }
    return pollAnswerOf(outcome);
  }

  /** False where the job is no longer ours. What is only bookkeeping may fail. */
  async function note(): Promise<boolean> {
    const change = { polls, status, unreadBody };
    const isHeld = ledger.changeJob(job.id, change, claimOf(ports)).then((row) => row !== null);
    return isHeld.catch(() => true);
  }

  try {
    const events = pollJob(
      {
        ask: () => ask().finally(turn.end),
        turn: turn.take,
        wait: (ms, until) => clock.wait(ms, until),
        now: () => clock.tick(),
        random: () => clock.random(),
      },
      ports.policy().rhythm,
      clock.tick() - age,
      signal,
    );
    for await (const event of events) {
      switch (event.kind) {
        case 'waiting':
          onProgress({ kind: 'waiting', polls, nextInMs: event.waitMs });
          break;
        case 'asking':
          onProgress({ kind: 'asking', polls: ++polls });
          break;
        case 'answered':
          if (event.answer.kind === 'ready') break;
          if (!(await note())) return;
          break;
        case 'end': {
          // Not an end of the job but of our asking: whoever stopped us says what becomes of it.
          if (event.state === 'detached') return;
          const result = event.state === 'done' ? resultOf(job, event.result, clock) : undefined;
          const change = { state: event.state, polls, status, unreadBody };
          await untilKept(clock, () => ledger.settleJob(job.id, change, claimOf(ports), result));
        }
      }
    }
  } finally {
    release();
    // Whoever is stopped between the turn and the question has a turn to give back.
    await turn.end();
    // Another window need not wait for the lease to run out, and can. (Of a settled job nothing is
    // held.)
    await ledger.settleJob(job.id, { state: 'running' }, claimOf(ports)).catch(() => undefined);
  }
}

/** The account's turn to poll, taken once for each poll and given back after its answer. */
export interface OwnTurn {
  readonly take: (signal: AbortSignal) => Promise<void>;
  /** Whether too much time went by to be sure of the pause that others count on. */
  readonly isOver: () => boolean;
  readonly end: () => Promise<void>;
}

export function createTurn(
  { ledger, clock }: Pick<JobPorts, 'ledger' | 'clock'>,
  account: string,
): OwnTurn {
  const waiter = randomUUID();
  let renewing: NodeJS.Timeout | undefined;
  let sendBefore = -Infinity;
  const renew = (): void => {
    // A ledger that is busy for a moment has not taken the turn away.
    ledger.renewTurn(account, waiter, clock.tick()).catch(() => undefined);
  };
  const end = (): Promise<void> => {
    clearInterval(renewing);
    // A turn that is not given back runs out.
    return ledger.endTurn(account, waiter, clock.tick()).catch(() => undefined);
  };
  const isOver = (): boolean => clock.tick() >= sendBefore;
  return {
    async take(signal) {
      const since = clock.tick();
      while (!signal.aborted) {
        const turn = await ledger.takeTurn(account, waiter, since, clock.tick());
        if (!turn.isGranted) {
          await clock.wait(turn.waitMs, signal);
          continue;
        }
        sendBefore = turn.sendBefore;
        // Woken too late: ask again.
        if (isOver()) continue;
        renewing = setInterval(renew, renewMs);
        return;
      }
      await end();
    },
    isOver,
    end,
  };
}

/** A stop that another job or window ran into holds for this one too, without another call. */
async function stopOf(
  { ledger }: JobPorts,
  account: Account,
): Promise<PollAnswer<never> | undefined> {
  const stops = await ledger.readStops(account.key, account.credential);
  if (stops.some(({ scope }) => scope === 'credential')) return { kind: 'auth' };
  return stops.some(({ scope }) => scope === 'risk') ? { kind: 'quota' } : undefined;
}

function pollAnswerOf(outcome: Outcome<Answer<RiskScore>>): PollAnswer<Answer<RiskScore>> {
  if (outcome.ok) return { kind: 'ready', result: outcome.value };
  const { failure } = outcome;
  switch (failure.kind) {
    case 'notReady':
      return { kind: 'notReady' };
    case 'quotaUsedUp':
      return { kind: 'quota' };
    case 'keyInvalid':
    case 'keyRevoked':
      return { kind: 'auth' };
    case 'jobNotFound':
      return { kind: 'notFound' };
    case 'parametersRefused':
    case 'refusedHere':
      return { kind: 'invalidId' };
    case 'cancelled':
      return { kind: 'cancelled' };
    case 'badAnswer':
      return failure.status === 200 ? { kind: 'unreadable' } : troubleOf(failure);
    default:
      return troubleOf(failure);
  }
}

function troubleOf({ retryAfterMs }: Failure): PollAnswer<never> {
  return { kind: 'trouble', ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

function resultOf(job: JobRow, { body }: Answer<RiskScore>, clock: Clock): StoredResult {
  const { account, chain, address, aggregator } = job;
  return { account, chain, address, part: aggregator, body, receivedAt: clock.now() };
}
