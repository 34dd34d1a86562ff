import { randomUUID } from 'node:crypto';
import type { Answer } from '../api/readAnswer.ts';
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
  /** This window's name in leases; it changes with every reload. */
  readonly owner: string;
  readonly policy: () => Policy;
}

/** What a job is doing now, for display. */
export type JobProgress =
  | { readonly kind: 'starting' }
  | { readonly kind: 'waiting'; readonly polls: number; readonly nextInMs: number }
  | { readonly kind: 'asking'; readonly polls: number }
  /** Another window polls; this one watches. */
  | { readonly kind: 'elsewhere'; readonly polls: number };

const heartbeatMs = 3_000;
const followMs = 500;
/** Well below the length of a turn, and below the longest stall of a window. */
const renewMs = 1_500;

/**
 * Follows a job to its end: polls it if this window holds it, watches if another window does, and
 * takes it over if that one goes silent. Resolves with the settled row, or null if the job was
 * forgotten meanwhile.
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

/** Keeps a job held while its holder works; calls back once it is no longer held. */
export function holdJob(ports: JobPorts, id: string, onLost: () => void): () => void {
  const timer = setInterval(() => {
    ports.ledger
      .changeJob(id, {}, claimOf(ports))
      .then((row) => {
        if (row === null) onLost();
      })
      // A briefly busy ledger does not mean that the job was lost.
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
    // If the ledger was busy for long, the turn expired: another window may be polling.
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

  /** False if the job is no longer ours. Bookkeeping is allowed to fail. */
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
          // Our polling ended, not the job: the caller that stopped us decides its state.
          if (event.state === 'detached') return;
          const result = event.state === 'done' ? resultOf(job, event.result, clock) : undefined;
          const change = { state: event.state, polls, status, unreadBody };
          await untilKept(clock, () => ledger.settleJob(job.id, change, claimOf(ports), result));
        }
      }
    }
  } finally {
    release();
    // A run stopped between its turn and its request must release the turn.
    await turn.end();
    // Release it so that another window need not wait for the lease to expire. (A settled job is
    // not held.)
    await ledger.settleJob(job.id, { state: 'running' }, claimOf(ports)).catch(() => undefined);
  }
}

/** The account's turn to poll, taken once per poll and released after its response. */
export interface OwnTurn {
  readonly take: (signal: AbortSignal) => Promise<void>;
  /** Whether too much time passed to guarantee the pause that other windows rely on. */
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
    // A briefly busy ledger does not mean that the turn was lost.
    ledger.renewTurn(account, waiter, clock.tick()).catch(() => undefined);
  };
  const end = (): Promise<void> => {
    clearInterval(renewing);
    // A turn that is not released expires.
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
        // Woken too late: request another turn.
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

/** A stop from another job or window applies here too, without another call. */
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
