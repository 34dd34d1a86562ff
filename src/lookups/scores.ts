import type { Instant, JobRow, SubjectKey } from '../ledger/store.ts';
import { isResumable } from '../risk/jobState.ts';
import type { ConnectedAccount } from './account.ts';
import type { JobProgress } from './jobRun.ts';
import { claimOf } from './lease.ts';
import {
  followToOutcome,
  freshScore,
  resumeJob,
  startOrJoin,
  type ScoreOutcome,
  type ScorePorts,
  type ScoreRequest,
} from './scoreRun.ts';
import { ifReadable } from './retryWrite.ts';
import { ScoreRuns, type WantedScore } from './scoreRuns.ts';
import type { RunWaiter } from './sharedRuns.ts';

export interface Scores {
  /** The risk score of an address: stored, joined, resumed, or started; at most one start. */
  score(
    request: ScoreRequest,
    onProgress: (progress: JobProgress) => void,
    signal: AbortSignal,
  ): Promise<ScoreOutcome>;
  /** Waits for a score requested before, whose window's worker has ended since. Starts nothing. */
  rejoin(
    request: RejoinRequest,
    onProgress: (progress: JobProgress) => void,
    signal: AbortSignal,
  ): Promise<ScoreOutcome>;
  /** Resumes polling a job on hold. */
  resume(
    account: ConnectedAccount,
    id: string,
    onProgress: (progress: JobProgress) => void,
    signal: AbortSignal,
  ): Promise<ScoreOutcome>;
  /**
   * Follows the jobs without a run in this window: those of an earlier window, and those of another
   * one in case it closes.
   * @param onUnknown called for each start with an unknown outcome, by one window; resolves once the
   * user has seen it
   */
  followJobs(account: ConnectedAccount, onUnknown: (job: JobRow) => Promise<void>): Promise<void>;
  /** Stops polling; jobs stay as they are for another window or a later session to resume. */
  leave(): Promise<void>;
}

interface RejoinRequest extends Pick<ScoreRequest, 'account' | 'subject' | 'aggregator'> {
  /** Results from before this time do not count. */
  readonly since: Instant;
}

export function createScores(ports: ScorePorts): Scores {
  const runs = new ScoreRuns(ports);
  return {
    score: (request, onProgress, signal) =>
      score(ports, runs, request, {
        onProgress,
        signal,
        closing: runs.closing(request.account),
      }),
    rejoin: (request, onProgress, signal) =>
      rejoin(ports, runs, request, {
        onProgress,
        signal,
        closing: runs.closing(request.account),
      }),
    async resume(account, id, onProgress, signal) {
      const waiter = { onProgress, signal, closing: runs.closing(account) };
      const job = await ports.ledger.readJob(id);
      if (job === null) return { kind: 'gone' };
      if (!isResumable(job.state) || job.account !== account.key) return { kind: 'onHold', job };
      return runs.share(wantedBy(account, job), (run) => resumeJob(run, job), waiter);
    },
    followJobs: (account, onUnknown) => followJobs(ports, runs, account, onUnknown),
    leave: () => runs.leave(),
  };
}

async function score(
  ports: ScorePorts,
  runs: ScoreRuns,
  request: ScoreRequest,
  waiter: RunWaiter<JobProgress>,
): Promise<ScoreOutcome> {
  const { account, subject, aggregator } = request;
  const key: SubjectKey = { account: account.key, ...subject };
  const stored =
    request.isRepeat === true ? null : await ifReadable(freshScore(ports, key, aggregator));
  if (stored !== null) {
    request.onAccepted?.();
    return { kind: 'value', result: stored };
  }
  const wanted = { account, key, aggregator };
  return runs.share(wanted, (run) => startOrJoin(run, request, key), waiter);
}

async function rejoin(
  { ledger }: ScorePorts,
  runs: ScoreRuns,
  { account, subject, aggregator, since }: RejoinRequest,
  waiter: RunWaiter<JobProgress>,
): Promise<ScoreOutcome> {
  const key: SubjectKey = { account: account.key, ...subject };
  const job = await ledger.openJobOf(key, aggregator);
  if (job !== null) {
    return runs.share({ account, key, aggregator }, (run) => followToOutcome(run, job.id), waiter);
  }
  const stored = await ledger.readResult(key, aggregator);
  return stored !== null && stored.receivedAt >= since
    ? { kind: 'value', result: stored }
    : { kind: 'gone' };
}

async function followJobs(
  ports: ScorePorts,
  runs: ScoreRuns,
  account: ConnectedAccount,
  onUnknown: (job: JobRow) => Promise<void>,
): Promise<void> {
  const { ledger, clock } = ports;
  const closing = runs.closing(account);
  await reportUnknown(ports, onUnknown);
  for (const job of await ledger.listJobsInProgress(account.key)) {
    if (runs.has(job, job.aggregator)) continue;
    if (job.state === 'running' && job.credential !== account.credential) {
      // Started with credentials that are gone: the user decides. (The outcome of an intent is
      // still open, so it is watched like any other.)
      await ledger.overrideJob(job.id, { state: 'pausedAuth' }, clock.now(), ['running']);
      continue;
    }
    // No user action started this run, so none cancels it: a window that closes leaves the job
    // running.
    const { signal } = new AbortController();
    const waiter = { onProgress: () => undefined, signal, closing };
    runs
      .share(wantedBy(account, job), (run) => followToOutcome(run, job.id), waiter)
      .then(() => reportUnknown(ports, onUnknown))
      // The job is unchanged; the next window or the user resumes it.
      .catch(() => undefined);
  }
}

function wantedBy(account: ConnectedAccount, job: JobRow): WantedScore {
  return { account, key: job, aggregator: job.aggregator };
}

async function reportUnknown(
  ports: ScorePorts,
  onUnknown: (job: JobRow) => Promise<void>,
): Promise<void> {
  const { ledger, clock } = ports;
  for (const job of await ledger.settleOrphans(clock.now(), clock.tick())) {
    if (!(await ledger.claimNotice(job.id, claimOf(ports)))) continue;
    // If this window ends before the user has seen it, another reports it.
    await onUnknown(job);
    await ledger.noticeJob(job.id);
  }
}
